import SimulatedPayments

/// The receipt of a charge, to be read or printed.
struct ReceiptPage {
    private let charge: JSONValue
    private let refunds: [JSONValue]
    /// The Checkout Session that it was paid in, if there was one.
    private let session: JSONValue?
    private let merchant: String

    init(_ visit: PageVisit, _ payments: inout SimulatedPayments) throws(PageRefusal) {
        guard let (id, account) = payments.charge(ofReceipt: visit.id) else { throw .notFound }
        charge = visit.ask("GET", "/v1/charges/\(id)", for: account, of: &payments).json
        let list = visit.ask("GET", "/v1/charges/\(id)/refunds", [("limit", "100")], for: account, of: &payments)
        refunds = list.json.elements("data")
        let sessions = visit.ask(
            "GET", "/v1/checkout/sessions",
            [("payment_intent", charge["payment_intent"]?.text ?? ""), ("expand[]", "data.line_items")], for: account,
            of: &payments)
        session = sessions.json.elements("data").first
        merchant = payments.merchantName(of: charge["on_behalf_of"]?.text ?? account)
    }

    private var currency: String { charge["currency"]?.text ?? "" }

    private func text(_ amount: JSONValue?) -> String { AmountText.text(amount?.number ?? 0, currency) }

    var page: Page {
        let title = "Receipt from \(merchant)"
        let paid = charge["captured"] == true ? charge["amount_captured"] : charge["amount"]
        let content: HTML = """
            <h1>\(title)</h1>
            <section class="card" aria-label="Payment">
            <p class="amount">\(text(paid))</p>
            <dl>
            <dt>\(state)</dt><dd>\(Timestamp(charge["created"]?.number ?? 0).day)</dd>
            <dt>With</dt><dd>\(method)</dd>
            \(number)\(description)</dl>
            </section>
            \(lines)\(refundList)
            <p class="quiet">Payment \(charge["payment_intent"]?.text ?? charge["id"]?.text ?? "")</p>
            """
        return Page(title: title, content: content)
    }

    private var state: String {
        guard charge["captured"] != true else { return "Paid" }
        return charge["refunded"] == true ? "Released" : "Reserved"
    }

    private var number: HTML? { charge["receipt_number"]?.text.map { "<dt>Receipt number</dt><dd>\($0)</dd>\n" } }
    private var description: HTML? { charge["description"]?.text.map { "<dt>For</dt><dd>\($0)</dd>\n" } }

    /// The brand and end of the card, or the name of the other payment method.
    private var method: String {
        let type = charge["payment_method_details"]?["type"]?.text ?? ""
        let details = charge["payment_method_details"]?[type]
        guard let last4 = details?["last4"]?.text else { return DashboardFormats.words(type) }
        let brand = DashboardFormats.words(details?["brand"]?.text ?? type)
        return "\(brand.prefix(1).uppercased())\(brand.dropFirst()) •••• \(last4)"
    }

    private var lines: HTML? {
        guard let items = session?["line_items"]?["data"]?.array, !items.isEmpty else { return nil }
        let rows: [HTML] = items.map { item in
            """
            <tr><td>\(item["description"]?.text ?? "") <span class="quiet">× \(item["quantity"]?.number ?? 0)</span></td>\
            <td class="number">\(text(item["amount_total"]))</td></tr>

            """
        }
        let shipping: HTML? = session?["shipping_cost"]?["amount_total"].map {
            "<tr><td>Shipping</td><td class=\"number\">\(text($0))</td></tr>\n"
        }
        let more: HTML? =
            session?["line_items"]?["has_more"] == true ? "<tr><td colspan=\"2\">and more</td></tr>\n" : nil
        return """
            <section class="card" aria-label="Items">
            <table>
            <thead><tr><th scope="col">Item</th><th scope="col" class="number">Price</th></tr></thead>
            <tbody>
            \(rows)\(more)\(shipping)</tbody>
            </table>
            </section>

            """
    }

    private var refundList: HTML? {
        guard !refunds.isEmpty else { return nil }
        let rows: [HTML] = refunds.map { refund in
            let day = Timestamp(refund["created"]?.number ?? 0).day
            let state: HTML? = refund["status"].flatMap { $0 == "succeeded" ? nil : $0.text }.map { " (\($0))" }
            return "<tr><td>\(day)\(state)</td><td class=\"number\">\(text(refund["amount"]))</td></tr>\n"
        }
        return """
            <section class="card" aria-label="Refunds">
            <h2>Refunds</h2>
            <table>
            <thead><tr><th scope="col">Day</th><th scope="col" class="number">Amount</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            </section>

            """
    }
}

extension PageRoute {
    static let receipts = [
        PageRoute("GET", "/receipts/:token") { (visit, payments) throws(PageRefusal) in
            try ReceiptPage(visit, &payments).page.response()
        }
    ]
}
