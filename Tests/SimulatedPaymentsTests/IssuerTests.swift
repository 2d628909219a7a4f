import SimulatedCard
import TenderModel
import Testing

@testable import SimulatedPayments

/// The issuer guards its money by itself, whatever the API's objects say.
@Suite struct IssuerTests {
    private func approving(_ amount: Int64, isPart: Bool = false) -> Issuer {
        var issuer = Issuer()
        var request = Issuer.Request(
            reference: "a", paymentIntent: "pi", card: .visa, hasPIN: false, amount: amount, currency: .eur)
        request.isPart = isPart
        _ = issuer.authorize(request, now: 0)
        return issuer
    }

    @Test func aHoldEndsOnce() {
        var captured = approving(10000)
        let afterCapture = [
            captured.capture(6000, of: "a", now: 1), captured.capture(4000, of: "a", now: 2),
            captured.release("a", now: 2),
        ]
        var released = approving(10000)
        let afterRelease = [
            released.release("a", now: 1), released.release("a", now: 2), released.capture(1, of: "a", now: 2),
        ]
        #expect(afterCapture == [true, false, false])
        #expect(afterRelease == [true, false, false])
        #expect(captured.entry(paymentIntent: "pi")?.captured == 6000)
        #expect(captured.entry(paymentIntent: "pi")?.released == 4000)
        #expect(released.entry(paymentIntent: "pi")?.released == 10000)
    }

    /// The rest of the amount is another card's, and no tip.
    @Test func noMoreIsCapturedThanThePartThatWasApproved() {
        var (whole, part) = (approving(10000), approving(10000, isPart: true))
        let found = [
            whole.capture(10001, of: "a", now: 1), part.capture(10001, of: "a", now: 1),
            part.capture(10000, of: "a", now: 1),
        ]
        #expect(found == [true, false, true])
    }

    @Test func onlyWhatWasTakenIsGivenBack() {
        var issuer = approving(10000)
        let found = [
            issuer.refund(1, of: "a", now: 1), issuer.capture(10000, of: "a", now: 1),
            issuer.refund(9999, of: "a", now: 2), issuer.refund(2, of: "a", now: 3),
            issuer.returnRefund(10000, of: "a", now: 4), issuer.returnRefund(9999, of: "a", now: 4),
            issuer.refund(10000, of: "a", now: 5), issuer.refund(1, of: "b", now: 5),
        ]
        #expect(found == [false, true, true, false, false, true, true, false])
        #expect(issuer.entry(paymentIntent: "pi")?.refunded == 10000)
    }

    @Test func theEventsAloneGiveTheStateBack() {
        var issuer = approving(10000)
        _ = issuer.capture(6000, of: "a", now: 1)
        _ = issuer.refund(1000, of: "a", now: 2)
        var copy = Issuer()
        for event in issuer.events { copy.apply(event) }
        #expect(copy.entry(paymentIntent: "pi") == issuer.entry(paymentIntent: "pi"))
        #expect(copy.events == issuer.events)
        let refunds = [copy.refund(5001, of: "a", now: 3), copy.refund(5000, of: "a", now: 3)]
        #expect(refunds == [false, true])
    }
}
