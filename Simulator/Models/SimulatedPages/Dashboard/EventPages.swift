import SimulatedPayments

/// The pages of events, newest first.
enum EventPages {
    static func list(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let type = dashboard.visit.field("type")
        let query = type.map { [(name: "type", value: $0)] } ?? []
        let list = try DashboardList("/v1/events", query, on: "/events", keeping: query, dashboard, &payments)
        let rows = list.rows.map { event -> [HTML] in
            let object = event["data"]?["object"]
            return [
                link(event, dashboard), DashboardFormats.time(event["created"]?.number),
                "\(object?["id"]?.text ?? "–")",
                "\(event.integer("pending_webhooks"))", "\(event.string("id"))",
            ]
        }
        let table = DashboardTable(
            name: "Events",
            columns: [
                .text("Type"), .text("Created (UTC)"), .text("Object"), .number("Waiting webhooks"), .text("Event"),
            ], rows: rows, empty: "Nothing has happened yet.")
        let content: HTML = "\(filter(type ?? "", dashboard))\(table.html)\n\(list.paging)"
        return dashboard.page("Events", .events, content, payments)
    }

    private static func filter(_ type: String, _ dashboard: Dashboard) -> HTML {
        let account: HTML? =
            dashboard.isOwn ? nil : "<input type=\"hidden\" name=\"account\" value=\"\(dashboard.account)\">\n"
        let types = EventTypes.all.map { "<option value=\"\($0)\"></option>" as HTML }
        return """
            <form class="filter" method="get" action="/dashboard/events">
            \(account)<p><label for="type">Type, such as charge.refunded or payment_intent.*</label>
            <input type="text" id="type" name="type" list="types" value="\(type)" autocomplete="off" spellcheck="false">
            <datalist id="types">\(types)</datalist></p>
            <p><button type="submit" class="second">Show</button></p>
            </form>

            """
    }

    /// Returns the type of an event, with a link to it.
    static func link(_ event: JSONValue, _ dashboard: Dashboard) -> HTML {
        let address = dashboard.address("/events/\(WebAddress.encoded(event.string("id")))")
        return "<a href=\"\(address)\">\(event.string("type"))</a>"
    }

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let event = try dashboard.get("/v1/events/\(dashboard.visit.id)", of: &payments)
        let facts: [(name: String, value: HTML?)] = [
            ("Event", "\(event.string("id"))"), ("Created (UTC)", DashboardFormats.time(event["created"]?.number)),
            ("Request", DashboardFormats.fact(event["request"]?["id"]?.text)),
            ("Idempotency key", DashboardFormats.fact(event["request"]?["idempotency_key"]?.text)),
            ("Waiting webhooks", "\(event.integer("pending_webhooks"))"),
        ]
        let content: HTML = """
            \(DashboardFormats.facts(facts))
            <h2>As webhooks get it</h2>
            <pre tabindex="0" role="region" aria-label="JSON">\(DashboardFormats.text(event))</pre>
            """
        return dashboard.page(event.string("type"), .events, content, payments)
    }
}

extension PageRoute {
    static let eventPages = [
        dashboard("/events", EventPages.list), dashboard("/events/:id", EventPages.show),
    ]
}
