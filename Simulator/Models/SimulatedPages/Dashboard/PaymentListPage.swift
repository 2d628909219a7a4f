import SimulatedPayments

/// The list of payments, newest first: all, those in a state, or those of a customer; one can be found by an id that
/// belongs to it.
enum PaymentListPage {
    private static let statuses = [
        "requires_payment_method", "requires_confirmation", "requires_action", "processing", "requires_capture",
        "canceled", "succeeded",
    ]
    private static let path = "/payments"

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        if let text = dashboard.visit.field("id") {
            if let id = payment(text, dashboard, &payments) {
                return .redirect(to: dashboard.address("\(path)/\(WebAddress.encoded(id))"))
            }
            let message: HTML = "<p class=\"error\" role=\"alert\" id=\"id-error\">Nothing has the id \(text).</p>"
            let content: HTML = "\(filter(dashboard, isWrong: true))\(message)"
            return dashboard.page("Payments", .payments, status: 404, content, payments)
        }
        let list = try list(dashboard, &payments)
        let table = DashboardTable(
            name: "Payments",
            columns: [
                .text("Payment"), .number("Amount"), .text("Status"), .text("Customer"), .text("Method"),
                .text("Created (UTC)"), .long("Description"),
            ],
            rows: list.rows.map { row($0, dashboard) },
            empty: "There are no payments here. They appear when your program makes them.")
        let further = list.searchedTo.map { cursor in
            """
            <p>Only part of the payments was searched. \
            <a href="\(dashboard.address(path, query(dashboard) + [("starting_after", cursor)]))">Look further back</a></p>
            """ as HTML
        }
        let content: HTML = "\(filter(dashboard, isWrong: false))\(table.html)\n\(further)\(list.paging)"
        return dashboard.page("Payments", .payments, content, payments)
    }

    private static func list(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal)
        -> DashboardList
    {
        let expand = [("expand[]", "data.latest_charge"), ("expand[]", "data.customer")]
        let status = dashboard.visit.field("status")
        let customer = dashboard.visit.field("customer")
        let fields = customer.map { [("customer", $0)] } ?? status.map { [("status", $0)] } ?? []
        let source = customer == nil && status != nil ? "/v1/_tender/payment_intents" : "/v1/payment_intents"
        return try DashboardList(source, fields + expand, on: path, keeping: query(dashboard), dashboard, &payments)
    }

    /// Returns the part of the address that the links keep.
    private static func query(_ dashboard: Dashboard) -> Dashboard.Fields {
        ["customer", "status"].compactMap { name in dashboard.visit.field(name).map { (name, $0) } }
    }

    private static let sources = [
        "pi_": "payment_intents", "ch_": "charges", "py_": "charges", "re_": "refunds", "dp_": "disputes",
    ]

    /// Returns whether an id is one of those by which a payment can be found.
    static func finds(_ id: String) -> Bool { sources[String(id.prefix(3))] != nil }

    /// Returns the payment that an id belongs to: its own, or that of a charge, a refund or a dispute.
    private static func payment(_ id: String, _ dashboard: Dashboard, _ payments: inout SimulatedPayments) -> String? {
        guard let source = sources[String(id.prefix(3))] else { return nil }
        let answer = dashboard.ask("GET", "/v1/\(source)/\(WebAddress.encoded(id))", of: &payments)
        guard answer.status == 200 else { return nil }
        return (source == "payment_intents" ? answer.json["id"] : answer.json["payment_intent"])?.text
    }

    private static func filter(_ dashboard: Dashboard, isWrong: Bool) -> HTML {
        let wanted = dashboard.visit.field("status") ?? ""
        let options = statuses.map { status in
            let selected: HTML? = status == wanted ? " selected" : nil
            return "<option value=\"\(status)\"\(selected)>\(DashboardFormats.words(status))</option>\n" as HTML
        }
        let account: HTML? =
            dashboard.isOwn ? nil : "<input type=\"hidden\" name=\"account\" value=\"\(dashboard.account)\">\n"
        let wrong: HTML? = isWrong ? " aria-invalid=\"true\" aria-describedby=\"id-error\"" : nil
        let customer = dashboard.visit.field("customer").map { id in
            """
            <p>Of the customer <code>\(id)</code>. <a href="\(dashboard.address(path))">Show all payments</a></p>

            """ as HTML
        }
        return """
            <form class="filter" method="get" action="/dashboard\(path)">
            \(account)<p><label for="status">Status</label>
            <select id="status" name="status">
            <option value="">all</option>
            \(options)</select></p>
            <p><label for="id">Find an id (pi_…, ch_…, re_…)</label>
            <input type="text" id="id" name="id" autocomplete="off" spellcheck="false"\(wrong)></p>
            <p><button type="submit" class="second">Show</button></p>
            </form>
            \(customer)
            """
    }

    private static func row(_ payment: JSONValue, _ dashboard: Dashboard) -> [HTML] {
        let id = payment.string("id")
        return [
            "<a href=\"\(dashboard.address("\(path)/\(WebAddress.encoded(id))"))\">\(id)</a>",
            DashboardFormats.amount(of: payment), DashboardFormats.tag(payment.string("status")),
            customer(of: payment, dashboard), "\(DashboardFormats.method(of: payment["latest_charge"]))",
            DashboardFormats.time(payment["created"]?.number), "\(payment.string("description"))",
        ]
    }

    /// Returns the customer of an object that has one, with a link to their payments.
    static func customer(of object: JSONValue, _ dashboard: Dashboard) -> HTML {
        guard let customer = object["customer"], let id = customer.text ?? customer["id"]?.text else { return "–" }
        let name = customer["name"]?.text ?? customer["email"]?.text ?? id
        return "<a href=\"\(dashboard.address(path, [("customer", id)]))\">\(name)</a>"
    }
}
