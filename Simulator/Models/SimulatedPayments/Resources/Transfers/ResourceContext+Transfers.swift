import TenderModel

/// Transfers of a platform to its accounts, besides or after a charge.
extension ResourceContext {
    static let transferObject = "transfer"

    mutating func createTransfer(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        guard let amount = parameters.integer("amount") else { throw .missing("amount") }
        let destination = parameters.text("destination") ?? ""
        guard let currency = parameters.currency("currency") else { throw .missing("currency") }
        try checkDestination(destination, param: "destination", call)
        var order = TransferOrder(
            amount: amount, currency: currency, destination: destination, group: parameters.text("transfer_group"),
            availableOn: call.now, description: parameters.text("description"),
            metadata: try parameters.metadata())
        if let id = parameters.text("source_transaction") {
            order = try self.order(order, from: sourceCharge(id, order, call))
        } else {
            try checkAvailable(amount, currency, call)
        }
        return .json(json(makeTransfer(order, call)))
    }

    func checkAvailable(_ amount: Int64, _ currency: Currency, _ call: Call) throws(APIFailure) {
        guard (funds[call.account]?[currency.code]?.available ?? 0) < amount else { return }
        throw .refused(
            "You have insufficient available funds in your Stripe account. Try adding funds directly to your available "
                + "balance by creating Charges using the 4000000000000077 test card. See: "
                + "https://stripe.com/docs/testing#available-balance",
            code: "balance_insufficient", param: "amount")
    }

    /// Returns the charge that a transfer is taken from: its money need not be available yet, and is not sent twice.
    private func sourceCharge(_ id: String, _ order: TransferOrder, _ call: Call) throws(APIFailure) -> ChargeRow {
        guard let charge = charges.find(id, account: call.account), charge.captured else {
            throw .unknown("charge", id, param: "source_transaction", isParameter: true)
        }
        guard charge.currency == order.currency else {
            throw .refused(
                "The currency of source_transaction's balance transaction (\(charge.currency.code)) is not the currency "
                    + "of the transfer (\(order.currency.code)).", code: nil, param: "currency")
        }
        var sent: Int64 = 0
        for transfer in transfers(from: id, of: call.account) { sent += try transfer.amount("amount") }
        guard order.amount <= charge.amountCaptured - sent else {
            throw .refused(
                "Transfers using this transaction as a source must not exceed the source amount of "
                    + "\(ChargeLimits.text(charge.amountCaptured, charge.currency)). (There is already a total of "
                    + "\(ChargeLimits.text(sent, charge.currency)) transferred using this source)",
                code: nil, param: "amount")
        }
        return charge
    }

    /// Returns the order completed from its charge; the charge adopts a transfer group that it did not have.
    private mutating func order(_ order: TransferOrder, from charge: ChargeRow) -> TransferOrder {
        var (order, charge) = (order, charge)
        let group = charge.details.transferGroup ?? order.group ?? charge.intent.map { "group_\($0)" }
        if charge.details.transferGroup != group {
            charge.details.transferGroup = group
            put(charge)
        }
        let movement = charge.balanceTransaction.flatMap { balanceTransactions[$0] }
        return TransferOrder(
            amount: order.amount, currency: order.currency, destination: order.destination, charge: charge.id,
            group: group, availableOn: movement?.availableOn ?? order.availableOn, description: order.description,
            metadata: order.metadata)
    }

    private func transfers(from charge: String, of account: String) -> [Document] {
        documents.ids(naming: charge).compactMap { document($0, Self.transferObject, account) }
    }

    /// Moves the money, and records it on both sides.
    mutating func makeTransfer(_ order: TransferOrder, _ call: Call) -> Document {
        let (id, payment) = (newID(.transfers), newOtherID(.charges))
        let sent = move(
            -order.amount, order.currency, .transfer, source: id, of: call.account, description: order.description,
            availableOn: order.availableOn, now: call.now)
        put(destinationPayment(payment, of: id, order, call))
        let transfer = makeDocument(
            .transfers, id: id,
            [
                "amount": .integer(order.amount), "amount_reversed": 0, "balance_transaction": .string(sent.id),
                "created": .integer(call.now), "currency": .string(order.currency.code),
                "description": .optional(order.description), "destination": .string(order.destination),
                "destination_payment": .string(payment), "livemode": false,
                "metadata": .object(order.metadata.mapValues(JSONValue.string)), "reversed": false,
                "source_transaction": .optional(order.charge), "source_type": "card",
                "transfer_group": .optional(order.group),
            ], call)
        emit("transfer.created", .json(json(transfer)), of: call.account, by: call, now: call.now)
        return transfer
    }

    /// Creates the payment that a transfer is to its destination account.
    private mutating func destinationPayment(
        _ id: String, of transfer: String, _ order: TransferOrder, _ call: Call
    ) -> ChargeRow {
        let received = move(
            order.amount, applicationFee: order.applicationFee, order.currency, .payment, source: id,
            of: order.destination, description: order.description, availableOn: order.availableOn, now: call.now)
        var payment = ChargeRow(
            id: id, account: order.destination, intent: nil, paymentMethod: nil, created: call.now,
            currency: order.currency, methodType: .card, card: CardDetails(), details: SharedDetails(),
            amount: order.amount)
        payment.captured = true
        payment.amountCaptured = order.amount
        payment.balanceTransaction = received.id
        payment.details.transferGroup = order.group
        payment.details.description = order.paymentDescription
        payment.details.metadata = order.paymentMetadata
        payment.more["source_transfer"] = .string(transfer)
        if order.applicationFee > 0 { payment.more["application_fee_amount"] = .integer(order.applicationFee) }
        return payment
    }

    func findTransfer(_ call: Call) throws(APIFailure) -> Document {
        try findDocument(Self.transferObject, call)
    }

    func listTransfers(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let page = try page(
            documents, of: Document.shelf(Self.transferObject, of: call.account), query, object: Self.transferObject
        ) { transfer in
            query.matches(transfer.created)
                && ["destination", "transfer_group"].allSatisfy {
                    call.parameters[$0] == nil || call.parameters[$0] == transfer[$0]
                }
        }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: "/v1/transfers"))
    }

    mutating func updateTransfer(_ call: Call) throws(APIFailure) -> APIObject {
        let old = try findTransfer(call)
        var transfer = old
        try transfer.apply(call.parameters)
        guard transfer.fields != old.fields else { return .json(json(old)) }
        put(transfer)
        let changes = Self.changes(from: old.json, to: transfer.json)
        emit(
            "transfer.updated", .json(json(transfer)), of: call.account, previous: changes, by: call, now: call.now)
        return .json(json(transfer))
    }
}
