import SimulatedPayments

/// The pages of API requests, newest first: by the account itself, and on behalf of connected accounts.
enum LogPages {
    private static let filters: [(name: String, label: String)] = [
        ("method", "Method"), ("path", "Path"), ("status", "Status, such as 402 or 4xx"),
    ]

    static func list(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let query = filters.compactMap { filter in
            dashboard.visit.field(filter.name).map { (name: filter.name, value: $0) }
        }
        let list = try DashboardList("/v1/_tender/requests", query, on: "/logs", keeping: query, dashboard, &payments)
        let rows = list.rows.map { request -> [HTML] in
            let address = dashboard.address("/logs/" + request.string("id"))
            return [
                "<a href=\"\(address)\">\(request.string("method")) \(request.string("path"))</a>", status(of: request),
                "\(code(of: request))", DashboardFormats.time(request["created"]?.number),
                "\(request.string("account"))",
            ]
        }
        let table = DashboardTable(
            name: "Requests",
            columns: [.text("Request"), .text("Status"), .text("Code"), .text("Time (UTC)"), .text("Account")],
            rows: rows, empty: "No requests yet, or none that match.")
        let content: HTML = """
            \(form(dashboard))<p class="hint">The last \(SimulatedPayments.loggedRequests) requests of all accounts are kept until the gateway stops.</p>
            \(table.html)
            \(list.paging)
            """
        return dashboard.page("Logs", .logs, content, payments)
    }

    private static func form(_ dashboard: Dashboard) -> HTML {
        let account: HTML? =
            dashboard.isOwn ? nil : "<input type=\"hidden\" name=\"account\" value=\"\(dashboard.account)\">\n"
        let inputs = filters.map { name, label in
            """
            <p><label for="\(name)">\(label)</label>
            <input type="text" id="\(name)" name="\(name)" value="\(dashboard.visit.field(name) ?? "")" autocomplete="off" \
            spellcheck="false"></p>

            """ as HTML
        }
        return """
            <form class="filter" method="get" action="/dashboard/logs">
            \(account)\(inputs)<p><button type="submit" class="second">Show</button></p>
            </form>

            """
    }

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let found = dashboard.ask(
            "GET", "/v1/_tender/requests/" + WebAddress.encoded(dashboard.visit.id), of: &payments)
        guard found.status == 200 else { throw .notLogged }
        let request = found.json
        let error = request["error"]
        let facts: [(name: String, value: HTML?)] = [
            ("Request", "\(request.string("id"))"), ("Time (UTC)", DashboardFormats.time(request["created"]?.number)),
            ("Status", status(of: request)), ("Planned fault", DashboardFormats.fact(request["fault"]?.text)),
            ("Error", DashboardFormats.fact(error?["type"]?.text)),
            ("Code", DashboardFormats.fact(error?["code"]?.text)),
            ("Decline code", DashboardFormats.fact(error?["decline_code"]?.text)),
            ("Parameter", DashboardFormats.fact(error?["param"]?.text)),
            ("Endpoint", DashboardFormats.fact(request["endpoint"]?.text)),
            ("Version", DashboardFormats.fact(request["api_version"]?.text)), ("Key", "\(request.string("key"))"),
            ("Idempotency", DashboardFormats.fact(request["idempotency"]?.text.map(idempotency))),
            ("Account", "\(request.string("account"))"), ("Platform", DashboardFormats.fact(request["platform"]?.text)),
        ]
        let content: HTML = """
            \(DashboardFormats.facts(facts))
            <p class="hint">Parameters, headers and answers are not kept: they may contain keys and card numbers.</p>
            """
        return dashboard.page("\(request.string("method")) \(request.string("path"))", .logs, content, payments)
    }

    private static func idempotency(_ kind: String) -> String {
        kind == "replayed" ? "the answer to an earlier request was repeated" : "with a key"
    }

    private static func status(of request: JSONValue) -> HTML {
        guard let status = request["status"]?.number else { return "<span class=\"tag bad\">no answer</span>" }
        return "<span class=\"tag \(status < 400 ? "good" : "bad")\">\(status)</span>"
    }

    /// Returns the reason for a refusal, or the injected fault.
    private static func code(of request: JSONValue) -> String {
        let error = request["error"]
        let code = error?["decline_code"]?.text ?? error?["code"]?.text ?? error?["type"]?.text
        return code ?? request["fault"]?.text ?? "–"
    }
}

extension PageRefusal {
    static let notLogged = PageRefusal(
        status: 404, title: "This request is not in the log",
        message: "It was made by another account, or too long ago: the log is kept until the gateway stops.")
}

extension PageRoute {
    static let logPages = [dashboard("/logs", LogPages.list), dashboard("/logs/:id", LogPages.show)]
}
