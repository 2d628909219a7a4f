import TenderModel

/// The fees that a platform keeps of its accounts' payments.
extension ResourceContext {
    static let feeObject = "application_fee"
    static let feeRefundObject = "fee_refund"

    /// Records a platform's earning from a payment.
    ///
    /// - Parameters:
    ///   - account: The account that pays it.
    ///   - payment: The payment that it was taken from.
    ///   - charge: The platform's charge behind the payment.
    /// - Returns: The id of the fee.
    mutating func earnFee(
        _ amount: Int64, of account: String, _ payment: String, from charge: String?, _ currency: Currency,
        _ movement: BalanceTransactionRow, _ call: Call
    ) -> String {
        let platform = platform(of: account) ?? call.account
        let id = newID(.applicationFees)
        let earned = move(
            amount, currency, .applicationFee, source: id, of: platform, description: nil,
            availableOn: movement.availableOn, now: call.now)
        let fee = Document(
            id: id, account: platform, created: call.now, object: Self.feeObject,
            fields: [
                "account": .string(account), "amount": .integer(amount), "amount_refunded": 0,
                "application": .string(Self.application(of: platform)), "balance_transaction": .string(earned.id),
                "charge": .string(payment), "created": .integer(call.now), "currency": .string(currency.code),
                "fee_source": ["charge": .string(payment), "type": "charge"], "livemode": false,
                "originating_transaction": .optional(charge), "refunded": false,
            ])
        put(fee)
        emit("application_fee.created", .json(json(fee)), of: platform, by: call, now: call.now)
        guard var row = charges[payment], row.more["source_transfer"] != nil else { return id }
        row.more["application_fee"] = .string(id)
        put(row)
        return id
    }

    func listFees(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let charge = call.parameters["charge"]
        let page = try page(
            documents, of: Document.shelf(Self.feeObject, of: call.account), query, object: Self.feeObject
        ) {
            query.matches($0.created)
                && (charge == nil || charge == $0["charge"] || charge == $0["originating_transaction"])
        }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: "/v1/application_fees"))
    }

    func findFee(_ call: Call) throws(APIFailure) -> Document {
        try findDocument(Self.feeObject, call, named: "application fee")
    }

    mutating func createFeeRefund(_ call: Call) throws(APIFailure) -> APIObject {
        let fee = try findFee(call)
        let money = try ReturnableMoney(fee: fee)
        guard money.left > 0 else {
            throw .refused("This application fee has already been refunded.", code: nil, param: "id")
        }
        try checkEnd(of: fee["account"]?.text, param: "id")
        let amount = call.parameters.integer("amount") ?? money.left
        guard amount <= money.left else {
            throw .refused(
                "Refund amount is greater than the unrefunded amount of the application fee.", code: nil,
                param: "amount")
        }
        return .json(refundFee(amount, of: money, metadata: try call.parameters.metadata(), call).json)
    }

    /// Refunds a platform's fee, of which so much is left, to an account.
    @discardableResult
    mutating func refundFee(
        _ amount: Int64, of money: ReturnableMoney, metadata: [String: String] = [:], _ call: Call
    ) -> Document {
        let (fee, currency) = (money.document, money.currency)
        let id = newID(.feeRefunds)
        let earned = fee["balance_transaction"]?.text.flatMap { balanceTransactions[$0] }
        let availableOn = earned?.availableOn ?? call.now
        let given = move(
            -amount, currency, .applicationFeeRefund, source: id, of: fee.account, description: nil,
            availableOn: availableOn, now: call.now)
        if let account = fee["account"]?.text {
            _ = move(
                amount, currency, .adjustment, source: id, of: account, description: "Application fee refund",
                availableOn: availableOn, now: call.now)
        }
        let refund = Document(
            id: id, account: fee.account, created: call.now, object: Self.feeRefundObject,
            fields: [
                "amount": .integer(amount), "balance_transaction": .string(given.id), "created": .integer(call.now),
                "currency": .string(currency.code), "fee": .string(fee.id),
                "metadata": .object(metadata.mapValues(JSONValue.string)),
            ])
        put(refund)
        var changed = fee
        changed["amount_refunded"] = .integer(money.returned + amount)
        changed["refunded"] = .bool(amount == money.left)
        put(changed)
        emit("application_fee.refunded", .json(json(changed)), of: fee.account, by: call, now: call.now)
        return refund
    }

    func feeRefunds(of fee: Document) -> [Document] {
        documents.ids(naming: fee.id).compactMap { document($0, Self.feeRefundObject, fee.account) }
    }

    func findFeeRefund(_ call: Call) throws(APIFailure) -> Document {
        try findPart(Self.feeRefundObject, of: findFee(call), as: "fee", named: "fee refund", call)
    }
}
