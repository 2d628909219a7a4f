import ShopTestSupport
import TenderChain
import TenderFlow
import TenderModel
import TenderRecords
import TenderSale
import Testing

/// What the records of one journal say.
@Suite struct LaneFoldTests {
    private static let binding = JournalBinding(gateway: "https://test", account: "acct_1")
    private let start = RecordChain(journalID: String(repeating: "a", count: 32), binding: binding).head

    /// The records of events, each with the time of its event.
    private func records(_ events: [ShopEvent]) throws -> [[UInt8]] {
        try events.map { event in
            let stamp = Stamp(unixMilliseconds: event.time, upMilliseconds: 0, boot: 1)
            return try RecordCodec.encode(JournalEntry(shop: event.record()), at: stamp)
        }
    }

    private func chained(_ bodies: [[UInt8]]) -> [LaneFold.Record] {
        var chain = RecordChain(after: start)
        return bodies.map { body in
            let link = chain.append(body)
            return LaneFold.Record(sequence: link.sequence, hash: link.hash, body: body)
        }
    }

    private func rows(_ records: [LaneFold.Record]) -> ProjectedRows {
        var fold = LaneFold(start: start)
        for record in records { fold.take(record) }
        return fold.drain()
    }

    private func findings(_ records: [LaneFold.Record]) -> [String] {
        (rows(records).rows[.findings] ?? []).compactMap { cells in
            guard case .integer(let sequence) = cells[0], case .text(let kind) = cells[1] else { return nil }
            return "\(kind) \(sequence)"
        }
    }

    private func event(_ id: String, _ kind: ShopEvent.Kind, time: Int64 = 1_795_000_000_000) -> ShopEvent {
        ShopEvent(id: id, time: time, businessDate: "2026-11-21", shift: 1, cashier: "ann", kind: kind)
    }

    @Test func everyRowHasAValueForEachColumn() throws {
        var day = RandomDay(seed: 3)
        try day.shift(200)
        try day.till.close()
        let rows = try rows(chained(records(day.till.events))).rows
        for (table, found) in rows {
            #expect(found.allSatisfy { $0.count == table.columns.count }, "\(table)")
        }
        #expect(rows[.sales]?.isEmpty == false)
        #expect(rows[.saleLines]?.count == rows[.sales]?.count)
    }

    @Test func theFiguresOfAShiftAreTheTills() throws {
        for seed in 0..<100 as Range<UInt64> {
            var day = RandomDay(seed: seed)
            try day.shift(40)
            if seed.isMultiple(of: 2) { try day.till.close() }
            let book = day.till.book
            let expected = try book.closed.last ?? book.report(at: day.till.time, by: nil)
            let shifts = try rows(chained(records(day.till.events))).rows[.shifts]
            guard case .text(let text)? = shifts?.last?.last, var report = ShiftReport(text: text) else {
                Issue.record("seed \(seed) has no report")
                continue
            }
            report.madeAt = expected.madeAt
            #expect(report == expected, "seed \(seed)")
        }
    }

    @Test func aRecordThatIsNotAsItWasWrittenIsFoundAndTheLaterOnesGoOn() throws {
        var all = chained(try records([event("1", .signedIn), event("2", .signedOut), event("3", .signedIn)]))
        all[1].body = try records([event("2", .drawerOpened(reason: "who"))])[0]
        #expect(findings(all) == ["broken_chain 2"])
        #expect(rows(all).rows[.people]?.count == 2)
        all[1].hash[0] ^= 1
        #expect(findings(all) == ["broken_chain 2", "broken_chain 3"])
        all.remove(at: 1)
        #expect(findings(all) == ["missing_record 2"])
    }

    @Test func whatCannotBeReadIsFoundAndTheLaterOnesGoOn() throws {
        let good = try records([event("1", .signedIn)])[0]
        var newer = good
        newer[0] = 200
        let noJSON = ShopRecord(kind: ShopEvent.recordKind, version: 1, body: Array("{".utf8))
        let stamp = Stamp(unixMilliseconds: 1_795_000_000_000, upMilliseconds: 0, boot: 1)
        let bad = try RecordCodec.encode(JournalEntry(shop: noJSON), at: stamp)
        let bodies = [
            newer, [], Array(good.dropLast()), good + [0], bad, [UInt8](repeating: 0xFF, count: 1 << 20), good,
        ]
        let kinds = ["unknown_version 1"] + (2...6).map { "unreadable_record \($0)" }
        let found = findings(chained(bodies))
        #expect(found.first == "unknown_version 1")
        #expect(Set(found.map { $0.split(separator: " ").last }) == Set(kinds.map { $0.split(separator: " ").last }))
        #expect(rows(chained(bodies)).rows[.people]?.count == 1)
    }

    @Test func anAbsurdClockIsFoundAndItsRecordCounts() throws {
        let opened = ShopEvent.Kind.shiftOpened(float: CashCount(total: .eur(100)))
        let all = try records([event("1", opened, time: 0), event("2", .signedIn, time: 253_402_300_800_000)])
        #expect(findings(chained(all)) == ["absurd_clock 1"])
        #expect(rows(chained(all)).rows[.shifts]?.count == 1)
    }

    @Test func aPaymentThatBecomesUnknownChangesTheOpenShift() throws {
        let opened = try records([event("1", .shiftOpened(float: CashCount(total: .eur(100))))])[0]
        let stamp = Stamp(unixMilliseconds: 1_795_000_000_000, upMilliseconds: 0, boot: 1)
        let terms = PaymentTerms(intentID: "pi_1", amount: .eur(500), baseKey: "pi_1", order: nil)
        let request = PaymentRequest.confirm(IdempotencyKey(base: "pi_1", attempt: 1, verb: "confirm"))
        let bodies = try [JournalEntry.Event.attemptOpened(reader: nil, .none), .requestLeaving(request, send: 1)].map {
            try RecordCodec.encode(JournalEntry(intentID: "pi_1", attempt: 1, terms: terms, event: $0), at: stamp)
        }
        var fold = LaneFold(start: start)
        let all = chained([opened] + bodies)
        fold.take(all[0])
        _ = fold.drain()
        for record in all.dropFirst() { fold.take(record) }
        let rows = fold.drain().rows
        guard case .text(let text)? = rows[.shifts]?.last?.last else {
            Issue.record("the open shift is not told again")
            return
        }
        #expect(ShiftReport(text: text)?.unresolved == ["pi_1"])
        #expect(rows[.laneDays]?.count == 1)
    }

    @Test func aTextThatNoDatabaseTakesIsChanged() throws {
        let name = "a\0b" + String(repeating: "x", count: 5000)
        let strange = ShopEvent(
            id: "1", time: .max, businessDate: "not a day\0", shift: 1, cashier: name,
            kind: .shiftOpened(float: CashCount(total: .eur(100))))
        let stamp = Stamp(unixMilliseconds: 1_795_000_000_000, upMilliseconds: 0, boot: 1)
        let body = try RecordCodec.encode(JournalEntry(shop: strange.record()), at: stamp)
        let people = rows(chained([body])).rows[.people]
        guard case .text(let kept)? = people?.first?.first, case .integer(let seen)? = people?.first?.last else {
            Issue.record("there is nobody")
            return
        }
        #expect(kept.hasPrefix("a\u{FFFD}bxxx"))
        #expect(kept.utf8.count <= 1010)
        #expect(seen == 253_402_300_799_000)
    }
}
