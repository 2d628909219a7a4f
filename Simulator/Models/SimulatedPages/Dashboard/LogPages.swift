import SimulatedPayments

/// The pages of API requests, newest first: by the account itself, and on behalf of connected accounts.
enum LogPages {
    private static let filters: [(name: String, label: String)] = [
        ("method", "Method"), ("path", "Path"), ("status", "Status, such as 402 or 4xx"),
    ]

    static func list(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let query = filters.compactMap { filter in desk.visit.field(filter.name).map { (name: filter.name, value: $0) }
        }
        let list = try DeskList("/v1/_tender/requests", query, on: "/logs", keeping: query, desk, &payments)
        let rows = list.rows.map { request -> [HTML] in
            let address = desk.address("/logs/" + request.string("id"))
            return [
                "<a href=\"\(address)\">\(request.string("method")) \(request.string("path"))</a>", status(of: request),
                "\(code(of: request))", DeskFormats.time(request["created"]?.number), "\(request.string("account"))",
            ]
        }
        let table = DeskTable(
            name: "Requests",
            columns: [.text("Request"), .text("Status"), .text("Code"), .text("Time (UTC)"), .text("Account")],
            rows: rows, empty: "No requests yet, or none that match.")
        let content: HTML = """
            \(form(desk))<p class="hint">The last \(SimulatedPayments.loggedRequests) requests of all accounts are kept until the gateway stops.</p>
            \(table.html)
            \(list.paging)
            """
        return desk.page("Logs", .logs, content, payments)
    }

    private static func form(_ desk: Desk) -> HTML {
        let account: HTML? =
            desk.isOwn ? nil : "<input type=\"hidden\" name=\"account\" value=\"\(desk.account)\">\n"
        let inputs = filters.map { name, label in
            """
            <p><label for="\(name)">\(label)</label>
            <input type="text" id="\(name)" name="\(name)" value="\(desk.visit.field(name) ?? "")" autocomplete="off" \
            spellcheck="false"></p>

            """ as HTML
        }
        return """
            <form class="filter" method="get" action="/dashboard/logs">
            \(account)\(inputs)<p><button type="submit" class="second">Show</button></p>
            </form>

            """
    }

    static func show(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let found = desk.ask("GET", "/v1/_tender/requests/" + WebAddress.encoded(desk.visit.id), of: &payments)
        guard found.status == 200 else { throw .notLogged }
        let request = found.json
        let error = request["error"]
        let facts: [(name: String, value: HTML?)] = [
            ("Request", "\(request.string("id"))"), ("Time (UTC)", DeskFormats.time(request["created"]?.number)),
            ("Status", status(of: request)), ("Planned fault", DeskFormats.fact(request["fault"]?.text)),
            ("Error", DeskFormats.fact(error?["type"]?.text)), ("Code", DeskFormats.fact(error?["code"]?.text)),
            ("Decline code", DeskFormats.fact(error?["decline_code"]?.text)),
            ("Parameter", DeskFormats.fact(error?["param"]?.text)),
            ("Endpoint", DeskFormats.fact(request["endpoint"]?.text)),
            ("Version", DeskFormats.fact(request["api_version"]?.text)), ("Key", "\(request.string("key"))"),
            ("Idempotency", DeskFormats.fact(request["idempotency"]?.text.map(idempotency))),
            ("Account", "\(request.string("account"))"), ("Platform", DeskFormats.fact(request["platform"]?.text)),
        ]
        let content: HTML = """
            \(DeskFormats.facts(facts))
            <p class="hint">Parameters, headers and answers are not kept: they may contain keys and card numbers.</p>
            """
        return desk.page("\(request.string("method")) \(request.string("path"))", .logs, content, payments)
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
    static let logPages = [desk("/logs", LogPages.list), desk("/logs/:id", LogPages.show)]
}
