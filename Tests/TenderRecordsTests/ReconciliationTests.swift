import TenderFlow
import TenderModel
import TenderRecords
import Testing

/// What comes of holding the journal against the gateway.
@Suite struct ReconciliationTests {
    private static let terms = PaymentTerms(
        intentID: "pi_1", amount: Amount(minorUnits: 1000, currency: .eur), baseKey: "k", order: "A1")

    private static func facts(
        _ status: PaymentIntentStatus, _ money: Int64 = 0, refunded: Int64 = 0, currency: Currency = .eur,
        id: String = "pi_1"
    ) -> IntentFacts {
        IntentFacts(
            id: id, amount: Amount(minorUnits: 1000, currency: currency), status: status,
            capturable: status == .requiresCapture ? money : 0, received: status == .succeeded ? money : 0,
            refunded: refunded)
    }

    /// A payment that asked for its authorization, with what followed.
    private static func history(_ events: [JournalEntry.Event]) -> PaymentHistory? {
        let confirm = JournalEntry.Event.requestLeaving(.confirm(key("confirm")), send: 1)
        let all = [.attemptOpened(reader: nil, .none), confirm] + events
        return PaymentHistory(
            folding: all.enumerated().map { index, event in
                RecordedEntry(
                    sequence: Int64(index + 1), stamp: Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1),
                    entry: JournalEntry(intentID: "pi_1", attempt: 1, terms: terms, event: event))
            })
    }

    private static func key(_ verb: String) -> IdempotencyKey { IdempotencyKey(base: "k", attempt: 1, verb: verb) }

    private static func approved(_ facts: IntentFacts) -> JournalEntry.Event {
        .settled(.confirm(key("confirm")), .approved(facts), receipt: nil)
    }

    private static let declined = JournalEntry.Event.settled(
        .confirm(key("confirm")), .declined(Decline(code: "card_declined"), charge: nil), receipt: nil)

    private static func refunded(_ units: Int64?) -> [JournalEntry.Event] {
        let parameters = RefundParameters(
            paymentIntent: "pi_1", amount: units.map { Amount(minorUnits: $0, currency: .eur) })
        return [
            .refundLeaving(parameters, key("refund"), send: 1), .requestSettled(key("refund"), RequestEnd(.succeeded)),
        ]
    }

    @Test func eachPairOfTalesHasItsFinding() {
        let paid = Self.approved(Self.facts(.succeeded, 1000))
        let held = Self.approved(Self.facts(.requiresCapture, 1000))
        let cases: [(String, [JournalEntry.Event], IntentFacts?, Reconciliation.Finding)] = [
            ("both paid", [paid, .claimed], Self.facts(.succeeded, 1000), .matched),
            ("both paid, unclaimed", [paid], Self.facts(.succeeded, 1000), .matched),
            ("both held", [held, .claimed], Self.facts(.requiresCapture, 1000), .openHold),
            ("hold lapsed", [held, .claimed], Self.facts(.canceled), .oursOnly),
            ("paid here only", [paid, .claimed], nil, .oursOnly),
            ("paid here, open there", [paid, .claimed], Self.facts(.requiresPaymentMethod), .oursOnly),
            ("another sum", [paid, .claimed], Self.facts(.succeeded, 999), .amountDiffers),
            ("another currency", [paid, .claimed], Self.facts(.succeeded, 1000, currency: .usd), .amountDiffers),
            ("declined here, paid there", [Self.declined], Self.facts(.succeeded, 1000), .theirsOnly),
            ("both declined", [Self.declined], Self.facts(.requiresPaymentMethod), .matched),
            ("declined here, gone there", [Self.declined], nil, .matched),
            ("nobody knows", [], Self.facts(.succeeded, 1000), .unresolved),
            ("refunded on both", [paid] + Self.refunded(nil), Self.facts(.succeeded, 1000, refunded: 1000), .matched),
            ("part refunded", [paid] + Self.refunded(300), Self.facts(.succeeded, 1000, refunded: 300), .matched),
            ("refunded there only", [paid], Self.facts(.succeeded, 1000, refunded: 1000), .oursOnly),
            ("refunded here only", [paid] + Self.refunded(nil), Self.facts(.succeeded, 1000), .theirsOnly),
        ]
        let wrong = cases.compactMap { name, events, intent, expected -> String? in
            guard let history = Self.history(events) else { return name }
            let result = Reconciliation([history], intent.map { [$0] } ?? [])
            let found = result.lines.map(\.finding)
            return found == [expected] && result.isClean == !expected.isUnclean ? nil : "\(name): \(found)"
        }
        #expect(wrong == [])
    }

    /// What another till made is counted apart, also when this one refunded a part of it, and not when this one asked for
    /// a card.
    @Test func whatAnotherTillMadeIsCountedApart() {
        let refund = PaymentHistory(
            folding: Self.refunded(300).enumerated().map { index, event in
                RecordedEntry(
                    sequence: Int64(index + 1), stamp: Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1),
                    entry: JournalEntry(intentID: "pi_2", attempt: 1, terms: nil, event: event))
            })
        let declined = Self.history([Self.declined])
        let paid = ["pi_1", "pi_2", "pi_3", "pi_4"].map { Self.facts(.succeeded, 1000, id: $0) }
        let result = Reconciliation(
            [declined, refund].compactMap(\.self), paid, otherTills: ["pi_1": "b", "pi_2": "b", "pi_3": "b"])
        #expect(result.lines.map(\.finding) == [.theirsOnly, .otherTill, .otherTill, .theirsOnly])
        #expect(result.lines.map(\.journal) == [nil, "b", "b", nil])
    }

    @Test func moneyThatOnlyTheGatewayKnowsIsFoundAndAnUnusedIntentIsNot() {
        let result = Reconciliation(
            [], [Self.facts(.succeeded, 5, id: "pi_2"), Self.facts(.requiresPaymentMethod, id: "pi_3")])
        #expect(result.lines.map(\.intentID) == ["pi_2"])
        #expect(result.count(.theirsOnly) == 1)
    }
}
