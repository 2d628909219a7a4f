import TenderModel

/// Shipping rates, of which the customer chooses one.
extension ResourceContext {
    static let rateObject = "shipping_rate"
    static let maximumShippingOptions = 5

    /// Reads `shipping_options`, without putting the rates that they describe.
    mutating func readShippingRates(_ currency: Currency, _ call: Call) throws(APIFailure) -> [Document] {
        let elements = call.parameters.list("shipping_options") ?? []
        guard elements.count <= Self.maximumShippingOptions else {
            throw .invalid(
                "You may have at most \(Self.maximumShippingOptions) shipping options.", param: "shipping_options")
        }
        var rates: [Document] = []
        for (index, element) in elements.enumerated() {
            let param = "shipping_options[\(index)]"
            let rate = try readShippingRate(Parameters(element.members ?? [:]), param, call)
            guard rate["fixed_amount"]?["currency"]?.text == currency.code else {
                throw .invalid("The shipping rate must be in the currency of the line items.", param: param)
            }
            rates.append(rate)
        }
        return rates
    }

    private mutating func readShippingRate(
        _ parameters: Parameters, _ param: String, _ call: Call
    ) throws(APIFailure) -> Document {
        switch (parameters.text("shipping_rate"), parameters["shipping_rate_data"]?.members) {
        case (let id?, nil):
            let rate = try findDocument(Self.rateObject, named: id, param: "\(param)[shipping_rate]", call)
            guard rate["active"] == true else {
                throw .invalid("The shipping rate \(id) is inactive.", param: "\(param)[shipping_rate]")
            }
            return rate
        case (nil, let data?): return try newShippingRate(Parameters(data), in: "\(param)[shipping_rate_data]", call)
        case (nil, nil): throw .missing("\(param)[shipping_rate]")
        case (_?, _?): throw .exclusive("\(param)[shipping_rate]", "\(param)[shipping_rate_data]")
        }
    }

    /// Creates a rate without putting it.
    ///
    /// - Parameter group: The parameter that describes it in another request.
    private mutating func newShippingRate(
        _ parameters: Parameters, in group: String? = nil, _ call: Call
    ) throws(APIFailure) -> Document {
        func param(_ name: String) -> String { group.map { "\($0)[\(name)]" } ?? name }
        guard parameters.contains("fixed_amount") else { throw .missing(param("fixed_amount")) }
        guard let amount = parameters.integer("fixed_amount", "amount") else {
            throw .missing(param("fixed_amount") + "[amount]")
        }
        guard amount <= ChargeLimits.maximum else {
            throw .invalid(
                "The amount must be no more than \(ChargeLimits.maximum).", code: "amount_too_large",
                param: param("fixed_amount") + "[amount]")
        }
        var rate = Document(
            id: newID(.shippingRates), account: call.account, created: call.now, object: Self.rateObject,
            fields: [
                "active": true, "created": .integer(call.now), "delivery_estimate": nil, "livemode": false,
                "metadata": [:], "tax_behavior": "unspecified", "tax_code": nil, "type": "fixed_amount",
            ])
        try rate.apply(parameters)
        if case .object? = rate["delivery_estimate"] {
            rate["delivery_estimate"] = Self.withNulls(rate["delivery_estimate"], ["maximum", "minimum"])
        }
        return rate
    }

    static func shippingOptions(_ rates: [Document]) throws(APIFailure) -> JSONValue {
        .array(
            try rates.map { (rate) throws(APIFailure) in
                [
                    "shipping_amount": .integer(try rate.amount("fixed_amount", "amount")),
                    "shipping_rate": .string(rate.id),
                ]
            })
    }

    /// Checks the countries that goods may be shipped to.
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

// Rates that are referred to later.
extension ResourceContext {
    mutating func createShippingRate(_ call: Call) throws(APIFailure) -> APIObject {
        let rate = try newShippingRate(call.parameters, call)
        put(rate)
        return .json(rate.json)
    }

    func listShippingRates(_ call: Call) throws(APIFailure) -> APIObject {
        let (active, currency) = (call.parameters["active"], call.parameters["currency"])
        return try listDocuments(Self.rateObject, call) { rate in
            (active == nil || rate["active"] == active)
                && (currency == nil || rate["fixed_amount"]?["currency"] == currency)
        }
    }

    mutating func updateShippingRate(_ call: Call) throws(APIFailure) -> APIObject {
        let rate = try findShippingRate(call)
        if let behavior = call.parameters["tax_behavior"], rate["tax_behavior"] != "unspecified",
            rate["tax_behavior"] != behavior
        {
            throw .refused(
                "You cannot change the tax behavior of a shipping rate once it is set.", code: nil,
                param: "tax_behavior")
        }
        return try update(rate, call)
    }

    func findShippingRate(_ call: Call) throws(APIFailure) -> Document {
        try findDocument(Self.rateObject, call, named: "shipping rate", param: "shipping_rate")
    }
}
