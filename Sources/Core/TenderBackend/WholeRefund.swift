import FoundationEssentials
import TenderBytes

/// The refund of a whole payment, as a reversal is: the till does not name its amount, and the API knows it.
///
/// What was captured does not change any more, so the same refund is judged alike each time.
public struct WholeRefund: Hashable, Sendable {
    /// The API's path of the payment, which is retrieved before the refund is sent.
    public let path: String
    private let limit: Int64

    private struct Payment: Decodable {
        let status: String
        let amountReceived: Int64

        enum CodingKeys: String, CodingKey {
            case status
            case amountReceived = "amount_received"
        }
    }

    /// Reads the fields of a refund; `nil` if they name an amount, or no PaymentIntent.
    init?(_ form: [FormField], upTo limit: Int64) {
        guard !form.contains(where: { ["amount", "charge"].contains($0.name) }),
            let id = form.first(where: { $0.name == "payment_intent" })?.value,
            let path = BackendCall.all.first(where: { $0.name == "retrieve_payment_intent" })?
                .path(["payment_intent_id": id])
        else { return nil }
        self.path = path
        self.limit = limit
    }

    /// Returns why the refund is refused, from the API's answer about the payment; `nil` if it is within the limit.
    public func refusal(_ answer: [UInt8]) -> BackendRefusal? {
        guard let payment = try? JSONDecoder().decode(Payment.self, from: Data(answer)), payment.status == "succeeded"
        else { return .refundWithoutAmount }
        return payment.amountReceived <= limit ? nil : .amountTooLarge(limit: limit)
    }
}
