extension ResourceContext {
    mutating func createProduct(_ call: Call) throws(APIFailure) -> APIObject {
        var product = try newProduct(call.parameters, call)
        if let data = call.parameters["default_price_data"]?.members {
            let fields = try Self.priceFields(Parameters(data), in: "default_price_data")
            put(product)
            product["default_price"] = .string(makePrice(fields, of: product, call).name)
        }
        put(product)
        emit("product.created", product, by: call, now: call.now)
        return .json(product.json)
    }

    /// Creates a product without putting it.
    ///
    /// - Parameter group: The parameter that describes it in another request.
    mutating func newProduct(
        _ parameters: Parameters, in group: String? = nil, _ call: Call
    ) throws(APIFailure) -> Document {
        let param = group.map { "\($0)[id]" } ?? "id"
        try Self.checkCounts(parameters)
        let ownID = try parameters.text("id").map { (id) throws(APIFailure) in
            try newID(id, param: param, of: call.account)
        }
        var product = Document(
            id: ownID ?? newID(.products), account: call.account, created: call.now, object: "product",
            fields: Self.newProduct.merging(["created": .integer(call.now), "updated": .integer(call.now)]) { $1 })
        try product.apply(parameters, except: ["id", "default_price_data"])
        if let id = parameters.text("id") { product["id"] = .string(id) }
        return product
    }

    /// Returns the row's id of a product whose id the account chose.
    private func newID(_ id: String, param: String, of account: String) throws(APIFailure) -> String {
        let isName = id.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "_-".utf8.contains(byte)
        }
        guard isName else {
            throw .invalid("Only use alphanumeric characters, hyphens and underscores in IDs.", param: param)
        }
        guard findRow(id, account: account) == nil else {
            throw .refused("Product already exists.", code: "resource_already_exists", param: param)
        }
        return Document.rowID(ofOwn: id, account: account)
    }

    private static func checkCounts(_ parameters: Parameters) throws(APIFailure) {
        for (name, limit) in [("images", 8), ("marketing_features", 15)]
        where parameters.list(name)?.count ?? 0 > limit {
            throw .invalid("A product may have at most \(limit) of them.", param: name)
        }
    }

    private static let newProduct: [String: JSONValue] = [
        "active": true, "default_price": nil, "description": nil, "images": [], "livemode": false,
        "marketing_features": [], "metadata": [:], "package_dimensions": nil, "shippable": nil,
        "statement_descriptor": nil, "tax_code": nil, "type": "service", "unit_label": nil, "url": nil,
    ]

    func listProducts(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let ids = parameters.texts("ids")
        return try listDocuments("product", call) { product in
            (ids?.contains(product.name) ?? true)
                && ["active", "shippable", "url"].allSatisfy { parameters[$0] == nil || parameters[$0] == product[$0] }
        }
    }

    mutating func updateProduct(_ call: Call) throws(APIFailure) -> APIObject {
        let old = try findDocument("product", call)
        var product = old
        if let price = call.parameters.text("default_price") {
            let price = try findDocument("price", named: price, param: "default_price", call)
            guard price["product"] == .string(old.name), price["active"] == true else {
                throw .refused(
                    "The price specified is inactive or belongs to another product.", code: nil,
                    param: "default_price")
            }
        }
        try Self.checkCounts(call.parameters)
        try product.apply(call.parameters)
        for name in ["images", "marketing_features"] where product[name] == .null { product[name] = [] }
        guard product.fields != old.fields else { return .json(old.json) }
        product["updated"] = .integer(call.now)
        put(product)
        emit("product.updated", product, was: old, by: call)
        return .json(product.json)
    }

    mutating func deleteProduct(_ call: Call) throws(APIFailure) -> APIObject {
        let product = try findDocument("product", call)
        guard !hasPrices(product) else {
            throw .refused(
                "This product cannot be deleted because it has one or more user-created prices.", code: nil,
                param: "id")
        }
        let deleted = delete(product)
        emit("product.deleted", product, by: call, now: call.now)
        return .json(deleted.json)
    }
}
