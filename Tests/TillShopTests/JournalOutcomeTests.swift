import Tender
import TenderSale
import TenderTestSupport
import Testing
import TillShop

/// What the journal proves of a leg, record by record.
@Suite struct JournalOutcomeTests {
    private static let asked = Amount(minorUnits: 1000, currency: .eur)
    private static let terms = PaymentTerms(intentID: "pi_1", amount: asked, baseKey: "k", order: "T1-4")
    private static let confirm = PaymentRequest.confirm(IdempotencyKey(base: "k", attempt: 1, verb: "confirm"))
    private static let cancel = PaymentRequest.cancel(IdempotencyKey(base: "k", attempt: 1, verb: "cancel"))

    private static func history(_ events: [JournalEntry.Event]) -> PaymentHistory? {
        PaymentHistory(
            folding: events.enumerated().map { place, event in
                RecordedEntry(
                    sequence: Int64(place + 1), stamp: Stamp(unixMilliseconds: 1000, upMilliseconds: 1000, boot: 1),
                    entry: JournalEntry(intentID: "pi_1", attempt: 1, terms: terms, event: event))
            })
    }

    private static func outcome(_ events: JournalEntry.Event...) -> LegOutcome {
        LegOutcome(history(events), asked: asked)
    }

    private static let opened = JournalEntry.Event.attemptOpened(reader: "SIM-0001", .none)
    private static let leaving = JournalEntry.Event.requestLeaving(confirm, send: 1)
    private static let facts = IntentFacts(id: "pi_1", amount: asked, status: .succeeded, received: 1000)
    private static let approved = JournalEntry.Event.settled(
        confirm, .approved(facts), receipt: CardDetails(last4: "4242"))

    @Test func withoutARecordNoCardWasAskedFor() {
        #expect(LegOutcome(nil, asked: Self.asked) == .canceled)
    }

    @Test func aCollectionThatWasInterruptedHoldsNothing() {
        #expect(Self.outcome(Self.opened) == .canceled)
    }

    @Test func aConfirmationThatLeftAndHasNoEndIsUnknown() {
        #expect(Self.outcome(Self.opened, Self.leaving) == .unknown)
    }

    @Test func anApprovalPays() {
        guard case .settled(let money) = Self.outcome(Self.opened, Self.leaving, Self.approved) else {
            Issue.record("not settled")
            return
        }
        #expect(money.amount == Self.asked)
        #expect(money.isCaptured)
        #expect(money.intentID == "pi_1")
        #expect(money.card?.last4 == "4242")
    }

    @Test func aDeclineAndARefusalTakeNothing() {
        let decline = Conclusion.declined(Decline(code: "card_declined", declineCode: "lost_card"), charge: "ch_1")
        #expect(
            Self.outcome(Self.opened, Self.leaving, .settled(Self.confirm, decline, receipt: nil))
                == .declined(reason: "lost_card"))
        #expect(
            Self.outcome(
                Self.opened, Self.leaving, .settled(Self.confirm, .notExecuted(.notConnected), receipt: nil))
                == .canceled)
    }

    @Test func anApprovalThatIsToBeGivenBackIsUnknownUntilItIs() {
        let asked = JournalEntry.Event.cancelAsked(.reverseIfApproved, by: .application)
        #expect(Self.outcome(Self.opened, Self.leaving, asked, Self.approved) == .unknown)
        let canceled = JournalEntry.Event.settled(Self.cancel, .canceled(by: .application), receipt: nil)
        #expect(
            Self.outcome(
                Self.opened, Self.leaving, asked, Self.approved, .requestLeaving(Self.cancel, send: 1), canceled)
                == .canceled)
    }

    @Test func anApprovalThatWasRefundedPaysNothing() {
        let key = IdempotencyKey(base: "r", attempt: 1, verb: "refund")
        let refund = RefundParameters(paymentIntent: "pi_1")
        #expect(
            Self.outcome(
                Self.opened, Self.leaving, Self.approved, .refundLeaving(refund, key, send: 1),
                .requestSettled(key, RequestEnd(.succeeded))) == .canceled)
    }

    @Test func aRefundIsKnownByItsKey() throws {
        let leg = try Self.refundLeg()
        let key = IdempotencyKey(base: "r", attempt: 1, verb: "refund")
        let left = JournalEntry.Event.refundLeaving(RefundParameters(paymentIntent: "pi_1"), key, send: 1)
        func outcome(_ events: JournalEntry.Event...) -> LegOutcome {
            LegOutcome(Self.history(events)?.refunds.first { $0.key == key }, of: leg, id: "re_1")
        }
        #expect(outcome(Self.approved) == .canceled)
        #expect(outcome(left) == .unknown)
        #expect(outcome(left, .requestSettled(key, RequestEnd(.unknown))) == .unknown)
        #expect(outcome(left, .requestSettled(key, RequestEnd(.notExecuted))) == .canceled)
        let money = LegOutcome.Settlement(amount: leg.asked, tip: leg.tip, isCaptured: true, refundID: "re_1")
        #expect(outcome(left, .requestSettled(key, RequestEnd(.succeeded))) == .settled(money))
    }

    /// A leg of 10.00 back to a card.
    static func refundLeg() throws -> TicketLeg {
        let zero = Amount(minorUnits: 0, currency: .eur)
        let sold = TicketRecord(
            id: "T1", number: 1, cashier: "anna",
            lines: [
                SoldLine(
                    number: 1, name: "Thing", department: "All", quantity: .one, unitPrice: asked, discount: zero,
                    amount: asked, taxClass: "A")
            ], taxes: [TaxRow(taxClass: "A", rate: .zero, isIncluded: true, net: asked, tax: zero)], total: asked,
            rounding: zero,
            legs: [LegRecord(id: "L1", method: .card, amount: asked, tip: zero, intentID: "pi_1")])
        var ticket = Ticket(
            id: "R1", cashier: "anna", refund: try Refundable(sold, earlier: []).plan(amount: asked))
        try ticket.addCardRefund(id: "B1", of: "L1")
        try ticket.start("B1")
        return try #require(ticket.leg("B1"))
    }
}
