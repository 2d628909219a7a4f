import ShopTestSupport
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
        try day.till.open()
        try day.till.end()
        try day.till.write(.drawerCounted(CashCount([.init(denomination: .eur(500), count: 3)], currency: .eur)))
        try day.till.close(counted: 1500, reason: "miscounted: \u{0}")
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

    @Test func aTicketWithEveryFieldComesBack() throws {
        let line = SoldLine(
            number: 3, code: "4006381333931", name: "Käse \"alt\"", department: "Kühlung",
            quantity: try #require(Quantity(thousandths: -345)), unitPrice: .eur(1_990), listPrice: .eur(2_490),
            discount: .eur(-1), amount: .eur(-686), taxClass: "B")
        let leg = LegRecord(
            id: "l", method: .external(""), amount: .eur(.min), tip: .eur(-7), tendered: .eur(.max), change: .eur(0),
            intentID: "pi", refundID: "re",
            card: CardDetails(brand: .visa, last4: "4242", receipt: ReceiptDetails(authorizationCode: "1")),
            reference: "r", standing: .offline)
        let tax = TaxRow(
            taxClass: "B", rate: try #require(Percentage(thousandths: 100_000)), isIncluded: false, net: .eur(1),
            tax: .eur(-1))
        let ticket = TicketRecord(
            id: "t", number: .max, kind: .void, original: "s", cashier: "", lines: [line, line], taxes: [tax],
            total: .eur(-686), rounding: .eur(1), legs: [leg], isTraining: true)
        let event = ShopEvent(id: "", time: .min, businessDate: "", kind: .ticketFinished(ticket))
        #expect(try ShopEvent(event.record()) == event)
    }

    /// The form on disk: it may grow, and what is written today must be readable for ever.
    @Test func theFormOfTheFirstVersionStays() throws {
        let event = ShopEvent(
            id: "e", time: 1, businessDate: TestTill.day, shift: 2, cashier: "ann",
            kind: .paidOut(.eur(150), reason: "safe/drop"))
        let record = try event.record()
        #expect(record.kind == "event")
        #expect(record.version == 1)
        #expect(
            String(decoding: record.body, as: UTF8.self)
                == #"{"businessDate":"2026-11-21","cashier":"ann","id":"e","#
                + #""kind":{"paidOut":{"_0":{"currency":"eur","minorUnits":150},"reason":"safe/drop"}},"#
                + #""shift":2,"time":1}"#)
    }

    /// What earlier tills wrote has no reason, and what is written without one is as it was.
    @Test func aZWithoutAReasonHasTheFormOfTheFirstVersion() throws {
        var till = TestTill()
        try till.open()
        try till.end()
        let counted = CashCount(total: .eur(1))
        var bodies: [String] = []
        for reason in [nil, "left"] as [String?] {
            let event = try till.book.closing(id: "e", at: 1, by: "ann", counted: counted, reason: reason)
            bodies.append(String(decoding: try event.record().body, as: UTF8.self))
        }
        #expect(!bodies[0].contains("reason"))
        #expect(bodies[1].contains(#""reason":"left""#))
        let count = try till.book.event(id: "e", at: 1, by: "ann", .drawerCounted(counted)).record()
        let form = #""kind":{"drawerCounted":{"_0":{"rows":[],"total":{"currency":"eur","minorUnits":1}}}}"#
        #expect(String(decoding: count.body, as: UTF8.self).contains(form))
    }

    @Test func theFormOfAFinishedTicketStays() throws {
        var till = TestTill()
        try till.open()
        let ticket = till.ticket(
            1_190, rounding: -1,
            legs: [
                .cash(1_000, tip: 10, tendered: 1_010, change: 0),
                .card(100, "pi_1", standing: .accepted(by: "mia", reason: "slip")), .other("Voucher", 89),
            ])
        let event = try till.book.event(id: "e", at: 1, by: "ann", .ticketFinished(ticket))
        let record = try event.record()
        #expect(
            String(decoding: record.body, as: UTF8.self)
                == #"{"businessDate":"2026-11-21","cashier":"ann","id":"e","shift":1,"#
                + #""ticket":{"cashier":"ann","currency":"eur","id":"t1","kind":"sale","legs":["#
                + #"{"amount":1000,"change":0,"id":"c","method":"cash","tendered":1010,"tip":10},"#
                + #"{"amount":100,"id":"k","intentID":"pi_1","method":"card","#
                + #""standing":{"accepted":{"by":"mia","reason":"slip"}}},"#
                + #"{"amount":89,"id":"o","method":"external","name":"Voucher"}],"#
                + #""lines":[[1,null,"Tea","Drinks",1000,1190,null,0,1190,"A"]],"number":1,"rounding":-1,"#
                + #""taxes":[["A",19000,true,1000,190]],"total":1190},"time":1}"#)
        #expect(try ShopEvent(record) == event)
        var mixed = ticket
        mixed.rounding = Amount(minorUnits: -1, currency: .usd)
        let wrong = try till.book.event(id: "e", at: 1, by: "ann", .ticketFinished(mixed))
        #expect(throws: ShopRecordError.self) { try wrong.record() }
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
        let bodies = [
            "", "null", "{}", "[", #"{"id":"e","time":1e99,"businessDate":"","kind":{"signedIn":{}}}"#,
            #"{"id":"e","time":1,"businessDate":""}"#,
        ]
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
