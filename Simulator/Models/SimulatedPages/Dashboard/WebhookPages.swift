import SimulatedPayments

/// The pages of webhook endpoints: the list, a new one, and the deliveries to each and its answers.
enum WebhookPages {
    private static func path(_ id: String) -> String { "/webhooks/\(WebAddress.encoded(id))" }

    static func list(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        list(dashboard, &payments, nil)
    }

    private static func list(
        _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) -> APIResponse {
        let rows = dashboard.elements("/v1/webhook_endpoints", of: &payments).map { endpoint -> [HTML] in
            let types = endpoint.elements("enabled_events").compactMap(\.text).joined(separator: ", ")
            return [
                "<a href=\"\(dashboard.address(path(endpoint.string("id"))))\">\(endpoint.string("url"))</a>",
                DashboardFormats.tag(endpoint.string("status")), "\(types)", "\(endpoint["description"]?.text ?? "")",
                "\(endpoint.string("id"))",
            ]
        }
        let table = DashboardTable(
            name: "Webhook endpoints",
            columns: [.long("Address"), .text("Status"), .long("Events"), .long("Description"), .text("Endpoint")],
            rows: rows, empty: "There are no webhook endpoints.")
        let content: HTML = """
            \(table.html)
            \(creation.html(dashboard, failure))
            <h2>What they have not accepted yet</h2>
            <p class="hint">At most 100 are shown, including those that are not sent again. Accepted ones are no longer listed.</p>
            \(waiting(dashboard, &payments).html)
            """
        return dashboard.page("Webhooks", .webhooks, failure: failure, content, payments)
    }

    private static var creation: DashboardForm {
        DashboardForm(
            name: "endpoint", title: "Add an endpoint", action: "/webhooks",
            fields: [
                .init("url", "Address", .text, hint: "Such as http://127.0.0.1:8000/webhook, on this machine."),
                .init(
                    "enabled_events", "Events", .suggested(["*"] + EventTypes.all), "*",
                    hint: "Their names, separated by commas; * means all of them."),
                .init("description", "Description"),
                .init("connect", "Events of connected accounts instead of your own", .flag),
            ], button: "Add")
    }

    static func create(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        var fields: Dashboard.Fields = ["url", "description", "connect"].compactMap { name in
            dashboard.visit.field(name).map { (name, $0) }
        }
        let types = (dashboard.visit.field("enabled_events") ?? "").split { $0 == "," || $0.isWhitespace }
        fields += types.map { ("enabled_events[]", String($0)) }
        let answer = dashboard.ask("POST", "/v1/webhook_endpoints", fields, of: &payments)
        guard answer.status == 200 else {
            var failure = FormFailure("endpoint", answer)
            if failure.field?.hasPrefix("enabled_events") == true { failure.field = "enabled_events" }
            return list(dashboard, &payments, failure)
        }
        let endpoint = answer.json
        let secret: HTML = """
            <p class="done" role="status">The endpoint was added.</p>
            <section class="card" aria-label="Signing secret">
            <p>Your program checks signatures with this secret. It is shown this once.</p>
            <p><code>\(endpoint.string("secret"))</code></p>
            </section>
            """
        return page(endpoint, dashboard, &payments, nil, secret)
    }

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(dashboard, &payments, nil)
    }

    private static func show(
        _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        page(try dashboard.object(in: "/v1/webhook_endpoints", of: &payments), dashboard, &payments, failure, nil)
    }

    /// - Parameter secret: The secret that verifies signatures, if the endpoint was created just now.
    private static func page(
        _ endpoint: JSONValue, _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?,
        _ secret: HTML?
    ) -> APIResponse {
        let (id, isEnabled) = (endpoint.string("id"), endpoint.string("status") == "enabled")
        let facts: [(name: String, value: HTML?)] = [
            ("Endpoint", "\(id)"), ("Status", DashboardFormats.tag(endpoint.string("status"))),
            ("Events", "\(endpoint.elements("enabled_events").compactMap(\.text).joined(separator: ", "))"),
            ("Description", DashboardFormats.fact(endpoint["description"]?.text)),
            ("Version of the API", DashboardFormats.fact(endpoint["api_version"]?.text)),
            ("Created (UTC)", DashboardFormats.time(endpoint["created"]?.number)),
        ]
        let content: HTML = """
            \(secret)\(DashboardFormats.facts(facts + DashboardFormats.metadata(of: endpoint)))
            <h2>Deliveries</h2>
            <p class="hint">The last 100 attempts since the gateway began.</p>
            \(history(endpoint, isEnabled, dashboard, &payments).html)
            \(forms(id, isEnabled).map { $0.html(dashboard, failure) })
            """
        return dashboard.page(endpoint.string("url"), .webhooks, failure: failure, content, payments)
    }

    private static func forms(_ id: String, _ isEnabled: Bool) -> [DashboardForm] {
        let send = DashboardForm(
            name: "resend", title: "Send an event", action: path(id) + "/resend",
            fields: [.init("event", "Event", .text, hint: "Its id, which begins with evt_.")], button: "Send")
        let status = DashboardForm(
            name: "status", title: isEnabled ? "Disable" : "Enable",
            action: path(id) + (isEnabled ? "/disable" : "/enable"),
            button: isEnabled ? "Disable the endpoint" : "Enable the endpoint",
            explanation: isEnabled
                ? "It gets no events until it is enabled again; those that are waiting are dropped." : nil)
        let delete = DashboardForm(
            name: "delete", title: "Delete", action: path(id) + "/delete", button: "Delete the endpoint",
            explanation: "This cannot be undone.")
        return (isEnabled ? [send] : []) + [status, delete]
    }

    private static func history(
        _ endpoint: JSONValue, _ isEnabled: Bool, _ dashboard: Dashboard, _ payments: inout SimulatedPayments
    ) -> DashboardTable {
        let id = endpoint.string("id")
        let attempts = dashboard.elements("/v1/_tender/delivery_attempts", [("webhook_endpoint", id)], of: &payments)
        let rows = attempts.map { attempt -> [HTML] in
            [
                event(of: attempt, dashboard), DashboardFormats.time(attempt["created"]?.number),
                "\(attempt.integer("number"))", answer(of: attempt),
                attempt["next_attempt"]?.number.map { DashboardFormats.time($0) } ?? "–",
                isEnabled ? again(attempt.string("event"), id, dashboard) : "",
            ]
        }
        return DashboardTable(
            name: "Deliveries",
            columns: [
                .text("Event"), .text("Sent (UTC)"), .number("Attempt"), .long("Answer"), .text("Next attempt (UTC)"),
                .text("Send it again"),
            ], rows: rows, empty: "Nothing was sent yet.")
    }

    private static func answer(of attempt: JSONValue) -> HTML {
        let words = words(status: attempt.integer("status"), attempt["failure"]?.text)
        return "<span class=\"tag \(attempt.isTrue("taken") ? "good" : "bad")\">\(words)</span>"
    }

    /// Returns what came back, and why there is no further attempt.
    private static func words(status: Int64, _ failure: String?) -> String {
        guard status == 0 else { return failure.map { "HTTP \(status), \($0)" } ?? "HTTP \(status)" }
        return failure ?? "no answer"
    }

    private static func event(of row: JSONValue, _ dashboard: Dashboard) -> HTML {
        let address = dashboard.address("/events/\(WebAddress.encoded(row.string("event")))")
        return "<a href=\"\(address)\">\(row["event_type"]?.text ?? row.string("event"))</a>"
    }

    private static func again(_ event: String, _ id: String, _ dashboard: Dashboard) -> HTML {
        let account: HTML? =
            dashboard.isOwn ? nil : "<input type=\"hidden\" name=\"account\" value=\"\(dashboard.account)\">"
        return """
            <form method="post" action="/dashboard\(path(id))/resend">\(dashboard.visit.tokenField(dashboard.scope))\(account)\
            <input type="hidden" name="event" value="\(event)">\
            <button type="submit" class="second" aria-label="Send \(event) again">Send</button></form>
            """
    }

    private static func waiting(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) -> DashboardTable {
        let rows = dashboard.elements("/v1/_tender/deliveries", of: &payments).map { delivery -> [HTML] in
            let status = delivery["last_status"]?.number
            let said = status.map { words(status: $0, delivery["failure"]?.text) } ?? "not sent yet"
            let endpoint = delivery.string("webhook_endpoint")
            return [
                event(of: delivery, dashboard), "<a href=\"\(dashboard.address(path(endpoint)))\">\(endpoint)</a>",
                "\(delivery.integer("attempts"))", "\(said)", DashboardFormats.time(delivery["next_attempt"]?.number),
            ]
        }
        return DashboardTable(
            name: "Waiting events",
            columns: [
                .text("Event"), .text("Endpoint"), .number("Attempts"), .long("Last answer"),
                .text("Next attempt (UTC)"),
            ], rows: rows, empty: "Everything was accepted.")
    }
}

/// The actions of an endpoint's forms.
extension WebhookPages {
    static func enable(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try update(dashboard, isDisabled: false, &payments)
    }

    static func disable(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse
    {
        try update(dashboard, isDisabled: true, &payments)
    }

    private static func update(
        _ dashboard: Dashboard, isDisabled: Bool, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let fields = [(name: "disabled", value: "\(isDisabled)")]
        let answer = dashboard.ask("POST", "/v1/webhook_endpoints/\(dashboard.visit.id)", fields, of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure("status", answer)) }
        return dashboard.done(isDisabled ? "disabled" : "enabled", at: path(dashboard.visit.id))
    }

    static func delete(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let answer = dashboard.ask("DELETE", "/v1/webhook_endpoints/\(dashboard.visit.id)", of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure("delete", answer)) }
        return dashboard.done("deleted", at: "/webhooks")
    }

    static func resend(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let fields = [
            (name: "event", value: dashboard.visit.field("event") ?? ""), ("webhook_endpoint", dashboard.visit.id),
        ]
        let answer = dashboard.ask("POST", "/v1/_tender/deliveries", fields, of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure("resend", answer)) }
        return dashboard.done("resent", at: path(dashboard.visit.id))
    }
}

extension PageRoute {
    static let webhookPages = [
        dashboard("/webhooks", WebhookPages.list), dashboardForm("/webhooks", WebhookPages.create),
        dashboard("/webhooks/:id", WebhookPages.show), dashboardForm("/webhooks/:id/enable", WebhookPages.enable),
        dashboardForm("/webhooks/:id/disable", WebhookPages.disable),
        dashboardForm("/webhooks/:id/delete", WebhookPages.delete),
        dashboardForm("/webhooks/:id/resend", WebhookPages.resend),
    ]
}
