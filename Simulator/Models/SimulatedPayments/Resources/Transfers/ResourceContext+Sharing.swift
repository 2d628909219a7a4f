import TenderModel

/// Charges shared with others: the account of a destination charge, the platform with its fee.
extension ResourceContext {
    /// Reads who gets what of an intent's amount, and refuses what is impossible.
    func readSharing(of intent: inout IntentRow, _ call: Call) throws(APIFailure) {
        let parameters = call.parameters
        for name in ["application_fee_amount", "on_behalf_of"] {
            if let value = parameters[name] { intent.more[name] = value == .null ? nil : value }
        }
        if let data = parameters["transfer_data"] {
            let new = data["destination"]?.text
            guard new == nil || intent.destination == nil || new == intent.destination else {
                throw .refused(
                    "You cannot change the destination of a transfer.", code: nil, param: "transfer_data[destination]")
            }
            guard new != nil || intent.destination != nil else { throw .missing("transfer_data[destination]") }
            intent.more["transfer_data"] = try Self.transferData(data, after: intent.more["transfer_data"])
        }
        guard IntentRow.sharing.contains(where: { intent.more[$0] != nil }) else { return }
        try checkParts(of: intent, call)
        // An account that was closed meanwhile does not block requests that leave the shares alone.
        guard IntentRow.sharing.contains(where: { parameters[$0] != nil }) else { return }
        try checkOthers(of: intent, call)
    }

    /// Returns the data of a transfer to be made, or of the payment that it is to its account; metadata merges by key.
    private static func transferData(_ given: JSONValue, after old: JSONValue?) throws(APIFailure) -> JSONValue {
        var merged = Document.merged(given, into: old).members ?? [:]
        let metadata = try Parameters(given.members ?? [:]).metadata(merging: old?.metadataTexts ?? [:])
        merged["metadata"] = metadata.isEmpty ? JSONValue?.none : .object(metadata.mapValues(JSONValue.string))
        if let payment = given["payment_data"] {
            merged["payment_data"] = try transferData(payment, after: old?["payment_data"])
        }
        return .object(merged)
    }

    /// Refuses accounts for which others charge, and which cannot be paid or be the merchant.
    private func checkOthers(of intent: IntentRow, _ call: Call) throws(APIFailure) {
        if let destination = intent.destination {
            try checkDestination(destination, param: "transfer_data[destination]", call)
        }
        if let account = intent.more["on_behalf_of"]?.text { try checkMerchant(account, call) }
    }

    /// Refuses a payment of an account that cannot accept one, or for an account that can no longer receive its part.
    func checkParties(of intent: IntentRow, _ call: Call) throws(APIFailure) {
        if platform(of: call.account) != nil, let account = documents[call.account], !takesPayments(account) {
            throw .refused(
                "You cannot create a charge on a connected account without the `card_payments` capability enabled.",
                code: nil, intent: intents[intent.id] == nil ? nil : intent.id)
        }
        try checkOthers(of: intent, call)
    }

    private func checkParts(of intent: IntentRow, _ call: Call) throws(APIFailure) {
        let fee = intent.applicationFee
        guard fee == nil || intent.destination != nil || call.credential.platform != nil else {
            throw .refused(
                "Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an "
                    + "OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).",
                code: nil, param: "application_fee_amount")
        }
        guard fee == nil || intent.transferAmount == nil else {
            throw .refused(
                "You may not pass both `application_fee_amount` and `transfer_data[amount]`.",
                code: "parameters_exclusive", param: "transfer_data[amount]")
        }
        let parts = [("application_fee_amount", fee), ("transfer_data[amount]", intent.transferAmount)]
        for (name, part) in parts where (part ?? 0) > intent.amount {
            throw .refused(
                "\(name) must be no greater than the amount of the PaymentIntent, "
                    + "\(ChargeLimits.text(intent.amount, intent.currency)).", code: nil, param: name)
        }
    }

    /// Refuses an account that no money can be transferred to.
    func checkDestination(_ id: String, param: String, _ call: Call) throws(APIFailure) {
        guard let account = connectedAccount(id, of: call.account) else {
            throw .unknown("destination", id, param: param, isParameter: true)
        }
        guard isActive("transfers", of: account) || isActive("legacy_payments", of: account) else {
            throw .refused(
                "Your destination account needs to have at least one of the following capabilities enabled: transfers, "
                    + "crypto_transfers, legacy_payments",
                code: "insufficient_capabilities_for_transfer", param: param)
        }
    }

    /// Checks whether an account may be named as the beneficiary of a payment, or of a payment method to be saved.
    func checkMerchant(_ id: String, _ call: Call) throws(APIFailure) {
        guard let account = connectedAccount(id, of: call.account) else {
            throw .unknown("account", id, param: "on_behalf_of", isParameter: true)
        }
        guard takesPayments(account) else {
            throw .refused(
                "The `on_behalf_of` account needs to have the capability card_payments enabled.", code: nil,
                param: "on_behalf_of")
        }
    }

    /// Sets the transfer group of an intent with a destination, by which its transfer is found.
    func nameGroup(of intent: inout IntentRow, _ charge: inout ChargeRow) {
        let group = intent.details.transferGroup ?? "group_\(intent.id)"
        intent.details.transferGroup = group
        charge.details.transferGroup = group
    }

    /// Returns the platform's fee on a charge made for a connected account.
    func directFee(on amount: Int64, of charge: ChargeRow) -> Int64 {
        platform(of: charge.account) == nil ? 0 : min(charge.applicationFee ?? 0, amount)
    }

    /// Returns whether the platform pays the processor's fee for an account's charges.
    func billsPlatform(forChargesOf account: String) -> Bool {
        platform(of: account) != nil && documents[account]?["controller"]?["fees"]?["payer"] == "application"
    }

    mutating func billPlatform(_ fee: Int64, for charge: ChargeRow, _ movement: BalanceTransactionRow, _ call: Call) {
        guard let platform = platform(of: charge.account) else { return }
        _ = move(
            -fee, charge.currency, .stripeFee, source: charge.id, of: platform, description: Fees.description,
            availableOn: movement.availableOn, now: call.now)
    }

    /// Distributes a captured charge to others.
    mutating func share(
        _ amount: Int64, of charge: inout ChargeRow, _ movement: BalanceTransactionRow, _ call: Call
    ) {
        if let destination = charge.destination {
            // An account closed or rejected since gets nothing: the platform keeps all.
            guard isPayable(destination) else { return }
            let fee = min(charge.applicationFee ?? 0, amount)
            let (data, payment) = (charge.more["transfer_data"], charge.more["transfer_data"]?["payment_data"])
            let order = TransferOrder(
                amount: min(charge.transferAmount ?? amount, amount), currency: charge.currency,
                destination: destination, charge: charge.id, group: charge.details.transferGroup,
                applicationFee: fee, availableOn: movement.availableOn, description: data?["description"]?.text,
                metadata: data?.metadataTexts ?? [:], paymentDescription: payment?["description"]?.text,
                paymentMetadata: payment?.metadataTexts ?? [:])
            let transfer = makeTransfer(order, call)
            charge.more["transfer"] = .string(transfer.id)
            guard fee > 0, let payment = transfer["destination_payment"]?.text else { return }
            let earned = earnFee(fee, of: destination, payment, from: charge.id, charge.currency, movement, call)
            charge.more["application_fee"] = .string(earned)
        } else if directFee(on: amount, of: charge) > 0 {
            let fee = directFee(on: amount, of: charge)
            let earned = earnFee(fee, of: charge.account, charge.id, from: nil, charge.currency, movement, call)
            charge.more["application_fee"] = .string(earned)
            charge.more["application"] = .string(Self.application(of: platform(of: charge.account) ?? ""))
        }
    }

    /// Returns the id of a platform as the application that its accounts see.
    static func application(of platform: String) -> String { "ca_" + platform.dropFirst("acct_".count) }
}

extension IntentRow {
    /// The fields about the shares of the amount, which its charge has too.
    static let sharing = ["application_fee_amount", "on_behalf_of", "transfer_data"]

    var applicationFee: Int64? { more["application_fee_amount"]?.number }
    var destination: String? { more["transfer_data"]?["destination"]?.text }
    var transferAmount: Int64? { more["transfer_data"]?["amount"]?.number }
}

extension ChargeRow {
    var applicationFee: Int64? { more["application_fee_amount"]?.number }
    var destination: String? { more["transfer_data"]?["destination"]?.text }
    var transferAmount: Int64? { more["transfer_data"]?["amount"]?.number }
}

extension JSONValue {
    fileprivate var metadataTexts: [String: String] { self["metadata"]?.members?.compactMapValues(\.text) ?? [:] }
}
