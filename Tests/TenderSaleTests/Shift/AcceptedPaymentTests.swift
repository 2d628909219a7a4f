import ShopTestSupport
import TenderFlow
import TenderModel
import TenderSale
import Testing

/// Payments that a manager accepted while nobody knew their outcome, and the money of those that no ticket counts.
@Suite struct AcceptedPaymentTests {
    private static let leg = LegRecord.card(1_000, "k", tip: 100, standing: .accepted(by: "mia", reason: "slip"))

    /// A till whose first ticket has a payment of 10.00 with a tip of 1.00 that nobody knows of.
    private func accepted() throws -> TestTill {
        var till = TestTill()
        try till.open()
        try till.finish(till.ticket(1_000, legs: [Self.leg]))
        return till
    }

    private func known(_ paid: Int64, intent: String? = "pi_9", on receipt: Int = 1) -> ShopEvent.Kind {
        .acceptedKnown(receipt: receipt, leg: Self.leg, intentID: intent, paid: .eur(paid))
    }

    private func orphan(_ intent: String, leg: String? = nil) -> ShopEvent.Kind {
        .orphanGivenBack(intentID: intent, leg: leg, amount: .eur(700), reason: "proof")
    }

    @Test func whatIsKnownIsToldOnceAndFitsWhatWasAccepted() throws {
        var till = try accepted()
        #expect(till.book.accepted.map(\.receipt) == [1])
        #expect(till.book.accepted.first?.amount == .eur(1_100))
        var other = Self.leg
        other.amount = .eur(2_000)
        let unfitting: [ShopEvent.Kind] = [
            known(1_101), known(-1), known(1_100, on: 2), .lossAcknowledged(leg: "k", reason: "seen"),
            .acceptedKnown(receipt: 1, leg: other, intentID: nil, paid: .eur(2_100)),
        ]
        #expect(unfitting.map { till.refusal($0) } == Array(repeating: .notAccepted(leg: "k"), count: 5))
        try till.write(known(1_100), by: nil)
        #expect(till.book.accepted == [])
        #expect(till.book.isCounted(intentID: "pi_9"))
        let own = try #require(till.book.ticket(number: 1)?.legs.first)
        #expect(own.standing == .settled)
        #expect(own.intentID == "pi_9")
        #expect(till.refusal(known(1_100)) == .notAccepted(leg: "k"))
        #expect(ShopBook(currency: .eur, folding: till.events) == till.book)
    }

    @Test func whatWasNotPaidIsALossUntilSomebodyAcknowledgesIt() throws {
        var till = try accepted()
        try till.write(known(0, intent: nil), by: nil)
        #expect(till.book.accepted.map(\.missing) == [.eur(1_100)])
        #expect(till.refusal(known(1_100)) == .notAccepted(leg: "k"))
        #expect(till.refusal(.lossAcknowledged(leg: "k", reason: "")) == .missingReason)
        try till.write(.lossAcknowledged(leg: "k", reason: "seen"))
        #expect(till.book.accepted == [])
        #expect(ShopBook(currency: .eur, folding: till.events) == till.book)
    }

    /// Payments and tips by card, and the loss, after so much was paid; the goods first.
    private func rows(paid: Int64, inNextShift: Bool) throws -> [String] {
        var till = try accepted()
        if inNextShift {
            try till.end()
            try till.close()
        }
        try till.write(known(paid), by: nil)
        if inNextShift { try till.open() }
        let report = try till.book.report(at: 1, by: nil)
        #expect(report.accepted.isEmpty)
        return (report.payments + report.tips).map { "\($0.name) \($0.amount.minorUnits)" }
    }

    @Test func whatWasNotPaidIsTakenOffTheCardsAndBookedAsALoss() throws {
        let wanted: [(Int64, [String], [String])] = [
            (1_100, ["card 1000", "card 100"], []),
            (0, ["card 0", "never paid 1100", "card 0"], ["card -1000", "never paid 1100", "card -100"]),
            (600, ["card 600", "never paid 500", "card 0"], ["card -400", "never paid 500", "card -100"]),
            (1_040, ["card 1000", "never paid 60", "card 40"], ["card 0", "never paid 60", "card -60"]),
        ]
        var wrong: [String] = []
        for (paid, now, later) in wanted {
            let told = (try rows(paid: paid, inNextShift: false), try rows(paid: paid, inNextShift: true))
            if told != (now, later) { wrong.append("\(paid): \(told)") }
        }
        #expect(wrong == [])
    }

    @Test func whatATicketCountsIsNobodysOrphan() throws {
        var till = try accepted()
        #expect(till.refusal(orphan("pi_9", leg: "k")) == .paymentCountedTwice(intentID: "pi_9"))
        try till.write(known(1_100), by: nil)
        #expect(till.refusal(orphan("pi_9")) == .paymentCountedTwice(intentID: "pi_9"))
        try till.write(orphan("pi_1", leg: "other"))
        #expect(till.refusal(orphan("pi_1")) == .paymentCountedTwice(intentID: "pi_1"))
        func booked() throws -> [Int64] {
            try till.book.report(at: 1, by: nil).audit.filter { $0.name == "given back without a ticket" }
                .map(\.amount.minorUnits)
        }
        #expect(try booked() == [700])
        try till.write(.orphanKept(intentID: "pi_1", amount: .eur(700)), by: nil)
        #expect(try booked() == [0])
        #expect(till.refusal(orphan("pi_1")) == nil)
    }

    /// What is written today must be readable for ever.
    @Test func theFormsStay() throws {
        let events = [
            known(1_100), .lossAcknowledged(leg: "k", reason: "seen"), orphan("pi_1", leg: "k"),
            .orphanKept(intentID: "pi_1", amount: .eur(700)),
        ].map { ShopEvent(id: "e", time: 1, businessDate: TestTill.day, cashier: "ann", kind: $0) }
        #expect(try events.map { try ShopEvent($0.record()) } == events)
        let forms = try events.map { String(decoding: try $0.record().body, as: UTF8.self) }
        let amount = #"{"currency":"eur","minorUnits":700}"#
        #expect(forms[1].contains(#""kind":{"lossAcknowledged":{"leg":"k","reason":"seen"}}"#))
        #expect(
            forms[2].contains(
                #"{"orphanGivenBack":{"amount":\#(amount),"intentID":"pi_1","leg":"k","reason":"proof"}}"#))
        #expect(forms[3].contains(#"{"orphanKept":{"amount":\#(amount),"intentID":"pi_1"}}"#))
        #expect(forms[0].contains(#""acceptedKnown":{"intentID":"pi_9","leg":{"#))
    }
}
