extension ResourceContext {
    mutating func createPrice(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        var fields = try Self.priceFields(parameters)
        fields["lookup_key"] = .optional(parameters.text("lookup_key"))
        try checkLookupKey(of: nil, call)
        let product = try pricedProduct(call)
        takeLookupKey(for: nil, call)
        return .json(makePrice(fields, of: product, call).json)
    }

    /// Returns the product that is named, or creates it with its price.
    private mutating func pricedProduct(_ call: Call) throws(APIFailure) -> Document {
        switch (call.parameters.text("product"), call.parameters["product_data"]?.members) {
        case (let id?, nil): return try findDocument("product", named: id, param: "product", call)
        case (nil, let data?):
            let product = try newProduct(Parameters(data), in: "product_data", call)
            put(product)
            emit("product.created", product, by: call, now: call.now)
            return product
        case (nil, nil): throw .missing("product")
        case (_?, _?): throw .exclusive("product", "product_data")
        }
    }

    mutating func makePrice(_ fields: [String: JSONValue], of product: Document, _ call: Call) -> Document {
        let price = makeDocument(
            .prices,
            fields.merging(["created": .integer(call.now), "product": .string(product.name)]) { $1 }, call)
        emit("price.created", price, by: call, now: call.now)
        return price
    }

    /// Returns the fields of a price, except for its product and its lookup key.
    ///
    /// - Parameter group: The parameter that describes it in another request.
    static func priceFields(
        _ parameters: Parameters, in group: String? = nil
    ) throws(APIFailure) -> [String: JSONValue] {
        var fields = newPrice
        for (name, value) in parameters.fields where newPrice[name] != nil { fields[name] = value }
        fields["metadata"] = .object(try parameters.metadata().mapValues(JSONValue.string))
        fields.merge(try priceAmount(parameters, in: group)) { $1 }
        if let recurring = parameters["recurring"]?.members {
            fields["type"] = "recurring"
            try checkInterval(recurring, in: group.map { "\($0)[recurring]" } ?? "recurring")
            fields["recurring"] = .object(newRecurring.merging(recurring) { $1 })
        }
        return fields
    }

    private static func priceAmount(
        _ parameters: Parameters, in group: String?
    ) throws(APIFailure) -> [String: JSONValue] {
        let given = ["unit_amount", "unit_amount_decimal", "custom_unit_amount"].filter { parameters.contains($0) }
        let params = given.map { name in group.map { "\($0)[\(name)]" } ?? name }
        guard given.count <= 1 else { throw .exclusive(params[0], params[1]) }
        switch given.first {
        case "unit_amount":
            guard let amount = parameters.integer("unit_amount") else { throw .missing(params[0]) }
            guard amount <= ChargeLimits.maximum else { throw tooExpensive(params[0]) }
            return ["unit_amount": .integer(amount), "unit_amount_decimal": .string(String(amount))]
        case "unit_amount_decimal":
            let text = parameters.text("unit_amount_decimal") ?? ""
            return [
                "unit_amount": .optional(try wholeUnits(text, params[0])), "unit_amount_decimal": .string(text),
            ]
        case "custom_unit_amount":
            guard parameters.boolean("custom_unit_amount", "enabled") == true else {
                throw .invalid("Must be true: custom_unit_amount[enabled].", param: "\(params[0])[enabled]")
            }
            var limits: [String: JSONValue] = [:]
            for name in ["maximum", "minimum", "preset"] {
                limits[name] = .optional(parameters.integer("custom_unit_amount", name))
            }
            let bounds = ["minimum", "preset", "maximum"].compactMap { limits[$0]?.number }
            guard bounds == bounds.sorted() else {
                throw .invalid(
                    "The preset amount must be between the minimum and the maximum amount.", param: params[0])
            }
            guard !parameters.contains("recurring") else {
                throw .invalid("Prices that customers choose cannot be recurring.", param: params[0])
            }
            return ["custom_unit_amount": .object(limits)]
        default: throw .missing(group.map { "\($0)[unit_amount]" } ?? "unit_amount")
        }
    }

    /// Returns the amount if it is a whole number of units; `nil` if it has a fraction.
    private static func wholeUnits(_ text: String, _ param: String) throws(APIFailure) -> Int64? {
        let halves = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let units = halves.first.flatMap({ Int64($0) }), units <= ChargeLimits.maximum else {
            throw tooExpensive(param)
        }
        let fraction = halves.dropFirst().first ?? ""
        guard fraction.utf8.count <= 12 else {
            throw .invalid("Invalid decimal: must contain at maximum 12 decimal places.", param: param)
        }
        return fraction.allSatisfy { $0 == "0" } ? units : nil
    }

    private static func tooExpensive(_ param: String) -> APIFailure {
        .invalid("Invalid \(param): must be no more than \(ChargeLimits.maximum)", param: param)
    }

    private static let newPrice: [String: JSONValue] = [
        "active": true, "billing_scheme": "per_unit", "currency": nil, "custom_unit_amount": nil, "livemode": false,
        "lookup_key": nil, "metadata": [:], "nickname": nil, "recurring": nil, "tax_behavior": "unspecified",
        "tiers_mode": nil, "transform_quantity": nil, "type": "one_time", "unit_amount": nil,
        "unit_amount_decimal": nil,
    ]

    /// Checks the interval: nothing recurs less often than every three years.
    private static func checkInterval(_ recurring: [String: JSONValue], in param: String) throws(APIFailure) {
        let limits: [String: Int64] = ["day": 1095, "week": 156, "month": 36, "year": 3]
        guard let limit = recurring["interval"]?.text.flatMap({ limits[$0] }),
            recurring["interval_count"]?.number ?? 1 <= limit
        else { throw .invalid("The maximum interval is 3 years.", param: "\(param)[interval_count]") }
    }

    private static let newRecurring: [String: JSONValue] = [
        "interval_count": 1, "meter": nil, "trial_period_days": nil, "usage_type": "licensed",
    ]

    /// Returns a price's options by currency; it has one.
    static func currencyOptions(of price: Document) -> JSONValue {
        let names = ["custom_unit_amount", "tax_behavior", "unit_amount", "unit_amount_decimal"]
        let option = Dictionary(uniqueKeysWithValues: names.map { ($0, price[$0] ?? .null) })
        return .object([price["currency"]?.text ?? "": .object(option)])
    }

    func listPrices(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let keys = parameters.list("lookup_keys")
        guard keys?.count ?? 0 <= 10 else {
            throw .invalid("You may look for at most 10 lookup keys.", param: "lookup_keys")
        }
        let interval = parameters["recurring"]?.members ?? [:]
        return try listDocuments("price", call) { price in
            (keys?.contains(price["lookup_key"] ?? .null) ?? true)
                && interval.allSatisfy { price["recurring"]?[$0.key] == $0.value }
                && ["active", "currency", "product", "type"].allSatisfy {
                    parameters[$0] == nil || parameters[$0] == price[$0]
                }
        }
    }

    mutating func updatePrice(_ call: Call) throws(APIFailure) -> APIObject {
        let old = try findDocument("price", call)
        var price = old
        if let behavior = call.parameters["tax_behavior"], old["tax_behavior"] != "unspecified",
            old["tax_behavior"] != behavior
        {
            throw .refused(
                "You cannot change the tax behavior of a price once it is set.", code: nil, param: "tax_behavior")
        }
        try checkLookupKey(of: old.id, call)
        takeLookupKey(for: old.id, call)
        try price.apply(call.parameters, except: ["transfer_lookup_key"])
        guard price.fields != old.fields else { return .json(old.json) }
        put(price)
        emit("price.updated", price, was: old, by: call)
        return .json(price.json)
    }

    func hasPrices(_ product: Document) -> Bool { allPrices(of: product.account).contains { $0.isOf(product) } }

    private func allPrices(of account: String) -> some Sequence<Document> {
        documents.ids(of: Document.shelf("price", of: account)).lazy.compactMap { self.documents[$0] }
    }

    /// Refuses a lookup key that another price already has, unless it is transferred.
    private func checkLookupKey(of price: String?, _ call: Call) throws(APIFailure) {
        guard call.parameters.boolean("transfer_lookup_key") != true,
            let holder = holder(ofLookupKey: call), holder.id != price
        else { return }
        throw .refused(
            "A price (`\(holder.id)`) already uses that lookup key.", code: nil, param: "lookup_key")
    }

    private func holder(ofLookupKey call: Call) -> Document? {
        guard let key = call.parameters.text("lookup_key") else { return nil }
        return allPrices(of: call.account).first { $0["lookup_key"] == .string(key) }
    }

    private mutating func takeLookupKey(for price: String?, _ call: Call) {
        guard var holder = holder(ofLookupKey: call), holder.id != price else { return }
        holder["lookup_key"] = .some(.null)
        put(holder)
    }
}

extension Document {
    fileprivate func isOf(_ product: Document) -> Bool { self["product"] == .string(product.name) }
}
