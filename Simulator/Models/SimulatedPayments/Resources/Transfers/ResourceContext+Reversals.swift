import TenderModel

/// Transfers that are reversed, wholly or in part.
extension ResourceContext {
    static let reversalObject = "transfer_reversal"

    mutating func createReversal(_ call: Call) throws(APIFailure) -> APIObject {
        let transfer = try findTransfer(call)
        let parameters = call.parameters
        let money = try ReturnableMoney(transfer: transfer)
        guard money.left > 0 else {
            throw .refused("Transfer \(transfer.id) is already fully reversed.", code: nil, param: "id")
        }
        try checkEnd(of: transfer["destination"]?.text, param: "id")
        let amount = parameters.integer("amount") ?? money.left
        guard amount <= money.left else {
            throw .refused(
                "Transfer reversal amount is greater than the unreversed amount of the transfer.", code: nil,
                param: "amount")
        }
        let metadata = try parameters.metadata()
        let fee = parameters.boolean("refund_application_fee") == true ? try applicationFee(of: transfer) : nil
        let reversal = reverse(amount, of: money, metadata: metadata, for: nil, call)
        if let fee {
            let part = min(Self.part(of: fee.amount, amount, money.amount), fee.left)
            if part > 0 { refundFee(part, of: fee, call) }
        }
        return .json(reversal.json)
    }

    /// Reverses money of a transfer.
    ///
    /// - Parameter refund: The refund of the charge that caused it.
    mutating func reverse(
        _ amount: Int64, of money: ReturnableMoney, metadata: [String: String] = [:], for refund: String?, _ call: Call
    ) -> Document {
        let (transfer, currency) = (money.document, money.currency)
        let (id, returned) = (newID(.transferReversals), newOtherID(.refunds))
        let sent = transfer["balance_transaction"]?.text.flatMap { balanceTransactions[$0] }
        let availableOn = sent?.availableOn ?? call.now
        let received = move(
            amount, currency, .transferRefund, source: id, of: transfer.account, description: nil,
            availableOn: availableOn, now: call.now)
        giveBack(amount, currency, of: transfer, as: returned, by: id, availableOn: availableOn, call)
        let reversal = makeDocument(
            .transferReversals, id: id,
            [
                "amount": .integer(amount), "balance_transaction": .string(received.id),
                "created": .integer(call.now), "currency": .string(currency.code),
                "destination_payment_refund": .string(returned),
                "metadata": .object(metadata.mapValues(JSONValue.string)), "source_refund": .optional(refund),
                "transfer": .string(transfer.id),
            ], call)
        var changed = transfer
        changed["amount_reversed"] = .integer(money.returned + amount)
        changed["reversed"] = .bool(amount == money.left)
        put(changed)
        emit("transfer.reversed", .json(json(changed)), of: transfer.account, by: call, now: call.now)
        return reversal
    }

    /// Records a reversal on the account that the money came to: as a refund of its payment.
    private mutating func giveBack(
        _ amount: Int64, _ currency: Currency, of transfer: Document, as id: String, by reversal: String,
        availableOn: Int64, _ call: Call
    ) {
        guard let payment = transfer["destination_payment"]?.text, var charge = charges[payment] else { return }
        charge.amountRefunded += amount
        put(charge)
        var refund = RefundRow(
            id: id, account: charge.account, created: call.now, amount: amount, currency: currency, charge: payment,
            intent: nil, paymentMethod: nil, reason: nil, metadata: [:], status: .succeeded)
        refund.sourceTransferReversal = reversal
        refund.balanceTransaction =
            move(
                -amount, currency, .paymentRefund, source: id, of: charge.account, description: nil,
                availableOn: availableOn, now: call.now
            ).id
        put(refund)
    }

    private func applicationFee(of transfer: Document) throws(APIFailure) -> ReturnableMoney? {
        guard let charge = transfer["source_transaction"]?.text.flatMap({ charges[$0] }),
            charge.more["transfer"] == .string(transfer.id),
            let fee = charge.more["application_fee"]?.text.flatMap({ documents[$0] })
        else { return nil }
        return try ReturnableMoney(fee: fee)
    }

    /// Returns the part of an amount in proportion to `part` of `whole`, half a unit rounded up.
    static func part(of amount: Int64, _ part: Int64, _ whole: Int64) -> Int64 {
        guard whole > 0 else { return 0 }
        // Amounts have eight digits, so that the product fits.
        return (amount * part * 2 + whole) / (whole * 2)
    }

    func reversals(of transfer: Document) -> [Document] {
        documents.ids(naming: transfer.id).compactMap { document($0, Self.reversalObject, transfer.account) }
    }

    func findReversal(_ call: Call) throws(APIFailure) -> Document {
        try findPart(Self.reversalObject, of: findTransfer(call), as: "transfer", named: "transfer reversal", call)
    }
}
