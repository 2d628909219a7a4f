public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Payouts from the account to its bank; for a connected account, through `acting(for:)`.
extension PaymentsClient {
    private static let payouts = "/v1/payouts"
    private static let payoutKind = "payout"

    /// Pays out of the available balance, once per key; the response is compared with the request.
    ///
    /// - Parameters:
    ///   - method: `standard` or `instant`; `nil` for the API's default.
    ///   - destination: The bank account; `nil` for the default one of the currency.
    public func createPayout(
        _ amount: Amount, method: String? = nil, destination: String? = nil, description: String? = nil,
        metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> Payout {
        try requireSecretKey(to: "pay out")
        let call = try MoneyCall.payout(
            amount, method: method, destination: destination, description: description, metadata: metadata)
        let answer = try await transport.send(
            APIRequest(method: .post, path: Self.payouts, parameters: call.form, key: key))
        let payout = try answer.decode(Payout.self, kind: Self.payoutKind)
        guard payout.amount == amount else {
            throw answer.mismatch("\(amount) was to be paid out, the answer says \(payout.amount)")
        }
        return payout
    }

    /// Retrieves a payout.
    public func retrievePayout(_ id: String) async throws(GatewayError) -> Payout {
        try await exchange(.get, Self.payouts, id: id, kind: Self.payoutKind, to: "read a payout")
    }

    /// Lists payouts, newest first: all of them, or those with a status; filter: `destination`.
    public func listPayouts(
        status: Payout.Status? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<Payout> {
        var form = FormParameters()
        form.add("status", status?.rawValue)
        return try await page(Self.payouts, query, form, permitting: [.destination, .status], to: "list payouts")
    }

    /// Reverses a payout that was paid, once per key; the program keeps the key.
    ///
    /// `Terminal.perform(.payoutReversal(…))` keeps the key itself.
    ///
    /// - Returns: The payout that takes the money back, with a negative amount.
    public func reversePayout(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> Payout {
        try await perform(.payoutReversal(of: id), key: key).decode()
    }

    /// Updates the metadata of a payout; it is merged.
    public func updatePayout(
        _ id: String, metadata: [String: String], key: IdempotencyKey
    ) async throws(GatewayError) -> Payout {
        var form = FormParameters()
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.payouts, id: id, "", form, key: key, kind: Self.payoutKind, to: "update a payout")
    }

    /// Cancels a pending payout.
    public func cancelPayout(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> Payout {
        try await exchange(
            .post, Self.payouts, id: id, "/cancel", key: key, kind: Self.payoutKind, to: "cancel a payout")
    }
}
