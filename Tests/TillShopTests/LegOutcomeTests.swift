import Tender
import TenderSale
import TenderTestSupport
import Testing
import TillShop

@Suite struct LegOutcomeTests {
    private let asked = Amount(minorUnits: 1000, currency: .eur)

    private func euros(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    private func intent(
        _ cents: Int64, _ status: PaymentIntentStatus = .succeeded, received: Int64? = nil, capturable: Int64? = nil
    ) -> PaymentIntent {
        PaymentIntent(
            id: "pi_1", amount: euros(cents), status: status, amountCapturable: capturable.map(euros),
            amountReceived: received.map(euros))
    }

    private func settled(_ outcome: LegOutcome) -> LegOutcome.Settlement? {
        guard case .settled(let money) = outcome else { return nil }
        return money
    }

    @Test(arguments: [
        // authorized, of the ticket, tip
        (1200, 1000, 200), (1000, 1000, 0), (1100, 1000, 100), (700, 700, 0), (1, 1, 0),
    ])
    func theCardPaysTheTicketFirstAndTheTipLast(_ authorized: Int64, _ paid: Int64, _ tip: Int64) {
        let money = settled(LegOutcome(.approved(intent(1200, received: authorized)), asked: asked))
        #expect(money?.amount == euros(paid))
        #expect(money?.tip == euros(tip))
        #expect(money?.isCaptured == true)
        #expect(money?.intentID == "pi_1")
    }

    @Test func whatTheGatewayKnowsAsATipPaysNothingOfTheTicket() {
        let part = PaymentIntent(
            id: "pi_1", amount: euros(800), status: .succeeded, amountReceived: euros(800), amountTip: euros(150))
        let money = settled(LegOutcome(.approved(part), asked: asked))
        #expect(money?.amount == euros(650))
        #expect(money?.tip == euros(150))
    }

    @Test func aHoldIsNotCaptured() {
        let held = settled(
            LegOutcome(.approved(intent(1000, .requiresCapture, received: 0, capturable: 1000)), asked: asked))
        #expect(held?.amount == asked)
        #expect(held?.isCaptured == false)
    }

    @Test func moneyThatCannotPayTheLegIsForAPerson() {
        let dollars = PaymentIntent(id: "pi_1", amount: Amount(minorUnits: 1000, currency: .usd), status: .succeeded)
        #expect(LegOutcome(.approved(dollars), asked: asked) == .unknown)
        #expect(LegOutcome(.approved(intent(1000, received: 0)), asked: asked) == .unknown)
    }

    @Test func otherOutcomesAreTakenOver() {
        let decline = Decline(code: "card_declined", declineCode: "insufficient_funds")
        let open = intent(1000, .requiresPaymentMethod)
        let unknown = UnknownOutcome(
            reason: .noAnswer, intent: open, idempotencyKey: IdempotencyKey("k"), message: "not known")
        #expect(LegOutcome(.declined(decline, open), asked: asked) == .declined(reason: "insufficient_funds"))
        #expect(LegOutcome(.canceled(by: .customer, open), asked: asked) == .canceled)
        #expect(LegOutcome(.unknown(unknown), asked: asked) == .unknown)
        let payment = OfflinePayment(id: "off_1", amount: euros(1200), card: CardDetails(last4: "4242"))
        let stored = LegOutcome(.storedOffline(OfflineApproval(payment: payment, intent: open)), asked: asked)
        guard case .offline(let money) = stored else {
            Issue.record("\(stored)")
            return
        }
        #expect(money.amount == asked)
        #expect(money.tip == euros(200))
        #expect(money.card?.last4 == "4242")
        #expect(money.intentID == "off_1")
    }
}
