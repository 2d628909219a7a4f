import Tender
import TenderSale

/// One transfer or reversal as a request to the gateway: its key, its group, and how to find it again.
struct TransferRequest: Sendable {
    /// The metadata key by which a transfer is found.
    private static let metadata = "tender_transfer"

    private let transfer: SellerTransfer
    private let key: IdempotencyKey
    private let group: String
    /// For a reversal: the gateway's transfer, and the amount already reversed.
    private let original: (id: String, before: Int64)?

    /// Returns `nil` for a reversal of something not yet sent, or while the amount already reversed is unknown.
    init?(_ transfer: SellerTransfer, _ book: TransferBook, keyPrefix: String) {
        guard !book.isHeldUp(transfer.id) else { return nil }
        self.transfer = transfer
        group = keyPrefix + "." + transfer.leg
        key = IdempotencyKey(
            base: keyPrefix + "." + transfer.id, attempt: transfer.attempt,
            verb: transfer.way == .out ? "transfer" : "reverse")
        switch transfer.way {
        case .out: original = nil
        case .back(let id):
            guard case .made(let made)? = book[id]?.state else { return nil }
            original = (made, book.takenBack(of: id))
        }
    }

    /// Returns the charge with the money, which need not be available yet; `nil` for a reversal.
    func charge(_ gateway: any Gateway) async throws(GatewayError) -> String? {
        guard original == nil else { return nil }
        let intent = try await gateway.retrievePaymentIntent(PaymentIntentReference(id: transfer.intentID))
        guard let charge = intent.latestCharge?.id else {
            throw GatewayError(
                .unexpectedState, fate: .notSent, message: "the payment '\(intent.id)' has no charge")
        }
        return charge
    }

    /// Sends the request; returns the gateway's id of the result.
    func send(_ charge: String?, _ gateway: any TransferGateway) async throws(GatewayError) -> String {
        if let original {
            return try await gateway.reverseTransfer(
                original.id, amount: transfer.amount, refundsFee: false, metadata: [Self.metadata: transfer.id],
                key: key
            ).id
        }
        let parameters = TransferParameters(
            transfer.amount, to: transfer.account, sourceTransaction: charge, transferGroup: group,
            metadata: [Self.metadata: transfer.id])
        return try await gateway.createTransfer(parameters, key: key).id
    }

    /// Looks up the result; returns `nil` when there is none, and the same request may go again.
    ///
    /// - Throws: `GatewayError`, also when something else stands in its place, for a person to look at.
    func find(_ gateway: any TransferGateway) async throws(GatewayError) -> String? {
        if let original { return try await findReversal(original, gateway) }
        let all = try await ListPage.all { query throws(GatewayError) in
            try await gateway.listTransfers(destination: transfer.account, transferGroup: group, query)
        }
        guard let found = all.first(where: { $0.metadata[Self.metadata] == transfer.id }) else { return nil }
        guard found.amount == transfer.amount else { throw mismatch("'\(found.id)' is of \(found.amount)") }
        return found.id
    }

    private func findReversal(
        _ original: (id: String, before: Int64), _ gateway: any TransferGateway
    ) async throws(GatewayError) -> String? {
        let reversed = try await gateway.retrieveTransfer(original.id).amountReversed.minorUnits
        if reversed == original.before { return nil }
        guard reversed - original.before == transfer.amount.minorUnits else {
            throw mismatch("'\(original.id)' was reversed by something else as well")
        }
        return original.id
    }

    private func mismatch(_ what: String) -> GatewayError {
        GatewayError(
            .answerMismatch, fate: .unknown, message: "\(what), and \(transfer.amount) was to go: look at it")
    }
}
