import TenderFlow
import TenderModel
import Testing

/// What a list of refunds says about a reversal: its own refund in any round, and what others have given back.
@Suite struct ReversalReplyTests {
    private static let request = PaymentRequest.findRefund(IdempotencyKey("k/1/refund"))

    private static func refund(
        _ id: String, _ units: Int64, of intent: String = "pi_1", in currency: Currency = .eur,
        _ status: RefundStatus = .succeeded, key: String? = nil
    ) -> Refund {
        Refund(
            id: id, amount: Amount(minorUnits: units, currency: currency), status: status, paymentIntent: intent,
            metadata: key.map { [PaymentIntent.attemptMetadata: $0] } ?? [:])
    }

    @Test func onlyWhatSucceededOfThisPaymentCounts() {
        let rows: [([Refund], GatewayReply)] = [
            ([], .noRefund()),
            ([Self.refund("a", 300), Self.refund("b", 200)], .noRefund(others: 500)),
            ([Self.refund("a", 300, of: "pi_2"), Self.refund("b", 300, in: .usd)], .noRefund()),
            ([Self.refund("a", 300, .pending), Self.refund("b", 200, .failed)], .noRefund()),
            ([Self.refund("a", .max), Self.refund("b", 1)], .noRefund()),
        ]
        var wrong: [String] = []
        for (refunds, expected) in rows {
            let reply = Self.request.reply(among: refunds, of: "pi_1", in: .eur)
            if reply != expected { wrong.append("\(refunds.map(\.id)): \(reply)") }
        }
        #expect(wrong == [])
    }

    @Test func itsOwnIsFoundInAnyRoundAndIsNoOthers() {
        for key in ["k/1/refund", "k/1/refund.2"] {
            let own = Self.refund("own", 600, key: key)
            let reply = Self.request.reply(among: [Self.refund("a", 400), own], of: "pi_1", in: .eur)
            #expect(reply == .refund(RefundFacts(own, others: 400)))
        }
        let foreign = Self.refund("own", 600, of: "pi_2", key: "k/1/refund")
        #expect(Self.request.reply(among: [foreign], of: "pi_1", in: .eur) == .noRefund())
    }
}
