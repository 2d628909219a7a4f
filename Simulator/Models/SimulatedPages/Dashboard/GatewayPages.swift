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

    static func show(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(desk, &payments, nil)
    }

    private static func show(
        _ desk: Desk, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let clock = try desk.get("/v1/_tender/clock", of: &payments)
        let plan = try desk.get("/v1/_tender/faults", of: &payments)
        let limit = plan["requests_per_second"]?.number
        let facts: [(name: String, value: HTML?)] = [
            ("Time (UTC)", DeskFormats.time(clock["now"]?.number)),
            ("Ahead of this machine", "\(clock.integer("advanced")) seconds"),
            ("Requests a second", "\(limit.map { "at most \($0) for an account" } ?? "any number")"),
        ]
        let faults = plan.elements("faults").map { ["<code>\($0.text ?? "")</code>" as HTML] }
        let table = DeskTable(
            name: "Faults", columns: [.long("Planned, used in this order")], rows: faults,
            empty: "No faults are planned.")
        let clear = DeskForm(
            name: "clear", title: "No more faults", action: "/gateway/clear", button: "Clear the plan")
        let content: HTML = """
            \(DeskFormats.facts(facts))
            \(advance.html(desk, failure))
            \(name(payments.merchantName(of: desk.owner)).html(desk, failure))
            <h2>What goes wrong</h2>
            <p>Faults hit the requests of every program that uses this gateway, not this dashboard.</p>
            \(table.html)
            \(faults.isEmpty ? nil : clear.html(desk, failure))
            \(fault.html(desk, failure))
            """
        return desk.page("Gateway", .gateway, failure: failure, content, payments)
    }

    private static var advance: DeskForm {
        DeskForm(
            name: "clock", title: "Move the time forward", action: "/gateway/clock",
            fields: [.init("advance", "How far", .number, "1"), .init("unit", "Unit", .choice(units), "86400")],
            button: "Move", explanation: "Money becomes available, holds expire, payouts arrive. This cannot be undone."
        )
    }

    /// Returns the form for the name that customers read on pages of checkouts, receipts and banks.
    private static func name(_ known: String) -> DeskForm {
        DeskForm(
            name: "name", title: "Your shop's name", action: "/gateway/name",
            fields: [.init("name", "Name", .text, known)], button: "Change the name",
            explanation: "Customers read it where they pay, and on their receipts.")
    }

    static func rename(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let fields = [(name: "name", value: desk.visit.field("name") ?? "")]
        let answer = desk.visit.ask("POST", "/v1/_tender/account", fields, for: desk.owner, of: &payments)
        guard answer.status == 200 else { return try show(desk, &payments, FormFailure("name", answer)) }
        return desk.done("named", at: "/gateway")
    }

    private static var fault: DeskForm {
        DeskForm(
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

    static func move(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let (count, overflows) = (Int64(desk.visit.field("advance") ?? "") ?? 0)
            .multipliedReportingOverflow(by: Int64(desk.visit.field("unit") ?? "") ?? 0)
        guard count > 0, !overflows else {
            let failure = FormFailure("clock", "Write a whole number, such as 3.", field: "advance")
            return try show(desk, &payments, failure)
        }
        let answer = desk.ask("POST", "/v1/_tender/clock", [("advance", "\(count)")], of: &payments)
        guard answer.status == 200 else { return try show(desk, &payments, FormFailure("clock", answer)) }
        return desk.done("advanced", at: "/gateway")
    }

    static func plan(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let parts = ["effect", "endpoint", "count", "more"].map { desk.visit.field($0) }
        let text = parts.compactMap(\.self).joined(separator: ":")
        let answer = desk.ask("POST", "/v1/_tender/faults", [("faults[]", text)], of: &payments)
        guard answer.status == 200 else { return try show(desk, &payments, FormFailure("fault", answer)) }
        return desk.done("fault", at: "/gateway")
    }

    static func clear(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let answer = desk.ask("DELETE", "/v1/_tender/faults", of: &payments)
        guard answer.status == 200 else { return try show(desk, &payments, FormFailure("clear", answer)) }
        return desk.done("cleared", at: "/gateway")
    }
}

extension PageRoute {
    static let gatewayPages = [
        desk("/gateway", GatewayPages.show), deskForm("/gateway/clock", GatewayPages.move),
        deskForm("/gateway/name", GatewayPages.rename), deskForm("/gateway/faults", GatewayPages.plan),
        deskForm("/gateway/clear", GatewayPages.clear),
    ]
}
