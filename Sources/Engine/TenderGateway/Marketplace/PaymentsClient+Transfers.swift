public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Money that a platform transfers to its accounts, and takes back.
extension PaymentsClient: TransferGateway {
    private static let transfers = "/v1/transfers"
    private static let transferKind = "transfer"

    /// Transfers money to a connected account, once per key; the response is compared with the request.
    public func createTransfer(
        _ parameters: TransferParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> Transfer {
        try requireSecretKey(to: "transfer money")
        let call = try MoneyCall.transfer(parameters)
        let answer = try await transport.send(
            APIRequest(method: .post, path: Self.transfers, parameters: call.form, key: key))
        return try answer.createdTransfer(parameters)
    }

    /// Retrieves a transfer.
    public func retrieveTransfer(_ id: String) async throws(GatewayError) -> Transfer {
        try await exchange(.get, Self.transfers, id: id, kind: Self.transferKind, to: "read a transfer")
    }

    /// Lists transfers, newest first: all of them, or those of an account or a group.
    public func listTransfers(
        destination: String? = nil, transferGroup: String? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<Transfer> {
        var form = FormParameters()
        form.add("destination", try destination?.checkedID())
        form.add("transfer_group", transferGroup)
        return try await page(Self.transfers, query, form, to: "list transfers")
    }

    /// Reverses a transfer, once per key; all that is left if `amount` is `nil`.
    ///
    /// - Parameter refundsFee: Whether the platform refunds its fee in proportion.
    public func reverseTransfer(
        _ id: String, amount: Amount? = nil, refundsFee: Bool = false, metadata: [String: String] = [:],
        key: IdempotencyKey
    ) async throws(GatewayError) -> TransferReversal {
        try requireSecretKey(to: "reverse a transfer")
        let call = try MoneyCall.reversal(of: id, amount: amount, refundsFee: refundsFee, metadata: metadata)
        let path = "\(Self.transfers)/\(id)/reversals"
        let answer = try await transport.send(APIRequest(method: .post, path: path, parameters: call.form, key: key))
        let reversal = try answer.decode(TransferReversal.self, kind: "transfer_reversal")
        try answer.check(reversal.amount, reversal.transfer, is: amount, of: id)
        return reversal
    }

    /// Updates the description and the metadata of a transfer; the metadata is merged.
    public func updateTransfer(
        _ id: String, description: String? = nil, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> Transfer {
        var form = FormParameters()
        form.add("description", description)
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.transfers, id: id, "", form, key: key, kind: Self.transferKind, to: "update a transfer")
    }

    /// Lists the reversals of a transfer, newest first.
    public func listTransferReversals(
        of transfer: String, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<TransferReversal> {
        try await page("\(Self.transfers)/\(try transfer.checkedID())/reversals", query, to: "list reversals")
    }

    /// Retrieves a reversal of a transfer.
    public func retrieveTransferReversal(
        _ id: String, of transfer: String
    ) async throws(GatewayError) -> TransferReversal {
        try await exchange(
            .get, "\(Self.transfers)/\(try transfer.checkedID())/reversals", id: id, kind: "transfer_reversal",
            to: "read a reversal")
    }

    /// Updates the metadata of a reversal of a transfer; it is merged.
    public func updateTransferReversal(
        _ id: String, of transfer: String, metadata: [String: String], key: IdempotencyKey
    ) async throws(GatewayError) -> TransferReversal {
        var form = FormParameters()
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, "\(Self.transfers)/\(try transfer.checkedID())/reversals", id: id, "", form, key: key,
            kind: "transfer_reversal", to: "update a reversal")
    }

    /// Retrieves an application fee.
    public func retrieveApplicationFee(_ id: String) async throws(GatewayError) -> ApplicationFee {
        try await exchange(.get, "/v1/application_fees", id: id, kind: "application_fee", to: "read an application fee")
    }

    /// Lists the refunds of an application fee, newest first.
    public func listApplicationFeeRefunds(
        of fee: String, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<ApplicationFeeRefund> {
        try await page("/v1/application_fees/\(try fee.checkedID())/refunds", query, to: "list refunds of a fee")
    }

    /// Retrieves a refund of an application fee.
    public func retrieveApplicationFeeRefund(
        _ id: String, of fee: String
    ) async throws(GatewayError) -> ApplicationFeeRefund {
        try await exchange(
            .get, "/v1/application_fees/\(try fee.checkedID())/refunds", id: id, kind: "fee_refund",
            to: "read a refund of a fee")
    }

    /// Updates the metadata of a refund of an application fee; it is merged.
    public func updateApplicationFeeRefund(
        _ id: String, of fee: String, metadata: [String: String], key: IdempotencyKey
    ) async throws(GatewayError) -> ApplicationFeeRefund {
        var form = FormParameters()
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, "/v1/application_fees/\(try fee.checkedID())/refunds", id: id, "", form, key: key,
            kind: "fee_refund", to: "update a refund of a fee")
    }

    /// Lists the fees that the platform took from its accounts' payments, newest first.
    ///
    /// - Parameter charge: The payment or the charge that it was taken from; `nil` for all.
    public func listApplicationFees(
        charge: String? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<ApplicationFee> {
        var form = FormParameters()
        form.add("charge", try charge?.checkedID())
        return try await page("/v1/application_fees", query, form, to: "list application fees")
    }

    /// Refunds a fee, once per key; all that is left if `amount` is `nil`.
    public func refundApplicationFee(
        _ id: String, amount: Amount? = nil, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> ApplicationFeeRefund {
        try requireSecretKey(to: "refund an application fee")
        var form = FormParameters()
        form.add("amount", try amount?.chargeableUnits())
        form.add("metadata", map: metadata)
        let path = "/v1/application_fees/\(try id.checkedID())/refunds"
        let answer = try await transport.send(APIRequest(method: .post, path: path, parameters: form, key: key))
        let refund = try answer.decode(ApplicationFeeRefund.self, kind: "fee_refund")
        try answer.check(refund.amount, refund.fee, is: amount, of: id)
        return refund
    }
}

/// Compares responses with the requests.
extension APIAnswer {
    fileprivate func createdTransfer(_ parameters: TransferParameters) throws(GatewayError) -> Transfer {
        let transfer = try decode(Transfer.self, kind: "transfer")
        try check(transfer.amount, transfer.destination, is: parameters.amount, of: parameters.destination)
        if let source = parameters.sourceTransaction, transfer.sourceTransaction != source {
            throw mismatch("the transfer is of '\(transfer.sourceTransaction ?? "no charge")', not of '\(source)'")
        }
        return transfer
    }

    /// Refuses a response about a different amount, or about a different object from the one that was named.
    func check(
        _ amount: Amount, _ id: String, is wanted: Amount?, of wantedID: String
    ) throws(GatewayError) {
        guard id == wantedID else { throw mismatch("the answer is about '\(id)', not about '\(wantedID)'") }
        if let wanted, wanted != amount {
            throw mismatch("\(wanted) was asked for, the answer says \(amount)")
        }
    }
}
