import SimulatedPayments

/// A section of the dashboard, as in its menu.
enum DashboardSection: String, CaseIterable {
    case payments, refunds, disputes, customers, products, balance, payouts, accounts, readers, events, webhooks
    case logs, gateway

    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    var path: String { "/" + rawValue }
}

extension Dashboard {
    /// Returns a page with the menu, which is notified when something happens in the account.
    func page(
        _ title: String, _ section: DashboardSection, status: Int = 200, failure: FormFailure? = nil,
        _ content: HTML, _ payments: SimulatedPayments
    ) -> APIResponse {
        let newest = payments.newestChange(of: account) ?? ""
        let notice = visit.field("done").flatMap { Self.notices[$0] }
            .map { "<p class=\"done\" role=\"status\">\($0)</p>\n" as HTML }
        let body: HTML = """
            <h1>\(title)</h1>
            \(failure?.notice(above: content) ?? notice)<p class="quiet" role="status" id="news"></p>
            <div id="live" data-changes="\(address("/changes", [("after", newest)]))">
            \(content)
            </div>
            """
        var page = Page(
            title: (failure == nil ? "" : "Error: ") + "\(title) – Dashboard", content: body,
            status: failure?.status ?? status)
        page.header = header(section)
        page.width = .screen
        page.scripts = ["dashboard.js"]
        return page.response()
    }

    private func header(_ section: DashboardSection) -> HTML {
        let sections = DashboardSection.allCases.filter { isOwn || ($0 != .accounts && $0 != .gateway) }
        let items = sections.map { item in
            let current: HTML? = item == section ? " aria-current=\"page\"" : nil
            return "<li><a href=\"\(address(item.path))\"\(current)>\(item.title)</a></li>\n" as HTML
        }
        let who: HTML =
            isOwn
            ? "<p>Account <code>\(account)</code></p>"
            : """
            <p>Connected account <code>\(account)</code>, seen by its platform <code>\(owner)</code>.
            <a href="/dashboard/accounts">Back to your own account</a></p>
            """
        return """
            <header class="dashboard">
            \(who)
            <form method="post" action="/dashboard/sign-out">\(visit.tokenField(scope))\
            <button type="submit" class="second">Sign out</button></form>
            <nav class="bar" aria-label="Dashboard"><ul>
            \(items)</ul></nav>
            <details class="menu"><summary>Menu</summary>
            <nav aria-label="Dashboard"><ul>
            \(items)</ul></nav>
            </details>
            </header>
            """
    }

    /// Redirects to a page that says what was done.
    func done(_ what: String, at path: String) -> APIResponse { .redirect(to: address(path, [("done", what)])) }

    private static let notices = [
        "captured": "The payment was captured.", "canceled": "It was canceled.", "refunded": "The refund was made.",
        "evidence": "The evidence was submitted.", "closed": "The dispute was accepted.",
        "paid-out": "The payout is on its way.", "registered": "The reader was registered.",
        "presented": "The card was presented.", "answered": "The form was answered.",
        "timed-out": "The customer did not answer.", "fault": "The fault is planned.",
        "enabled": "The endpoint is enabled.", "disabled": "The endpoint is disabled.",
        "deleted": "The endpoint was deleted.", "resent": "The event is sent again.", "named": "The name was changed.",
        "cleared": "No more faults are planned.", "advanced": "The time was moved forward.",
    ]
}

extension PageRoute {
    typealias DashboardHandler = @Sendable (Dashboard, inout SimulatedPayments) throws(PageRefusal) -> APIResponse

    /// Returns a route for people who are signed in; others are sent to the sign-in page.
    static func dashboard(_ path: String, _ run: @escaping DashboardHandler) -> PageRoute {
        PageRoute("GET", "/dashboard" + path) { (visit, payments) throws(PageRefusal) in
            guard let dashboard = try Dashboard(visit, &payments) else { return .redirect(to: "/dashboard") }
            return try run(dashboard, &payments)
        }
    }

    /// Returns the route that one of their forms is submitted to.
    static func dashboardForm(_ path: String, _ run: @escaping DashboardHandler) -> PageRoute {
        PageRoute("POST", "/dashboard" + path) { (visit, payments) throws(PageRefusal) in
            guard let dashboard = try Dashboard(visit, &payments) else { throw .signedOut }
            try visit.checkToken(dashboard.scope)
            return try run(dashboard, &payments)
        }
    }

    static let dashboard: [PageRoute] =
        [changes] + signIn + paymentPages + disputePages + listPages + moneyPages + accountPages + readerPages
        + eventPages + webhookPages + logPages + gatewayPages
}
