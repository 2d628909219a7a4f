public import TenderFlow
public import TenderModel

/// Money that a platform transfers to its sellers' accounts, and takes back; one call is one exchange.
public protocol TransferGateway: Sendable {
    /// Transfers money to a connected account, once per key.
    func createTransfer(_ parameters: TransferParameters, key: IdempotencyKey) async throws(GatewayError) -> Transfer

    /// Retrieves a transfer.
    func retrieveTransfer(_ id: String) async throws(GatewayError) -> Transfer

    /// Lists transfers, newest first: all of them, or those of an account or a group.
    func listTransfers(
        destination: String?, transferGroup: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Transfer>

    /// Reverses a transfer, once per key; all that is left if `amount` is `nil`.
    func reverseTransfer(
        _ id: String, amount: Amount?, refundsFee: Bool, metadata: [String: String], key: IdempotencyKey
    ) async throws(GatewayError) -> TransferReversal
}
