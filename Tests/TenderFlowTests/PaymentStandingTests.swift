import TenderFlow
import TenderModel
import Testing

/// What became of a payment's money by its records, and the leg that it is of an order.
@Suite struct PaymentStandingTests {
    private typealias Event = JournalEntry.Event

    private static let terms = PaymentTerms(intentID: "pi_1", amount: Bench.amount, baseKey: "k", order: "7")
    private static let confirm = PaymentRequest.confirm(IdempotencyKey("k/1/confirm"))
    private static let cancel = PaymentRequest.cancel(IdempotencyKey("k/1/cancel"))
    private static let decline = Decline(code: "card_declined", declineCode: "lost_card")
    private static let opened = Event.attemptOpened(reader: "SIM-0001", .none)
    private static let begun = [opened, .requestLeaving(confirm, send: 1)]
    private static let reversing = Event.cancelAsked(.reverseIfApproved, by: .application)
    private static let paid = Bench.facts(.succeeded)
    private static let held = Bench.facts(.requiresCapture)
    /// Held with a tip of 2.00.
    private static let tipped = Bench.facts(
        .requiresCapture, amount: Amount(minorUnits: 1200, currency: .eur), tip: 200)

    private static func ended(_ conclusion: Conclusion, _ request: PaymentRequest = confirm) -> Event {
        .settled(request, conclusion, receipt: nil)
    }

    private static func refunding(_ units: Int64?, _ name: String = "r") -> Event {
        let amount = units.map { Amount(minorUnits: $0, currency: .eur) }
        return .refundLeaving(
            RefundParameters(paymentIntent: "pi_1", amount: amount), IdempotencyKey("\(name)/1/refund"), send: 1)
    }

    private static func refunded(_ units: Int64?, _ name: String = "r") -> [Event] {
        [refunding(units, name), .requestSettled(IdempotencyKey("\(name)/1/refund"), RequestEnd(.succeeded))]
    }

    private static func approved(_ facts: IntentFacts, _ more: [Event] = []) -> [Event] {
        begun + [ended(.approved(facts))] + more
    }

    /// A command that a terminal carries out by itself, and that it has not told about.
    private static let selling = Event.terminal(
        .leaving(
            TerminalCommand(.sale, key: IdempotencyKey("k/1/confirm"), terminal: "1", amount: Bench.amount)))

    /// The records, what became of the money, and the leg; `nil` if there is none.
    private static let table: [(String, [Event], PaymentStanding, OrderLeg.State?)] = [
        ("a card was asked for", [opened], .nothing(nil), nil),
        ("a confirmation left", begun, .unknown, .unknown),
        ("a terminal sells", [opened, selling], .unknown, .unknown),
        ("nobody could tell", begun + [ended(.unknown(.noAnswer))], .unknown, .unknown),
        ("a decline", begun + [ended(.declined(decline, charge: "ch_1"))], .nothing(decline), nil),
        ("a refusal", begun + [ended(.notExecuted(.notConnected))], .nothing(nil), nil),
        ("an approval", approved(paid), .approved(paid, left: 1000), .approved(1000)),
        ("a hold with a tip", approved(tipped), .approved(tipped, left: 1200), .approved(1000)),
        (
            "a reversal is owed", begun + [reversing, ended(.approved(paid))], .reversing(left: 1000),
            .givingBack(1000)
        ),
        (
            "a hold was released",
            approved(held, [.requestLeaving(cancel, send: 1), ended(.canceled(by: .engine), cancel)]), .nothing(nil),
            nil
        ),
        ("a refund left", approved(paid, [refunding(400)]), .approved(paid, left: 1000), .givingBack(1000)),
        ("a part went back", approved(paid, refunded(400)), .approved(paid, left: 600), .approved(600)),
        (
            "a part of a hold that was captured elsewhere", approved(held, refunded(400)),
            .approved(held, left: 600), .approved(600)
        ),
        ("both parts went back", approved(paid, refunded(400) + refunded(600, "s")), .refunded, .givenBack),
        ("all of it went back", approved(paid, refunded(nil)), .refunded, .givenBack),
    ]

    @Test func theRecordsTellWhatBecameOfTheMoney() throws {
        var wrong: [String] = []
        for (name, events, standing, leg) in Self.table {
            let records = events.enumerated().map { place, event in
                RecordedEntry(
                    sequence: Int64(place + 1), stamp: Stamp(unixMilliseconds: 1000, upMilliseconds: 1000, boot: 1),
                    entry: JournalEntry(intentID: "pi_1", attempt: 1, terms: Self.terms, event: event))
            }
            let history = try #require(PaymentHistory(folding: records))
            if history.standing != standing { wrong.append("\(name): \(history.standing)") }
            if OrderLeg(history)?.state != leg { wrong.append("\(name): \(String(describing: OrderLeg(history)))") }
        }
        #expect(wrong == [])
    }
}
