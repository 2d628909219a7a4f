public import TenderFlow
import TenderHTTP
public import TenderModel

/// Changes to refunds that were made before.
///
/// `MoneyCall.refundCancellation` cancels one under a key of the journal.
extension PaymentsClient {
    /// Updates the metadata of a refund; it is merged.
    public func updateRefund(
        _ id: String, metadata: [String: String], key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        var form = FormParameters()
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, "/v1/refunds", id: id, "", form, key: key, kind: "refund", to: "update a refund")
    }

    /// Cancels a refund that requires an action of the customer, once per key; the program keeps the key.
    ///
    /// The customer gets nothing then. The API refuses it for a refund in another state, such as one to a card.
    /// `Terminal.perform(.refundCancellation(…))` keeps the key itself.
    public func cancelRefund(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        try await perform(.refundCancellation(id), key: key).decode()
    }
}
