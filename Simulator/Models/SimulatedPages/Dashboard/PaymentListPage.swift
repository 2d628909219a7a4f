import SimulatedPayments

/// The list of payments, newest first: all, those in a state, or those of a customer; one can be found by an id that
/// belongs to it.
enum PaymentListPage {
    private static let statuses = [
        "requires_payment_method", "requires_confirmation", "requires_action", "processing", "requires_capture",
        "canceled", "succeeded",
    ]
    private static let path = "/payments"

    static func show(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        if let text = desk.visit.field("id") {
            if let id = payment(text, desk, &payments) {
                return .redirect(to: desk.address("\(path)/\(WebAddress.encoded(id))"))
            }
            let message: HTML = "<p class=\"error\" role=\"alert\" id=\"id-error\">Nothing has the id \(text).</p>"
            let content: HTML = "\(filter(desk, isWrong: true))\(message)"
            return desk.page("Payments", .payments, status: 404, content, payments)
        }
        let list = try list(desk, &payments)
        let table = DeskTable(
            name: "Payments",
            columns: [
                .text("Payment"), .number("Amount"), .text("Status"), .text("Customer"), .text("Method"),
                .text("Created (UTC)"), .long("Description"),
            ],
            rows: list.rows.map { row($0, desk) },
            empty: "There are no payments here. They appear when your program makes them.")
        let further = list.searchedTo.map { cursor in
            """
            <p>Only part of the payments was searched. \
            <a href="\(desk.address(path, query(desk) + [("starting_after", cursor)]))">Look further back</a></p>
            """ as HTML
        }
        let content: HTML = "\(filter(desk, isWrong: false))\(table.html)\n\(further)\(list.paging)"
        return desk.page("Payments", .payments, content, payments)
    }

    private static func list(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> DeskList {
        let expand = [("expand[]", "data.latest_charge"), ("expand[]", "data.customer")]
        let status = desk.visit.field("status")
        let customer = desk.visit.field("customer")
        let fields = customer.map { [("customer", $0)] } ?? status.map { [("status", $0)] } ?? []
        let source = customer == nil && status != nil ? "/v1/_tender/payment_intents" : "/v1/payment_intents"
        return try DeskList(source, fields + expand, on: path, keeping: query(desk), desk, &payments)
    }

    /// Returns the part of the address that the links keep.
    private static func query(_ desk: Desk) -> Desk.Fields {
        ["customer", "status"].compactMap { name in desk.visit.field(name).map { (name, $0) } }
    }

    private static let sources = [
        "pi_": "payment_intents", "ch_": "charges", "py_": "charges", "re_": "refunds", "dp_": "disputes",
    ]

    /// Returns whether an id is one of those by which a payment can be found.
    static func finds(_ id: String) -> Bool { sources[String(id.prefix(3))] != nil }

    /// Returns the payment that an id belongs to: its own, or that of a charge, a refund or a dispute.
    private static func payment(_ id: String, _ desk: Desk, _ payments: inout SimulatedPayments) -> String? {
        guard let source = sources[String(id.prefix(3))] else { return nil }
        let answer = desk.ask("GET", "/v1/\(source)/\(WebAddress.encoded(id))", of: &payments)
        guard answer.status == 200 else { return nil }
        return (source == "payment_intents" ? answer.json["id"] : answer.json["payment_intent"])?.text
    }

    private static func filter(_ desk: Desk, isWrong: Bool) -> HTML {
        let wanted = desk.visit.field("status") ?? ""
        let options = statuses.map { status in
            let selected: HTML? = status == wanted ? " selected" : nil
            return "<option value=\"\(status)\"\(selected)>\(DeskFormats.words(status))</option>\n" as HTML
        }
        let account: HTML? =
            desk.isOwn ? nil : "<input type=\"hidden\" name=\"account\" value=\"\(desk.account)\">\n"
        let wrong: HTML? = isWrong ? " aria-invalid=\"true\" aria-describedby=\"id-error\"" : nil
        let customer = desk.visit.field("customer").map { id in
            """
            <p>Of the customer <code>\(id)</code>. <a href="\(desk.address(path))">Show all payments</a></p>

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

    private static func row(_ payment: JSONValue, _ desk: Desk) -> [HTML] {
        let id = payment.string("id")
        return [
            "<a href=\"\(desk.address("\(path)/\(WebAddress.encoded(id))"))\">\(id)</a>",
            DeskFormats.amount(of: payment), DeskFormats.tag(payment.string("status")),
            customer(of: payment, desk), "\(DeskFormats.method(of: payment["latest_charge"]))",
            DeskFormats.time(payment["created"]?.number), "\(payment.string("description"))",
        ]
    }

    /// Returns the customer of an object that has one, with a link to their payments.
    static func customer(of object: JSONValue, _ desk: Desk) -> HTML {
        guard let customer = object["customer"], let id = customer.text ?? customer["id"]?.text else { return "–" }
        let name = customer["name"]?.text ?? customer["email"]?.text ?? id
        return "<a href=\"\(desk.address(path, [("customer", id)]))\">\(name)</a>"
    }
}
