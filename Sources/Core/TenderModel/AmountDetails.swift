/// The parts of an intent's amount.
public struct AmountDetails: Hashable, Sendable, MoneyPart {
    package struct Form: Codable {
        struct Tip: Codable { var amount: Int64? }
        struct Surcharge: Codable {
            var amount: Int64?
            var maximumAmount: Int64?
            var status: SurchargeStatus?

            enum CodingKeys: String, CodingKey {
                case amount, status
                case maximumAmount = "maximum_amount"
            }
        }
        var tip: Tip?
        var surcharge: Surcharge?
    }

    /// The tip; zero if the customer was asked for one and gave none, and `nil` if nobody asked.
    public var tip: Amount?
    /// Whether a surcharge may be charged, and the one that was.
    public var surcharge: SurchargeDetails?

    /// Creates the parts.
    public init(tip: Amount? = nil, surcharge: SurchargeDetails? = nil) {
        self.tip = tip
        self.surcharge = surcharge
    }

    package init?(_ form: Form, _ currency: Currency) throws(AmountError) {
        if let units = form.tip?.amount { tip = try Amount(gatewayUnits: units, currency: currency) }
        if let form = form.surcharge {
            var details = SurchargeDetails(status: form.status)
            if let units = form.amount { details.amount = try Amount(gatewayUnits: units, currency: currency) }
            if let units = form.maximumAmount {
                details.maximumAmount = try Amount(gatewayUnits: units, currency: currency)
            }
            if details != SurchargeDetails() { surcharge = details }
        }
        guard tip != nil || surcharge != nil else { return nil }
    }

    package func form() throws(AmountError) -> Form {
        var form = Form()
        if let tip { form.tip = Form.Tip(amount: try tip.gatewayUnits()) }
        if let surcharge {
            form.surcharge = Form.Surcharge(
                amount: try surcharge.amount?.gatewayUnits(),
                maximumAmount: try surcharge.maximumAmount?.gatewayUnits(), status: surcharge.status)
        }
        return form
    }
}
