import ShopTestSupport
import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

@testable import TenderSale

@Suite struct ReceiptRecordTests {
    private func receipts() -> [Receipt] {
        ["de-CH", "en", "fr"].flatMap { code in
            var bare = ReceiptContext(
                merchant: ReceiptMerchant(name: "Kiosk"), time: ReceiptTime(milliseconds: 0, offsetMinutes: -600),
                locale: ReceiptLocale(code))
            bare.isSimulated = true
            bare.asksForTip = true
            bare.isTraining = true
            return ReceiptFixtures.all(ReceiptFixtures.context(code, showsChipData: true)) + ReceiptFixtures.all(bare)
        }
    }

    @Test func everyReceiptComesBackAsItWentInAndPrintsTheSame() throws {
        var kinds: Set<Receipt.Kind> = []
        var wrong: [Receipt] = []
        for receipt in receipts() {
            let record = try receipt.record()
            let again = try Receipt(record)
            kinds.insert(again.kind)
            let isSame = again == receipt && ReceiptFixtures.text(again) == ReceiptFixtures.text(receipt)
            if try !isSame || again.record() != record { wrong.append(receipt) }
        }
        #expect(wrong == [])
        #expect(kinds.count == Receipt.Kind.allCases.count)
    }

    /// The form on disk: it may grow, and what is written today must be readable for ever.
    @Test func theFormOfTheFirstVersionStays() throws {
        var context = ReceiptFixtures.context("de")
        context.merchant = ReceiptMerchant(name: "Kiosk")
        context.qrText = nil
        var ticket = ReceiptFixtures.ticket()
        ticket.lines.removeLast()
        ticket.legs = [.cash(1_137, tendered: 2_000, change: 863)]
        let record = try Receipt(ticket, context: context).record()
        #expect(record.kind == "receipt")
        #expect(record.version == 1)
        #expect(
            String(decoding: record.body, as: UTF8.self)
                == #"{"cashier":"Ada","currency":"eur","footer":["Thank you!"],"kind":"sale","legs":["#
                + #"{"amount":{"currency":"eur","minorUnits":1137},"change":{"currency":"eur","minorUnits":863},"#
                + #""method":{"cash":{}},"standing":{"settled":{}},"tendered":{"currency":"eur","minorUnits":2000}}],"#
                + #""lines":[[1,"4006381333931","Espresso","Drinks",2000,250,null,50,450,"A"]],"locale":"de","#
                + #""merchant":{"address":[],"name":"Kiosk"},"number":17,"subtotal":450,"#
                + #""taxes":[["A",19000,true,378,72],["B",7000,true,642,45]],"#
                + #""time":{"milliseconds":1795283045000,"offsetMinutes":60},"total":1137}"#)
    }

    @Test func severalCurrenciesAndTooManyBytesHaveNoRecord() throws {
        var receipt = Receipt(ReceiptFixtures.ticket(), context: ReceiptFixtures.context())
        receipt.total = Amount(minorUnits: 1, currency: .usd)
        #expect(throws: ShopRecordError.self) { try receipt.record() }
        receipt.total = nil
        receipt.footer = [String(repeating: "x", count: ShopRecord.maximumByteCount)]
        let refusal = try #require(throws: ShopRecordError.self) { try receipt.record() }
        guard case .tooLarge = refusal else { throw refusal }
        receipt.footer = []
        receipt.lines = Array(repeating: receipt.lines[1], count: 1_000)
        #expect(try Receipt(receipt.record()) == receipt)
    }

    @Test func otherKindsVersionsAndBytesAreRefusedByName() throws {
        func refusal(_ record: ShopRecord) -> ShopRecordError? {
            do throws(ShopRecordError) {
                _ = try Receipt(record)
                return nil
            } catch {
                if case .malformed = error { return .malformed("") }
                return error
            }
        }
        var record = try #require(receipts().first).record()
        record.version = 2
        #expect(refusal(record) == .unknownVersion(2))
        record.kind = "event"
        #expect(refusal(record) == .unknownKind("event"))
        let large = Array(repeating: UInt8(ascii: " "), count: ShopRecord.maximumByteCount + 1)
        #expect(refusal(ShopRecord(kind: "receipt", version: 1, body: large)) == .tooLarge(bytes: large.count))
        let withoutCurrency =
            #"{"kind":"sale","locale":"de","merchant":{"address":[],"name":""},"#
            + #""time":{"milliseconds":0,"offsetMinutes":0},"total":1}"#
        let bodies = ["", "null", "{}", "[", #"{"kind":"sale"}"#, withoutCurrency].map { Array($0.utf8) }
        let bytes = bodies + [[0xFF], Array(repeating: UInt8(ascii: "["), count: 100_000)]
        let refusals = bytes.map { refusal(ShopRecord(kind: "receipt", version: 1, body: $0)) }
        #expect(refusals == Array(repeating: .malformed(""), count: bytes.count))
    }

    @Test func noChangedByteTrapsInReadingOrPrinting() throws {
        var random = SplitMix64(seed: 11)
        var read = 0
        for receipt in receipts() {
            let record = try receipt.record()
            let digits = record.body.indices.filter { (48...57).contains(record.body[$0]) }
            for _ in 0..<40 {
                var changed = record
                let position = random.pick(digits)
                switch random.next() % 3 {
                case 0: changed.body[position] = UInt8(48 + random.next() % 10)
                case 1: changed.body.insert(contentsOf: Array("922337203685477580".utf8), at: position)
                default: changed.body[Int(random.next() % UInt64(record.body.count))] = UInt8(random.next() % 128)
                }
                guard let other = try? Receipt(changed) else { continue }
                read += 1
                _ = ReceiptFixtures.text(other, ReceiptLayout(width: 32, copy: .merchant, isReprint: true))
            }
        }
        #expect(read > 500)
    }

    @Test func randomBytesAreNoReceipt() {
        var random = SplitMix64(seed: 12)
        var read: [ShopRecord] = []
        for _ in 0..<2_000 {
            let count = Int(random.next() % 200)
            let body = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let record = ShopRecord(kind: "receipt", version: 1, body: body)
            if (try? Receipt(record)) != nil { read.append(record) }
        }
        #expect(read == [])
    }
}
