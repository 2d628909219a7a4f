import SimulatedPayments

/// The order, and what the customer may choose of it.
extension CheckoutPage {
    private static let quantityPrefix = "quantity_"

    private var items: [JSONValue] { data.elements("line_items") }
    private var rates: [JSONValue] { data.elements("shipping_rates") }

    private var isChangeable: Bool {
        rates.count > 1 || items.contains { $0["adjustable_quantity"]?["enabled"] == true }
    }

    var order: HTML {
        let amount: HTML? = isSetup ? nil : "<p class=\"amount\" role=\"status\">\(total)</p>\n"
        guard !items.isEmpty else {
            return
                "<section class=\"card\" aria-label=\"\(say[.order])\">\n<p class=\"quiet\">\(merchant)</p>\n\(amount)</section>"
        }
        let table: HTML = """
            <table>
            <thead><tr><th scope="col">\(say[.item])</th><th scope="col" class="number">\(say[.price])</th></tr></thead>
            <tbody>
            \(items.map(row))\(shipping)</tbody>
            <tfoot><tr><th scope="row">\(say[.total])</th><td class="number">\(total)</td></tr></tfoot>
            </table>
            """
        guard isChangeable else {
            return """
                <section class="card" aria-label="\(say[.order])">
                <p class="quiet">\(merchant)</p>
                \(amount)\(table)
                </section>
                """
        }
        return """
            <section class="card" aria-label="\(say[.order])">
            <p class="quiet">\(merchant)</p>
            \(amount)<form method="post" action="\(path)" data-order>
            \(visit.tokenField(id))
            <input type="hidden" name="action" value="update">
            \(table)
            \(options)<button class="second wide">\(say[.updateOrder])</button>
            </form>
            </section>
            """
    }

    private func row(_ item: JSONValue) -> HTML {
        let id = item["id"]?.text ?? ""
        let amount = money(item["amount_total"]?.number ?? 0)
        let quantity = item["quantity"]?.number ?? 0
        let bounds = item["adjustable_quantity"]
        let name = Self.quantityPrefix + id
        let number: HTML =
            bounds?["enabled"] == true
            ? """
            <label for="\(name)">\(say[.quantity])</label>
            <input id="\(name)" name="\(name)" type="number" inputmode="numeric" \
            min="\(bounds?["minimum"]?.number ?? 0)" max="\(bounds?["maximum"]?.number ?? 99)" value="\(quantity)" required>
            """ : "<span class=\"quiet\">× \(quantity)</span>"
        return """
            <tr><td><span class="item">\(item["description"]?.text ?? "")</span> \(number)\(explanation(of: item))</td>\
            <td class="number">\(amount)</td></tr>

            """
    }

    /// Returns the shop's text about the product beside its name.
    private func explanation(of item: JSONValue) -> HTML? {
        let product = item["price"]?["product"]?.text ?? ""
        return data["product_descriptions"]?[product]?.text.map { "<p class=\"hint\">\($0)</p>\n" }
    }

    private var shipping: HTML? {
        guard let cost = session["shipping_cost"]?["amount_total"]?.number else { return nil }
        return "<tr><td>\(say[.shipping])</td><td class=\"number\">\(money(cost))</td></tr>\n"
    }

    private var options: HTML? {
        guard rates.count > 1 else { return nil }
        let chosen = session["shipping_cost"]?["shipping_rate"]
        let choices: [HTML] = rates.map { rate in
            let id = rate["id"]?.text ?? ""
            let amount = money(rate["fixed_amount"]?["amount"]?.number ?? 0)
            let mark: HTML? = rate["id"] == chosen ? " checked" : nil
            return """
                <label for="\(id)"><input type="radio" name="shipping_rate" id="\(id)" value="\(id)"\(mark)>\
                \(rate["display_name"]?.text ?? ""), \(amount)\(Self.estimate(of: rate))</label>

                """
        }
        return "<fieldset>\n<legend>\(say[.shipping])</legend>\n\(choices)</fieldset>\n"
    }

    /// Returns how long the delivery takes: ", 3 business days to 5 business days".
    private static func estimate(of rate: JSONValue) -> String {
        let bounds = rate["delivery_estimate"]
        return switch (duration(bounds?["minimum"]), duration(bounds?["maximum"])) {
        case (let least?, let most?): least == most ? ", \(most)" : ", \(least) to \(most)"
        case (let least?, nil): ", at least \(least)"
        case (nil, let most?): ", at most \(most)"
        case (nil, nil): ""
        }
    }

    private static func duration(_ bound: JSONValue?) -> String? {
        guard let value = bound?["value"]?.number, let unit = bound?["unit"]?.text else { return nil }
        return "\(value) \(unit.replacing("_", with: " "))\(value == 1 ? "" : "s")"
    }

    /// Sends the selection to the API.
    mutating func change(_ payments: inout SimulatedPayments) -> APIResponse {
        var fields: [(name: String, value: String)] = []
        for (index, item) in items.enumerated() {
            guard let id = item["id"]?.text, let quantity = visit.field(Self.quantityPrefix + id) else { continue }
            fields += [("line_items[\(index)][id]", id), ("line_items[\(index)][quantity]", quantity)]
        }
        if let rate = visit.field("shipping_rate") { fields.append(("shipping_rate", rate)) }
        let (status, json) = visit.ask(
            "POST", "/v1/payment_pages/\(id)", fields, for: account, of: &payments)
        guard status != 200 else { return .redirect(to: path) }
        problem = CheckoutProblem(
            field: nil, message: json["error"]?["message"]?.text ?? say[.notChanged])
        reload(&payments)
        return response
    }
}
