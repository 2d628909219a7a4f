import SimulatedPayments
import TenderFlow
import TenderModel
import TenderRecords

/// The sellers' shares of sales: the platform transfers them from the charge.
extension Shop {
    /// Returns the connected account that gets the shares, opening it with the first.
    mutating func openSeller() -> String? {
        if let seller { return seller }
        guard let endpoint = Endpoint(rawValue: "accounts.create") else { return nil }
        let answer = payments.handle(
            PaymentsRequest(endpoint, parameters: Self.account), fault: nil, now: gatewayTime)
        guard case .json(let account)? = answer?.content, case .string(let id)? = account["id"] else { return nil }
        seller = id
        return id
    }

    /// The data that an account of one person provides before it may be paid.
    private static let account: [PaymentsRequest.Parameter] = [
        .init("type", value: "custom"), .init("country", value: "US"), .init("business_type", value: "individual"),
        .init("capabilities", "card_payments", "requested", value: "true"),
        .init("capabilities", "transfers", "requested", value: "true"),
        .init("business_profile", "mcc", value: "5734"), .init("business_profile", "url", value: "https://seller.test"),
        .init("external_account", "object", value: "bank_account"), .init("external_account", "country", value: "US"),
        .init("external_account", "currency", value: "usd"),
        .init("external_account", "routing_number", value: "110000000"),
        .init("external_account", "account_number", value: "000123456789"),
        .init("tos_acceptance", "date", value: "1800000000"), .init("tos_acceptance", "ip", value: "8.8.8.8"),
        .init("individual", "first_name", value: "Jenny"), .init("individual", "last_name", value: "Rosen"),
        .init("individual", "email", value: "jenny@seller.test"), .init("individual", "phone", value: "0000000000"),
        .init("individual", "ssn_last_4", value: "0000"),
        .init("individual", "address", "line1", value: "address_full_match"),
        .init("individual", "address", "city", value: "Springfield"),
        .init("individual", "address", "state", value: "IL"),
        .init("individual", "address", "postal_code", value: "62701"),
        .init("individual", "dob", "day", value: "1"), .init("individual", "dob", "month", value: "1"),
        .init("individual", "dob", "year", value: "1901"),
    ]

    /// Returns the transfer to the seller of a sale, from its charge; `nil` if nothing was charged.
    mutating func transfer(ofSale sale: Int) -> MoneyCall? {
        guard let intent = sales[sale].intents.last, let units = sales[sale].order.shareAmount,
            let charge = journal.history(of: intent.id)?.approval?.charge ?? intent.latestCharge?.id,
            let seller = openSeller()
        else { return nil }
        let amount = Amount(minorUnits: units, currency: intent.amount.currency)
        return MoneyCall(
            .transfer, amount: amount,
            fields: [
                .init("amount", String(units)), .init("currency", amount.currency.code), .init("destination", seller),
                .init("source_transaction", charge), .init("transfer_group", sales[sale].name),
            ])
    }

    /// Returns the request for a transfer under a key.
    func writtenTransfer(_ call: MoneyCall, _ key: IdempotencyKey) -> PaymentsRequest? {
        guard let create = Endpoint(rawValue: "transfers.create") else { return nil }
        let fields = call.fields.map { PaymentsRequest.Parameter($0.name, value: $0.value) }
        return PaymentsRequest(
            create, parameters: fields + [.init("metadata", PaymentIntent.attemptMetadata, value: key.rawValue)],
            key: key.rawValue)
    }

    /// Returns the request that looks up a transfer, by its id if that is known.
    func writtenTransferSearch(_ object: String?) -> PaymentsRequest? {
        guard let list = Endpoint(rawValue: "transfers.list"), let read = Endpoint(rawValue: "transfers.retrieve")
        else { return nil }
        return object.map { PaymentsRequest(read, id: $0) }
            ?? PaymentsRequest(list, parameters: [.init("limit", value: "100")])
    }

    // MARK: - The cashier

    mutating func share(_ lane: Int, _ sale: Int) {
        guard let call = transfer(ofSale: sale) else { return endSale(lane) }
        sales[sale].shares += 1
        sales[sale].stage = .sharing
        command(.perform(call, key: nil), lane, .share(sale: sale, call))
        if isUp, faults.strike(.doublePress, lane) { command(.perform(call, key: nil), lane, .other) }
    }

    /// Handles the result of a transfer; requests one with an unknown outcome again.
    mutating func shared(_ result: RequestMachine.Result, _ key: IdempotencyKey?, _ lane: Int, _ sale: Int) {
        guard sales[sale].stage == .sharing else { return }
        switch result {
        case .succeeded, .notExecuted:
            if let key { checkShown(result, key, sale) }
            sales[sale].isShareTold = true
            if let key { command(.claimRequest(key, of: nil), lane, .other) }
            guard isUp else { return }
            refundOrEnd(lane, sale)
        case .unknown, .journalUnavailable:
            guard sales[sale].shares < Self.shareTries else { return refundOrEnd(lane, sale) }
            sales[sale].stage = .toShare
            act(lane, in: 30_000)
        }
    }

    /// The number of times that a cashier requests one share.
    static let shareTries = 5

    // MARK: - Invariants

    /// Tells the oracle which transfers the gateway has for a sale.
    mutating func noteTransfer(_ request: PaymentsRequest, _ sale: Int) {
        guard request.endpoint.rawValue == "transfers.create", let list = Endpoint(rawValue: "transfers.list"),
            case .json(let page)? = payments.handle(
                PaymentsRequest(list, parameters: [.init("limit", value: "1")]), fault: nil, now: gatewayTime)?.content,
            // A payment that a seller gets less the fee makes a transfer of its own, which nobody has asked for.
            let transfer = page.rows.first, let mark = transfer.mark, case .string(let id)? = transfer["id"],
            noted.insert(id).inserted, case .integer(let amount)? = transfer["amount"]
        else { return }
        sales[sale].transfers.append((mark, amount))
        checkShare(sale)
    }

    /// Checks that a seller gets the share of a sale once.
    mutating func checkShare(_ sale: Int) {
        let (sent, share) = (sales[sale].transferred, sales[sale].order.shareAmount ?? 0)
        guard sent > share else { return }
        violate(.transferredTwice, sale, "\(sales[sale].name): \(sent) sent to the seller, not \(share)")
    }

    /// Checks that the recorded end of a transfer is what the gateway did.
    mutating func checkRecorded(_ key: IdempotencyKey, _ end: RequestEnd) {
        guard let call = journal.history(of: key.rawValue)?.call, let sale = sale(of: call.parameters) else { return }
        checkTold(end.result, key, sale, "recorded")
    }

    private mutating func checkShown(_ result: RequestMachine.Result, _ key: IdempotencyKey, _ sale: Int) {
        checkTold(result, key, sale, "shown")
    }

    private mutating func checkTold(
        _ result: RequestMachine.Result, _ key: IdempotencyKey, _ sale: Int, _ how: String
    ) {
        let isMade = sales[sale].transfers.contains { $0.key == key.rawValue }
        let isTrue =
            switch result {
            case .succeeded: isMade
            case .notExecuted: !isMade
            case .unknown, .journalUnavailable: true
            }
        guard !isTrue else { return }
        violate(
            .noEvidence, sale,
            "the transfer under \(key) is \(how) as \(result.rawValue), and \(isMade ? "made" : "not made")")
    }

    /// Checks that every transfer that was sent is in the journal: nobody sends it again.
    mutating func checkNoTransferIsLost(_ sale: Int) {
        for (key, _) in sales[sale].transfers where journal.history(of: key)?.call?.result != .succeeded {
            violate(.lostTransfer, sale, "the transfer under \(key) was made, and the journal does not tell it")
        }
    }

    func sale(of call: MoneyCall) -> Int? {
        let name = call.fields.first { $0.name == "transfer_group" }?.value
        return sales.firstIndex { $0.name == name }
    }
}

extension JSONValue {
    /// The elements of a list.
    var rows: [JSONValue] {
        guard case .array(let rows)? = self["data"] else { return [] }
        return rows
    }

    /// The key that it was requested under.
    var mark: String? {
        guard case .string(let mark)? = self["metadata"]?[PaymentIntent.attemptMetadata] else { return nil }
        return mark
    }
}
