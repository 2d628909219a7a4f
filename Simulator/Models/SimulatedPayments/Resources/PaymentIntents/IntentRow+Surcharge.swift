import TenderModel

/// A surcharge, which the gateway allows for some cards once they were read.
extension IntentRow {
    /// The largest surcharge, in hundredths of a percent of the amount with its tip.
    private static let maximumSurcharge: Int64 = 300

    /// The surcharge in the amount.
    var surcharge: Int64 { surchargeDetail["amount"]?.number ?? 0 }

    private var surchargeDetail: JSONValue { more["amount_details"]?["surcharge"] ?? [:] }

    /// The largest surcharge for the card that was read; `nil` if there is none.
    var allowedSurcharge: Int64? {
        surchargeDetail["status"] == "available" ? surchargeDetail["maximum_amount"]?.number : nil
    }

    /// Shows what may be charged for a card that was read: cards with credit only.
    mutating func offerSurcharge(_ method: PaymentMethodRow) {
        guard method.type == .cardPresent else { return }
        let isAllowed = method.card.funding == .credit
        let most =
            (try? Amount(gatewayUnits: amount, currency: currency).share(Self.maximumSurcharge, of: 10_000, .down))
            .flatMap { try? $0.gatewayUnits() }
        setSurcharge(
            isAllowed
                ? ["maximum_amount": .integer(most ?? 0), "status": "available"]
                : ["maximum_amount": 0, "status": "unavailable"])
    }

    /// Adds the surcharge to the amount.
    mutating func addSurcharge(_ units: Int64) {
        amount += units
        var detail = surchargeDetail.members ?? [:]
        detail["amount"] = .integer(units)
        setSurcharge(.object(detail))
    }

    /// Takes the surcharge off the amount, with what was allowed for the card.
    mutating func dropSurcharge() {
        guard more["amount_details"]?["surcharge"] != nil else { return }
        amount -= surcharge
        setSurcharge(nil)
    }

    private mutating func setSurcharge(_ detail: JSONValue?) {
        var details = more["amount_details"]?.members ?? ["tip": [:]]
        details["surcharge"] = detail
        more["amount_details"] = .object(details)
    }

    /// The parts of the amount, as a client decodes them.
    var amountDetails: AmountDetails? {
        guard let shown = more["amount_details"] else { return nil }
        func money(_ value: JSONValue?) -> Amount? {
            value?.number.flatMap { try? Amount(gatewayUnits: $0, currency: currency) }
        }
        let detail = shown["surcharge"]
        let found = AmountDetails.Surcharge(
            status: detail?["status"]?.text.map { SurchargeStatus(rawValue: $0) },
            maximumAmount: money(detail?["maximum_amount"]), amount: money(detail?["amount"]))
        let details = AmountDetails(
            tip: money(shown["tip"]?["amount"]), surcharge: detail == nil ? nil : found)
        return details == AmountDetails() ? nil : details
    }
}

extension ResourceContext {
    /// Adds the surcharge of a confirmation, if it is allowed for the card.
    static func addSurcharge(
        of method: PaymentMethodRow, to intent: inout IntentRow, _ parameters: Parameters
    ) throws(APIFailure) {
        let param = "amount_details[surcharge][amount]"
        guard let units = parameters.integer("amount_details", "surcharge", "amount"), units > 0 else { return }
        if parameters.contains("payment_method_data") { intent.offerSurcharge(method) }
        guard let most = intent.allowedSurcharge else {
            throw .refused("A surcharge is not available for this card.", code: nil, param: param, intent: intent.id)
        }
        guard units <= most else {
            throw .invalid("The surcharge must not be more than \(most).", code: "amount_too_large", param: param)
        }
        var added = intent
        added.addSurcharge(units)
        try checkMoney(added)
        intent = added
    }
}
