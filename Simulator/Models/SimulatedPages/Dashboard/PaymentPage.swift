import SimulatedPayments

/// The page of one payment: its details, the flow of its money, its history, and what can be done with it.
enum PaymentPage {
    static func path(_ id: String) -> String { "/payments/\(WebAddress.encoded(id))" }

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(dashboard, &payments, nil)
    }

    /// - Parameter failure: The reason that a form of the page was not executed.
    static func show(
        _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let expand = ["customer", "latest_charge.balance_transaction"].map { (name: "expand[]", value: $0) }
        let payment = try dashboard.object(in: "/v1/payment_intents", expand, of: &payments)
        let id = payment.string("id")
        let refunds = dashboard.elements("/v1/refunds", [("payment_intent", id)], of: &payments)
        let flow = MoneyFlow(payment, refunds, dashboard, &payments)
        let content: HTML = """
            <p class="amount">\(DashboardFormats.amount(of: payment)) \(DashboardFormats.tag(payment.string("status")))</p>
            \(facts(payment, dashboard))
            <h2>Money</h2>
            \(flow?.html ?? "<p class=\"quiet\">No money has moved yet.</p>")
            \(forms(payment, dashboard, failure, seen: payments.newestChange(of: dashboard.account) ?? ""))
            \(attempts(id, dashboard, &payments))
            \(RefundPages.section(refunds, dashboard))
            \(timeline(id, dashboard, &payments))
            """
        return dashboard.page("Payment \(id)", .payments, failure: failure, content, payments)
    }

    private static func facts(_ payment: JSONValue, _ dashboard: Dashboard) -> HTML {
        let charge = payment["latest_charge"]
        let facts: [(name: String, value: HTML?)] = [
            ("Created (UTC)", DashboardFormats.time(payment["created"]?.number)),
            ("Customer", PaymentListPage.customer(of: payment, dashboard)),
            ("Paid with", "\(DashboardFormats.method(of: charge))"),
            ("Description", DashboardFormats.fact(payment["description"]?.text)),
            ("On the statement", DashboardFormats.fact(charge?["calculated_statement_descriptor"]?.text)),
            ("Captured", "\(DashboardFormats.words(payment.string("capture_method")))"),
            ("Refused because", DashboardFormats.fact(payment["last_payment_error"]?["message"]?.text)),
            (
                "Canceled because",
                DashboardFormats.fact(payment["cancellation_reason"]?.text.map(DashboardFormats.words))
            ),
            ("For the account", DashboardFormats.fact(payment["transfer_data"]?["destination"]?.text)),
            ("On behalf of", DashboardFormats.fact(payment["on_behalf_of"]?.text)),
            ("Transfer group", DashboardFormats.fact(payment["transfer_group"]?.text)),
            ("Receipt", receipt(charge?["receipt_url"]?.text)),
        ]
        return DashboardFormats.facts(facts + DashboardFormats.metadata(of: payment))
    }

    private static func receipt(_ url: String?) -> HTML? {
        url.flatMap(WebAddress.init).map { "<a href=\"\($0.text)\">Show the receipt</a>" }
    }

    private static func forms(_ payment: JSONValue, _ dashboard: Dashboard, _ failure: FormFailure?, seen: String)
        -> HTML
    {
        let (id, status, code) = (payment.string("id"), payment.string("status"), payment.string("currency"))
        var forms: [DashboardForm] = []
        if status == "requires_capture" {
            let amount = AmountText.decimal(payment.integer("amount_capturable"), code)
            forms.append(
                DashboardForm(
                    name: "capture", title: "Capture", action: path(id) + "/capture",
                    fields: [.init("amount_to_capture", "Amount in \(code.uppercased())", .number, amount)],
                    button: "Capture", explanation: "Captures the money that is held. What is not captured is released."
                ))
        }
        if !["succeeded", "canceled", "processing"].contains(status) {
            forms.append(
                DashboardForm(
                    name: "cancel", title: "Cancel", action: path(id) + "/cancel",
                    fields: [.init("cancellation_reason", "Reason", .choice(reasons + [("abandoned", "abandoned")]))],
                    button: "Cancel the payment", explanation: "Money that is held is released."))
        }
        if let charge = payment["latest_charge"], charge.isTrue("captured"), refundable(charge) > 0 {
            forms.append(refundForm(charge, id, code))
        }
        return "\(forms.map { $0.html(dashboard, failure, seen: seen) })"
    }

    private static func refundable(_ charge: JSONValue) -> Int64 {
        charge.integer("amount") - charge.integer("amount_refunded")
    }

    private static let reasons: [(value: String, label: String)] = [
        ("", "none"), ("duplicate", "duplicate"), ("fraudulent", "fraudulent"),
        ("requested_by_customer", "requested by the customer"),
    ]

    private static func refundForm(_ charge: JSONValue, _ id: String, _ code: String) -> DashboardForm {
        var fields: [DashboardForm.Field] = [
            .init(
                "amount", "Amount in \(code.uppercased())", .number, AmountText.decimal(refundable(charge), code),
                hint: "At most \(AmountText.text(refundable(charge), code))."),
            .init("reason", "Reason", .choice(reasons)),
        ]
        if charge["transfer"]?.text != nil {
            fields.append(.init("reverse_transfer", "Take back the seller's share", .flag, "true"))
        }
        if charge["application_fee"]?.text != nil {
            fields.append(.init("refund_application_fee", "Refund the application fee", .flag, "true"))
        }
        return DashboardForm(
            name: "refund", title: "Refund", action: path(id) + "/refund", fields: fields, button: "Refund")
    }

    private static func attempts(_ id: String, _ dashboard: Dashboard, _ payments: inout SimulatedPayments) -> HTML {
        let charges = dashboard.elements("/v1/charges", [("payment_intent", id)], of: &payments)
        let table = DashboardTable(
            name: "Attempts",
            columns: [
                .text("Charge"), .number("Amount"), .text("Status"), .text("Method"), .long("Refused because"),
                .text("Created (UTC)"),
            ],
            rows: charges.map { charge in
                [
                    "\(charge.string("id"))", DashboardFormats.amount(of: charge),
                    DashboardFormats.tag(charge.string("status")), "\(DashboardFormats.method(of: charge))",
                    "\(charge["failure_message"]?.text ?? "")", DashboardFormats.time(charge["created"]?.number),
                ]
            }, empty: "No card was charged yet.")
        return "<h2>Attempts</h2>\n\(table.html)"
    }

    private static func timeline(_ id: String, _ dashboard: Dashboard, _ payments: inout SimulatedPayments) -> HTML {
        let events = dashboard.elements("/v1/_tender/events", [("payment_intent", id)], of: &payments)
        let items = events.map { event in
            "<li>\(DashboardFormats.time(event["created"]?.number)) \(EventPages.link(event, dashboard))</li>\n" as HTML
        }
        return items.isEmpty ? "" : "<h2>What happened</h2>\n<ol reversed class=\"timeline\">\n\(items)</ol>"
    }
}

/// The actions of a payment's forms.
extension PaymentPage {
    static func capture(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse
    {
        try change(dashboard, "capture", amount: "amount_to_capture", done: "captured", &payments)
    }

    static func cancel(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try change(dashboard, "cancel", amount: nil, done: "canceled", &payments)
    }

    private static func change(
        _ dashboard: Dashboard, _ action: String, amount: String?, done: String, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let address = "/v1/payment_intents/\(dashboard.visit.id)"
        var fields = given(["cancellation_reason"], dashboard)
        if let amount {
            let code = try dashboard.get(address, of: &payments).string("currency")
            guard let units = AmountText.units(dashboard.visit.field(amount), code) else {
                return try show(dashboard, &payments, noAmount(action, field: amount))
            }
            fields.append((amount, "\(units)"))
        }
        let answer = dashboard.ask("POST", "\(address)/\(action)", fields, of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure(action, answer)) }
        return dashboard.done(done, at: path(dashboard.visit.id))
    }

    static func refund(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let id = dashboard.visit.id
        let code = try dashboard.get("/v1/payment_intents/\(id)", of: &payments).string("currency")
        guard let units = AmountText.units(dashboard.visit.field("amount"), code) else {
            return try show(dashboard, &payments, noAmount("refund", field: "amount"))
        }
        let fields =
            [("payment_intent", id), ("amount", "\(units)")]
            + given(["reason", "reverse_transfer", "refund_application_fee"], dashboard)
        let answer = dashboard.ask("POST", "/v1/refunds", fields, key: dashboard.key("refund", fields), of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure("refund", answer)) }
        return dashboard.done("refunded", at: path(id))
    }

    private static func given(_ names: [String], _ dashboard: Dashboard) -> Dashboard.Fields {
        names.compactMap { name in dashboard.visit.field(name).map { (name, $0) } }
    }

    static func noAmount(_ form: String, field: String) -> FormFailure {
        FormFailure(form, "Enter the amount in digits, such as 10.99.", field: field)
    }
}

extension PageRoute {
    static let paymentPages = [
        dashboard("/payments", PaymentListPage.show), dashboard("/payments/:id", PaymentPage.show),
        dashboardForm("/payments/:id/capture", PaymentPage.capture),
        dashboardForm("/payments/:id/cancel", PaymentPage.cancel),
        dashboardForm("/payments/:id/refund", PaymentPage.refund),
    ]
}
