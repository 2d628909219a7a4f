/// What it costs to send what was bought, of which the customer chooses.
extension SimulatedPayments {
    static let maximumShippingOptions = 5

    /// Reads `shipping_options`; rates that they describe are not put yet.
    mutating func readShippingRates(_ currency: String, _ call: Call) throws(APIFailure) -> [Document] {
        let elements = call.parameters.list("shipping_options") ?? []
        guard elements.count <= Self.maximumShippingOptions else {
            throw .invalid(
                "You may have at most \(Self.maximumShippingOptions) shipping options.", param: "shipping_options")
        }
        var rates: [Document] = []
        for (index, element) in elements.enumerated() {
            let param = "shipping_options[\(index)]"
            let rate = try readShippingRate(Parameters(element.members ?? [:]), param, call)
            guard rate["fixed_amount"]?["currency"]?.text == currency else {
                throw .invalid("The shipping rate must be in the currency of the line items.", param: param)
            }
            guard (rate["fixed_amount"]?["amount"]?.number ?? 0) <= ChargeLimits.maximum else {
                throw .invalid(
                    "The amount must be no more than \(ChargeLimits.maximum).", code: "amount_too_large", param: param)
            }
            rates.append(rate)
        }
        return rates
    }

    private mutating func readShippingRate(
        _ parameters: Parameters, _ param: String, _ call: Call
    ) throws(APIFailure) -> Document {
        switch (parameters.text("shipping_rate"), parameters["shipping_rate_data"]?.members) {
        case (let id?, nil): return try findDocument("shipping_rate", named: id, param: "\(param)[shipping_rate]", call)
        case (nil, let data?):
            var rate = Document(
                id: ids.make("shr"), account: call.account, created: call.now, object: "shipping_rate",
                fields: [
                    "active": true, "created": .integer(call.now), "delivery_estimate": nil, "livemode": false,
                    "metadata": [:], "tax_behavior": "unspecified", "tax_code": nil, "type": "fixed_amount",
                ])
            try rate.apply(Parameters(data))
            return rate
        case (nil, nil): throw .missing("\(param)[shipping_rate]")
        case (_?, _?): throw .exclusive("\(param)[shipping_rate]", "\(param)[shipping_rate_data]")
        }
    }

    static func shippingOptions(_ rates: [Document]) -> JSONValue {
        .array(
            rates.map { rate in
                [
                    "shipping_amount": rate["fixed_amount"]?["amount"] ?? 0, "shipping_rate": .string(rate.id),
                ]
            })
    }

    /// The countries that goods may be sent to.
    static func checkCountries(_ parameters: Parameters) throws(APIFailure) {
        guard let countries = parameters.texts("shipping_address_collection", "allowed_countries") else { return }
        let isCode = { (code: String) in code.utf8.count == 2 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) } }
        guard !countries.isEmpty, countries.count <= 250, countries.allSatisfy(isCode) else {
            throw .invalid(
                "The countries must be two-letter codes of ISO 3166-1, such as US.",
                param: "shipping_address_collection[allowed_countries]")
        }
    }
}
