import SimulatedPayments

/// The pages of the gateway itself: its time, its faults, and its rate limit.
enum GatewayPages {
    private static let units: [(value: String, label: String)] = [
        ("60", "minutes"), ("3600", "hours"), ("86400", "days"),
    ]
    private static let effects: [(value: String, label: String)] = [
        ("drop-request", "the connection is closed, and nothing is done"),
        ("drop-answer", "it is done, and the answer is lost"), ("delay", "it is done late"),
        ("status", "an error is answered, and nothing is done"),
        ("status-after", "it is done, and an error is answered"),
        ("close-mid-body", "it is done, and half of the answer comes"),
        ("html", "it is done, and a web page is answered"),
    ]

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(dashboard, &payments, nil)
    }

    private static func show(
        _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let clock = try dashboard.get("/v1/_tender/clock", of: &payments)
        let plan = try dashboard.get("/v1/_tender/faults", of: &payments)
        let limit = plan["requests_per_second"]?.number
        let facts: [(name: String, value: HTML?)] = [
            ("Time (UTC)", DashboardFormats.time(clock["now"]?.number)),
            ("Ahead of this machine", "\(clock.integer("advanced")) seconds"),
            ("Requests a second", "\(limit.map { "at most \($0) for an account" } ?? "any number")"),
        ]
        let faults = plan.elements("faults").map { ["<code>\($0.text ?? "")</code>" as HTML] }
        let table = DashboardTable(
            name: "Faults", columns: [.long("Planned, used in this order")], rows: faults,
            empty: "No faults are planned.")
        let clear = DashboardForm(
            name: "clear", title: "No more faults", action: "/gateway/clear", button: "Clear the plan")
        let content: HTML = """
            \(DashboardFormats.facts(facts))
            \(advance.html(dashboard, failure))
            \(name(payments.merchantName(of: dashboard.owner)).html(dashboard, failure))
            <h2>What goes wrong</h2>
            <p>Faults hit the requests of every program that uses this gateway, not this dashboard.</p>
            \(table.html)
            \(faults.isEmpty ? nil : clear.html(dashboard, failure))
            \(fault.html(dashboard, failure))
            """
        return dashboard.page("Gateway", .gateway, failure: failure, content, payments)
    }

    private static var advance: DashboardForm {
        DashboardForm(
            name: "clock", title: "Move the time forward", action: "/gateway/clock",
            fields: [.init("advance", "How far", .number, "1"), .init("unit", "Unit", .choice(units), "86400")],
            button: "Move", explanation: "Money becomes available, holds expire, payouts arrive. This cannot be undone."
        )
    }

    /// Returns the form for the name that customers read on pages of checkouts, receipts and banks.
    private static func name(_ known: String) -> DashboardForm {
        DashboardForm(
            name: "name", title: "Your shop's name", action: "/gateway/name",
            fields: [.init("name", "Name", .text, known)], button: "Change the name",
            explanation: "Customers read it where they pay, and on their receipts.")
    }

    static func rename(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let fields = [(name: "name", value: dashboard.visit.field("name") ?? "")]
        let answer = dashboard.visit.ask("POST", "/v1/_tender/account", fields, for: dashboard.owner, of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure("name", answer)) }
        return dashboard.done("named", at: "/gateway")
    }

    private static var fault: DashboardForm {
        DashboardForm(
            name: "fault", title: "Plan a fault", action: "/gateway/faults",
            fields: [
                .init("effect", "What happens", .choice(effects)),
                .init(
                    "endpoint", "To which request", .suggested(["any"] + Endpoint.allCases.map(\.rawValue)), "any",
                    hint: "The name of an endpoint, such as confirm, or any."),
                .init("count", "How often", .number, "1"),
                .init("more", "Status or time", .text, hint: "For errors 400 to 599, for delays such as 3s or 250ms."),
            ], button: "Plan")
    }

    static func move(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let (count, overflows) = (Int64(dashboard.visit.field("advance") ?? "") ?? 0)
            .multipliedReportingOverflow(by: Int64(dashboard.visit.field("unit") ?? "") ?? 0)
        guard count > 0, !overflows else {
            let failure = FormFailure("clock", "Write a whole number, such as 3.", field: "advance")
            return try show(dashboard, &payments, failure)
        }
        let answer = dashboard.ask("POST", "/v1/_tender/clock", [("advance", "\(count)")], of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure("clock", answer)) }
        return dashboard.done("advanced", at: "/gateway")
    }

    static func plan(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let parts = ["effect", "endpoint", "count", "more"].map { dashboard.visit.field($0) }
        let text = parts.compactMap(\.self).joined(separator: ":")
        let answer = dashboard.ask("POST", "/v1/_tender/faults", [("faults[]", text)], of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure("fault", answer)) }
        return dashboard.done("fault", at: "/gateway")
    }

    static func clear(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let answer = dashboard.ask("DELETE", "/v1/_tender/faults", of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure("clear", answer)) }
        return dashboard.done("cleared", at: "/gateway")
    }
}

extension PageRoute {
    static let gatewayPages = [
        dashboard("/gateway", GatewayPages.show), dashboardForm("/gateway/clock", GatewayPages.move),
        dashboardForm("/gateway/name", GatewayPages.rename), dashboardForm("/gateway/faults", GatewayPages.plan),
        dashboardForm("/gateway/clear", GatewayPages.clear),
    ]
}
