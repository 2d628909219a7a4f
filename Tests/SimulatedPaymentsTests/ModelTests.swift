import Foundation
import SimulatedPayments
import TenderModel
import Testing

/// The answers as the engine reads them.
@Suite struct ModelTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ answer: Shop.Answer) throws -> Value {
        try JSONDecoder().decode(type, from: Data(answer.bytes))
    }

    @Test func aHeldPaymentIsReadWhole() throws {
        var shop = Shop()
        let (id, _) = try shop.pay(1000, [("capture_method", "manual"), ("metadata[tender_attempt]", "a/1")])
        let all: Form = [("expand[0]", "latest_charge"), ("expand[1]", "payment_method")]
        let intent = try decode(PaymentIntent.self, shop.get("payment_intents/\(id)", all))
        #expect(intent.status == .requiresCapture)
        #expect(intent.amountCapturable?.minorUnits == 1000)
        #expect(intent.metadata == ["tender_attempt": "a/1"])
        #expect(intent.captureMethod == .manual)
        let charge = try #require(intent.latestCharge?.value)
        #expect(charge.card?.brand == .visa)
        #expect(charge.card?.last4 == "4242")
        #expect(charge.authorizationCode?.count == 6)
        #expect(charge.card?.captureBefore == shop.now + SimulatedPayments.holdLifetime)
        #expect(charge.card?.overcaptureSupported == true)
        #expect(charge.card?.amountAuthorized == 1000)
        #expect(charge.card?.receipt?.dedicatedFileName == "A0000000031010")
        #expect(intent.paymentMethod?.value?.card?.readMethod == .contactEmv)
    }

    @Test func declinesAndRefundsAreRead() throws {
        var shop = Shop()
        let (id, _) = try shop.pay(1001)
        let declined = try decode(PaymentIntent.self, shop.get("payment_intents/\(id)"))
        #expect(declined.lastPaymentError?.declineCode == "call_issuer")
        #expect(declined.paymentMethod == nil)
        let paid = try shop.pay(500).id
        let refund = try decode(Refund.self, shop.post("refunds", [("payment_intent", paid), ("amount", "200")]))
        #expect(refund.amount.minorUnits == 200)
        #expect(refund.status == .succeeded)
        #expect(refund.paymentIntent == paid)
    }
}
