import TenderModel

/// Line items: prices that are named, or described where they are used.
extension ResourceContext {
    /// Reads `line_items`, without putting what they describe.
    ///
    /// - Returns: The lines, at least one, and their currency.
    mutating func readLines(_ call: Call) throws(APIFailure) -> (lines: [CheckoutLine], currency: Currency) {
        let elements = call.parameters.list("line_items") ?? []
        guard elements.count <= CheckoutLine.maximumCount else {
            throw .invalid("You may have at most \(CheckoutLine.maximumCount) line items.", param: "line_items")
        }
        var lines: [CheckoutLine] = []
        for (index, element) in elements.enumerated() {
            lines.append(
                try readLine(Parameters(element.members ?? [:]), "line_items[\(index)]", call))
        }
        guard let first = lines.first else { throw .missing("line_items") }
        let currency = call.parameters.currency("currency") ?? first.currency
        if let index = lines.firstIndex(where: { $0.currency != currency }) {
            throw .invalid(
                "All line items must have the same currency: this one is in \(lines[index].currency.code), and the "
                    + "others are in \(currency.code).", param: "line_items[\(index)]")
        }
        return (lines, currency)
    }

    private mutating func readLine(
        _ parameters: Parameters, _ param: String, _ call: Call
    ) throws(APIFailure) -> CheckoutLine {
        guard let quantity = parameters.integer("quantity") else { throw .missing("\(param)[quantity]") }
        guard (1...CheckoutLine.maximumQuantity).contains(quantity) else {
            throw .invalid(
                "The quantity must be between 1 and \(CheckoutLine.maximumQuantity).",
                code: "parameter_invalid_integer",
                param: "\(param)[quantity]")
        }
        let adjustment = try Self.adjustment(parameters, quantity, "\(param)[adjustable_quantity]")
        let metadata = try parameters.metadata()
        let (price, product, isNew, isNewProduct) = try linePrice(parameters, param, call)
        guard price["type"] != "recurring" else {
            throw .invalid(
                "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use "
                    + "only one-time prices.", param: param)
        }
        guard price["custom_unit_amount"] == .null else {
            throw .invalid("Prices that the customer chooses are not simulated.", param: "\(param)[price]")
        }
        guard let amount = CheckoutLine.amount(of: price, quantity: quantity) else {
            throw .invalid(
                "The amount must be no more than \(ChargeLimits.maximum).", code: "amount_too_large", param: param)
        }
        return CheckoutLine(
            price: price, product: product, isNew: isNew, isNewProduct: isNewProduct, quantity: quantity,
            adjustment: adjustment, metadata: .object(metadata.mapValues(JSONValue.string)),
            currency: try price.currency(), amount: amount)
    }

    static func adjustment(
        _ parameters: Parameters, _ quantity: Int64, _ param: String
    ) throws(APIFailure) -> JSONValue {
        guard parameters.boolean("adjustable_quantity", "enabled") == true else { return .null }
        let minimum = parameters.integer("adjustable_quantity", "minimum") ?? 0
        let maximum = parameters.integer("adjustable_quantity", "maximum") ?? max(99, quantity)
        guard maximum <= CheckoutLine.maximumQuantity, minimum <= maximum, (minimum...maximum).contains(quantity) else {
            throw .invalid(
                "The quantity must be between the minimum (\(minimum)) and the maximum (\(maximum)), which may be "
                    + "\(CheckoutLine.maximumQuantity) at most.", param: param)
        }
        return ["enabled": true, "maximum": .integer(maximum), "minimum": .integer(minimum)]
    }

    private mutating func linePrice(
        _ parameters: Parameters, _ param: String, _ call: Call
    ) throws(APIFailure) -> (price: Document, product: Document, isNew: Bool, isNewProduct: Bool) {
        switch (parameters.text("price"), parameters["price_data"]?.members) {
        case (let id?, nil):
            let price = try findDocument("price", named: id, param: "\(param)[price]", call)
            guard price["active"] == true else {
                throw .invalid(
                    "The price specified is inactive. This field only accepts active prices.", param: "\(param)[price]")
            }
            let product = try findDocument(
                "product", named: price["product"]?.text ?? "", param: "\(param)[price]", call)
            guard product["active"] == true else {
                throw .invalid(
                    "This price is not available to be purchased because its product is not active.",
                    param: "\(param)[price]")
            }
            return (price, product, false, false)
        case (nil, let data?):
            let data = Parameters(data)
            let (product, isNew) = try lineProduct(data, "\(param)[price_data]", call)
            return (try newPrice(data, of: product, "\(param)[price_data]", call), product, true, isNew)
        case (nil, nil): throw .missing("\(param)[price]")
        case (_?, _?): throw .exclusive("\(param)[price]", "\(param)[price_data]")
        }
    }

    private mutating func lineProduct(
        _ data: Parameters, _ param: String, _ call: Call
    ) throws(APIFailure) -> (Document, isNew: Bool) {
        switch (data.text("product"), data["product_data"]?.members) {
        case (let id?, nil): return (try findDocument("product", named: id, param: "\(param)[product]", call), false)
        case (nil, let described?):
            var product = try newProduct(Parameters(described), in: "\(param)[product_data]", call)
            product["active"] = false
            return (product, true)
        case (nil, nil): throw .missing("\(param)[product_data]")
        case (_?, _?): throw .exclusive("\(param)[product]", "\(param)[product_data]")
        }
    }

    private mutating func newPrice(
        _ data: Parameters, of product: Document, _ param: String, _ call: Call
    ) throws(APIFailure) -> Document {
        var fields = try Self.priceFields(data, in: param)
        fields["active"] = false
        fields["created"] = .integer(call.now)
        fields["product"] = .string(product.name)
        return Document(
            id: newID(.prices), account: call.account, created: call.now, object: "price", fields: fields)
    }

    /// Applies a link's update to some of its items.
    func changeLines(of link: inout Document, _ call: Call) throws(APIFailure) {
        for (index, element) in (call.parameters.list("line_items") ?? []).enumerated() {
            let (parameters, param) = (Parameters(element.members ?? [:]), "line_items[\(index)]")
            var items = link.items
            guard let place = items.firstIndex(where: { $0["id"] == element["id"] }) else {
                throw .unknown("item", parameters.text("id") ?? "", param: "\(param)[id]", isParameter: true)
            }
            let quantity = parameters.integer("quantity") ?? items[place]["quantity"]?.number ?? 1
            var members = try repriced(items[place], quantity, of: link, "\(param)[quantity]").members ?? [:]
            let isAdjusted = parameters.contains("adjustable_quantity")
            let kept = Parameters(["adjustable_quantity": members["adjustable_quantity"] ?? .null])
            members["adjustable_quantity"] = try Self.adjustment(
                isAdjusted ? parameters : kept, quantity, param + (isAdjusted ? "[adjustable_quantity]" : "[quantity]"))
            items[place] = .object(members)
            link.items = items
        }
        // They are summed up like those of a new link.
        var session = link
        try Self.count(&session)
    }

    /// Returns an item with another quantity.
    func repriced(
        _ item: JSONValue, _ quantity: Int64, of document: Document, _ param: String
    ) throws(APIFailure) -> JSONValue {
        let price = item["price"]?.text.flatMap { findRow($0, account: document.account) }
        guard let amount = price.flatMap({ CheckoutLine.amount(of: $0, quantity: quantity) }),
            var members = item.members
        else { throw .invalid("This many cannot be charged.", code: "amount_too_large", param: param) }
        members["quantity"] = .integer(quantity)
        members["amount_subtotal"] = .integer(amount)
        members["amount_total"] = .integer(amount)
        return .object(members)
    }

    /// Puts what lines describe, and returns the items that refer to it.
    mutating func putLines(_ lines: [CheckoutLine], _ call: Call) -> [JSONValue] {
        for line in lines {
            if line.isNewProduct {
                put(line.product)
                emit("product.created", line.product, by: call, now: call.now)
            }
            guard line.isNew else { continue }
            put(line.price)
            emit("price.created", line.price, by: call, now: call.now)
        }
        return lines.map { $0.item(newID(.items)) }
    }

    /// Returns the items of a session or a link, each with its price.
    func items(of document: Document) -> [JSONValue] {
        document.items.map { item in
            guard var members = item.members, let price = members["price"]?.text else { return item }
            members["price"] = findRow(price, account: document.account).map(\.json) ?? .null
            return .object(members)
        }
    }

    /// Returns a page of the items, in their own order.
    func listItems(of document: Document, at url: String, _ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let items = items(of: document)
        func place(of id: String, _ param: String) throws(APIFailure) -> Int {
            guard let place = items.firstIndex(where: { $0["id"]?.text == id }) else {
                throw .unknown("item", id, param: param, isParameter: true)
            }
            return place
        }
        let end = try query.endingBefore.map { (id) throws(APIFailure) in try place(of: id, "ending_before") }
        let start = try query.startingAfter.map { (id) throws(APIFailure) in try place(of: id, "starting_after") + 1 }
        let rest = items[(start ?? 0)...].prefix(max(0, (end ?? items.count) - (start ?? 0)))
        let page = end == nil ? Array(rest.prefix(query.limit)) : Array(rest.suffix(query.limit))
        return .json(Self.list(page, hasMore: rest.count > page.count, url: url))
    }

    /// Returns the items as a list inside the object.
    func itemList(of document: Document) -> JSONValue {
        let path = document.object == Self.checkoutObject ? "checkout/sessions" : "payment_links"
        let items = items(of: document)
        return Self.list(
            Array(items.prefix(10)), hasMore: items.count > 10, url: "/v1/\(path)/\(document.id)/line_items")
    }
}

extension Document {
    /// The line items, each with the id of its price.
    var items: [JSONValue] {
        get {
            guard case .array(let items)? = hidden["items"] else { return [] }
            return items
        }
        set { hidden["items"] = .array(newValue) }
    }
}
