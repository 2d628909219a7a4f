import SimulatedPayments

/// The page of one payment: its details, the flow of its money, its history, and what can be done with it.
enum PaymentPage {
    static func path(_ id: String) -> String { "/payments/\(WebAddress.encoded(id))" }

    static func show(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(desk, &payments, nil)
    }

    /// - Parameter failure: The reason that a form of the page was not executed.
    static func show(
        _ desk: Desk, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let expand = ["customer", "latest_charge.balance_transaction"].map { (name: "expand[]", value: $0) }
        let payment = try desk.object(in: "/v1/payment_intents", expand, of: &payments)
        let id = payment.string("id")
        let refunds = desk.elements("/v1/refunds", [("payment_intent", id)], of: &payments)
        let flow = MoneyFlow(payment, refunds, desk, &payments)
        let content: HTML = """
            <p class="amount">\(DeskFormats.amount(of: payment)) \(DeskFormats.tag(payment.string("status")))</p>
            \(facts(payment, desk))
            <h2>Money</h2>
            \(flow?.html ?? "<p class=\"quiet\">No money has moved yet.</p>")
            \(forms(payment, desk, failure, seen: payments.newestChange(of: desk.account) ?? ""))
            \(attempts(id, desk, &payments))
            \(RefundPages.section(refunds, desk))
            \(timeline(id, desk, &payments))
            """
        return desk.page("Payment \(id)", .payments, failure: failure, content, payments)
    }

    private static func facts(_ payment: JSONValue, _ desk: Desk) -> HTML {
        let charge = payment["latest_charge"]
        let facts: [(name: String, value: HTML?)] = [
            ("Created (UTC)", DeskFormats.time(payment["created"]?.number)),
            ("Customer", PaymentListPage.customer(of: payment, desk)),
            ("Paid with", "\(DeskFormats.method(of: charge))"),
            ("Description", DeskFormats.fact(payment["description"]?.text)),
            ("On the statement", DeskFormats.fact(charge?["calculated_statement_descriptor"]?.text)),
            ("Captured", "\(DeskFormats.words(payment.string("capture_method")))"),
            ("Refused because", DeskFormats.fact(payment["last_payment_error"]?["message"]?.text)),
            ("Canceled because", DeskFormats.fact(payment["cancellation_reason"]?.text.map(DeskFormats.words))),
            ("For the account", DeskFormats.fact(payment["transfer_data"]?["destination"]?.text)),
            ("On behalf of", DeskFormats.fact(payment["on_behalf_of"]?.text)),
            ("Transfer group", DeskFormats.fact(payment["transfer_group"]?.text)),
            ("Receipt", receipt(charge?["receipt_url"]?.text)),
        ]
        return DeskFormats.facts(facts + DeskFormats.metadata(of: payment))
    }

    private static func receipt(_ url: String?) -> HTML? {
        url.flatMap(WebAddress.init).map { "<a href=\"\($0.text)\">Show the receipt</a>" }
    }

    private static func forms(_ payment: JSONValue, _ desk: Desk, _ failure: FormFailure?, seen: String) -> HTML {
        let (id, status, code) = (payment.string("id"), payment.string("status"), payment.string("currency"))
        var forms: [DeskForm] = []
        if status == "requires_capture" {
            let amount = AmountText.decimal(payment.integer("amount_capturable"), code)
            forms.append(
                DeskForm(
                    name: "capture", title: "Capture", action: path(id) + "/capture",
                    fields: [.init("amount_to_capture", "Amount in \(code.uppercased())", .number, amount)],
                    button: "Capture", explanation: "Captures the money that is held. What is not captured is released."
                ))
        }
        if !["succeeded", "canceled", "processing"].contains(status) {
            forms.append(
                DeskForm(
                    name: "cancel", title: "Cancel", action: path(id) + "/cancel",
                    fields: [.init("cancellation_reason", "Reason", .choice(reasons + [("abandoned", "abandoned")]))],
                    button: "Cancel the payment", explanation: "Money that is held is released."))
        }
        if let charge = payment["latest_charge"], charge.isTrue("captured"), refundable(charge) > 0 {
            forms.append(refundForm(charge, id, code))
        }
        return "\(forms.map { $0.html(desk, failure, seen: seen) })"
    }

    private static func refundable(_ charge: JSONValue) -> Int64 {
        charge.integer("amount") - charge.integer("amount_refunded")
    }

    private static let reasons: [(value: String, label: String)] = [
        ("", "none"), ("duplicate", "duplicate"), ("fraudulent", "fraudulent"),
        ("requested_by_customer", "requested by the customer"),
    ]

    private static func refundForm(_ charge: JSONValue, _ id: String, _ code: String) -> DeskForm {
        var fields: [DeskForm.Field] = [
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
        return DeskForm(
            name: "refund", title: "Refund", action: path(id) + "/refund", fields: fields, button: "Refund")
    }

    private static func attempts(_ id: String, _ desk: Desk, _ payments: inout SimulatedPayments) -> HTML {
        let charges = desk.elements("/v1/charges", [("payment_intent", id)], of: &payments)
        let table = DeskTable(
            name: "Attempts",
            columns: [
                .text("Charge"), .number("Amount"), .text("Status"), .text("Method"), .long("Refused because"),
                .text("Created (UTC)"),
            ],
            rows: charges.map { charge in
                [
                    "\(charge.string("id"))", DeskFormats.amount(of: charge),
                    DeskFormats.tag(charge.string("status")), "\(DeskFormats.method(of: charge))",
                    "\(charge["failure_message"]?.text ?? "")", DeskFormats.time(charge["created"]?.number),
                ]
            }, empty: "No card was charged yet.")
        return "<h2>Attempts</h2>\n\(table.html)"
    }

    private static func timeline(_ id: String, _ desk: Desk, _ payments: inout SimulatedPayments) -> HTML {
        let events = desk.elements("/v1/_tender/events", [("payment_intent", id)], of: &payments)
        let items = events.map { event in
            "<li>\(DeskFormats.time(event["created"]?.number)) \(EventPages.link(event, desk))</li>\n" as HTML
        }
        return items.isEmpty ? "" : "<h2>What happened</h2>\n<ol reversed class=\"timeline\">\n\(items)</ol>"
    }
}

/// The actions of a payment's forms.
extension PaymentPage {
    static func capture(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try change(desk, "capture", amount: "amount_to_capture", done: "captured", &payments)
    }

    static func cancel(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try change(desk, "cancel", amount: nil, done: "canceled", &payments)
    }

    private static func change(
        _ desk: Desk, _ action: String, amount: String?, done: String, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let address = "/v1/payment_intents/\(desk.visit.id)"
        var fields = given(["cancellation_reason"], desk)
        if let amount {
            let code = try desk.get(address, of: &payments).string("currency")
            guard let units = AmountText.units(desk.visit.field(amount), code) else {
                return try show(desk, &payments, noAmount(action, field: amount))
            }
            fields.append((amount, "\(units)"))
        }
        let answer = desk.ask("POST", "\(address)/\(action)", fields, of: &payments)
        guard answer.status == 200 else { return try show(desk, &payments, FormFailure(action, answer)) }
        return desk.done(done, at: path(desk.visit.id))
    }

    static func refund(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let id = desk.visit.id
        let code = try desk.get("/v1/payment_intents/\(id)", of: &payments).string("currency")
        guard let units = AmountText.units(desk.visit.field("amount"), code) else {
            return try show(desk, &payments, noAmount("refund", field: "amount"))
        }
        let fields =
            [("payment_intent", id), ("amount", "\(units)")]
            + given(["reason", "reverse_transfer", "refund_application_fee"], desk)
        let answer = desk.ask("POST", "/v1/refunds", fields, key: desk.key("refund", fields), of: &payments)
        guard answer.status == 200 else { return try show(desk, &payments, FormFailure("refund", answer)) }
        return desk.done("refunded", at: path(id))
    }

    private static func given(_ names: [String], _ desk: Desk) -> Desk.Fields {
        names.compactMap { name in desk.visit.field(name).map { (name, $0) } }
    }

    static func noAmount(_ form: String, field: String) -> FormFailure {
        FormFailure(form, "Enter the amount in digits, such as 10.99.", field: field)
    }
}

extension PageRoute {
    static let paymentPages = [
        desk("/payments", PaymentListPage.show), desk("/payments/:id", PaymentPage.show),
        deskForm("/payments/:id/capture", PaymentPage.capture), deskForm("/payments/:id/cancel", PaymentPage.cancel),
        deskForm("/payments/:id/refund", PaymentPage.refund),
    ]
}
