import TenderFlow
import TenderModel
import TenderSale
import TenderTestSupport
import Testing

@Suite struct ShopEventRecordTests {
    private func events() throws -> [ShopEvent] {
        var day = RandomDay(seed: 7)
        try day.till.write(.signedIn)
        try day.shift(120)
        try day.till.write(.allowed(action: "refund", by: "mia", reason: "\"quoted\" \u{0} é / 🇩🇪"))
        try day.till.write(.reprinted(number: .max))
        try day.till.close(counted: 12)
        try day.till.write(.signedOut, by: nil)
        return day.till.events
    }

    @Test func everyEventComesBackAsItWentInAndHasOneForm() throws {
        var wrong: [ShopEvent] = []
        for event in try events() {
            let record = try event.record()
            let again = try ShopEvent(record)
            let second = try again.record()
            if again != event || second != record || !record.isWithinBounds { wrong.append(event) }
        }
        #expect(wrong == [])
    }

    /// The form on disk: it may grow, and what is written today must be readable for ever.
    @Test func theFormOfTheFirstVersionStays() throws {
        let event = ShopEvent(
            id: "e", time: 1, businessDate: TestTill.day, shift: 2, cashier: "ann",
            kind: .paidOut(.eur(150), reason: "safe/drop"))
        let record = try event.record()
        #expect(record.kind == "event" && record.version == 1)
        #expect(
            String(decoding: record.body, as: UTF8.self)
                == #"{"businessDate":"2026-11-21","cashier":"ann","id":"e","#
                + #""kind":{"paidOut":{"_0":{"currency":"eur","minorUnits":150},"reason":"safe/drop"}},"#
                + #""shift":2,"time":1}"#)
    }

    @Test func otherKindsVersionsAndBytesAreRefusedByName() throws {
        func refusal(_ record: ShopRecord) -> ShopRecordError? {
            do throws(ShopRecordError) {
                _ = try ShopEvent(record)
                return nil
            } catch {
                if case .malformed = error { return .malformed("") }
                return error
            }
        }
        var record = try #require(events().first).record()
        record.version = 2
        #expect(refusal(record) == .unknownVersion(2))
        record.kind = "receipt"
        #expect(refusal(record) == .unknownKind("receipt"))
        let bodies = ["", "null", "{}", "[", #"{"id":"e","time":1e99,"businessDate":"","kind":{"signedIn":{}}}"#]
        let bytes = bodies.map { Array($0.utf8) } + [[0xFF], Array(repeating: UInt8(ascii: "["), count: 100_000)]
        let refusals = bytes.map { refusal(ShopRecord(kind: "event", version: 1, body: $0)) }
        #expect(refusals == Array(repeating: .malformed(""), count: bytes.count))
        let large = Array(repeating: UInt8(ascii: " "), count: ShopRecord.maximumByteCount + 1)
        #expect(refusal(ShopRecord(kind: "event", version: 1, body: large)) == .tooLarge(bytes: large.count))
        let long = String(repeating: "x", count: ShopRecord.maximumByteCount)
        let event = ShopEvent(id: "e", time: 0, businessDate: "", kind: .drawerOpened(reason: long))
        #expect(throws: ShopRecordError.self) { try event.record() }
    }

    @Test func noChangedByteTrapsInReadingFoldingOrAddingUp() throws {
        var random = SplitMix64(seed: 3)
        let events = try events()
        var read = 0
        for (place, event) in events.enumerated() {
            let record = try event.record()
            let digits = record.body.indices.filter { (48...57).contains(record.body[$0]) }
            for _ in 0..<20 {
                var changed = record
                let position = random.pick(digits)
                switch random.next() % 3 {
                case 0: changed.body[position] = UInt8(48 + random.next() % 10)
                case 1: changed.body.insert(contentsOf: Array("922337203685477580".utf8), at: position)
                default: changed.body[Int(random.next() % UInt64(record.body.count))] = random.pick([45, 34, 123, 101])
                }
                guard let other = try? ShopEvent(changed) else { continue }
                read += 1
                var book = ShopBook(currency: .eur, folding: events[..<place])
                try? book.take(other)
                book = ShopBook(currency: .eur, folding: [other] + events[place...].prefix(10))
                _ = try? book.report(at: .max, by: nil, counted: CashCount(total: .eur(.min)))
            }
        }
        #expect(read > 500)
    }
}
