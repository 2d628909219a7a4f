/// What was added to the amount of a PaymentIntent.
public struct AmountDetails: Hashable, Sendable, Codable {
    /// A charge for the use of the card.
    public struct Surcharge: Hashable, Sendable, Codable {
        /// Whether one may be added for the collected card.
        public var status: SurchargeStatus?
        /// The most that may be added.
        public var maximumAmount: Amount?
        /// What was added.
        public var amount: Amount?

        /// Describes a surcharge.
        public init(status: SurchargeStatus? = nil, maximumAmount: Amount? = nil, amount: Amount? = nil) {
            self.status = status
            self.maximumAmount = maximumAmount
            self.amount = amount
        }
    }

    /// The customer's tip.
    public var tip: Amount?
    /// The surcharge.
    @Boxed public var surcharge: Surcharge? = nil

    /// Lists what was added.
    public init(tip: Amount? = nil, surcharge: Surcharge? = nil) {
        self.tip = tip
        self.surcharge = surcharge
    }

    /// The details, or nil if they say nothing.
    var orNothing: AmountDetails? { tip == nil && surcharge == nil ? nil : self }
}

extension AmountDetails: MoneyPart {
    package struct Form: Codable {
        struct Part: Codable { var amount: Int64? }

        struct SurchargeForm: Codable {
            var status: SurchargeStatus?
            var maximum: Int64?
            var amount: Int64?

            enum CodingKeys: String, CodingKey {
                case status, amount
                case maximum = "maximum_amount"
            }
        }

        var tip: Part?
        var surcharge: SurchargeForm?
    }

    package init?(_ form: Form, _ currency: Currency) throws(AmountError) {
        if let units = form.tip?.amount { tip = try Amount(gatewayUnits: units, currency: currency) }
        if let told = form.surcharge {
            var surcharge = Surcharge(status: told.status)
            if let units = told.maximum {
                surcharge.maximumAmount = try Amount(gatewayUnits: units, currency: currency)
            }
            if let units = told.amount { surcharge.amount = try Amount(gatewayUnits: units, currency: currency) }
            if surcharge != Surcharge() { self.surcharge = surcharge }
        }
        guard tip != nil || surcharge != nil else { return nil }
    }

    package func form() throws(AmountError) -> Form {
        var form = Form()
        if let tip { form.tip = Form.Part(amount: try tip.gatewayUnits()) }
        if let surcharge {
            form.surcharge = Form.SurchargeForm(
                status: surcharge.status, maximum: try surcharge.maximumAmount?.gatewayUnits(),
                amount: try surcharge.amount?.gatewayUnits())
        }
        return form
    }
}
