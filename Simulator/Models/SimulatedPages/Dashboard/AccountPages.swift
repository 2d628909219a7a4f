import SimulatedPayments

/// The pages of the accounts that are connected to the platform.
enum AccountPages {
    private static func path(_ id: String) -> String { "/accounts/\(WebAddress.encoded(id))" }

    static func list(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let list = try DashboardList("/v1/accounts", on: "/accounts", dashboard, &payments)
        let rows = list.rows.map { account -> [HTML] in
            let id = account.string("id")
            let due = account["requirements"]?.elements("currently_due").count ?? 0
            return [
                "<a href=\"\(dashboard.address(path(id)))\">\(name(of: account))</a>", "\(account.string("type"))",
                "\(money(of: id, dashboard, &payments))", DashboardFormats.yesOrNo(account.isTrue("charges_enabled")),
                DashboardFormats.yesOrNo(account.isTrue("payouts_enabled")), "\(due)",
                DashboardFormats.time(account["created"]?.number), "\(id)",
            ]
        }
        let table = DashboardTable(
            name: "Connected accounts",
            columns: [
                .long("Name"), .text("Type"), .long("Balance"), .text("Charges"), .text("Payouts"),
                .number("Required"), .text("Created (UTC)"), .text("Account"),
            ], rows: rows, empty: "No account is connected. Your program makes them with POST /v1/accounts.")
        return dashboard.page("Connected accounts", .accounts, "\(table.html)\n\(list.paging)", payments)
    }

    private static func name(of account: JSONValue) -> String {
        let names = [account["business_profile"]?["name"], account["company"]?["name"], account["email"]]
        return names.compactMap { $0?.text }.first { !$0.isEmpty } ?? account.string("id")
    }

    /// Returns the balance of an account, available or not.
    private static func money(of id: String, _ dashboard: Dashboard, _ payments: inout SimulatedPayments) -> String {
        let balance = dashboard.visit.ask("GET", "/v1/balance", for: id, of: &payments).json
        let pending = balance.elements("pending")
        let sums = zip(balance.elements("available"), pending).map { available, pending in
            AmountText.text(available.integer("amount") + pending.integer("amount"), available.string("currency"))
        }
        return sums.joined(separator: ", ")
    }

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(dashboard, &payments, nil)
    }

    /// - Parameter onboarding: The next step with an onboarding link that was just created.
    private static func show(
        _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?, onboarding: HTML? = nil
    ) throws(PageRefusal) -> APIResponse {
        let account = try dashboard.get("/v1/accounts/\(dashboard.visit.id)", of: &payments)
        guard !account.isTrue("deleted") else { throw .notFound }
        let id = account.string("id")
        let balance = dashboard.visit.ask("GET", "/v1/balance", for: id, of: &payments).json
        let requirements = account["requirements"]
        let facts: [(name: String, value: HTML?)] = [
            ("Account", "\(id)"), ("Type", "\(account.string("type"))"),
            ("Country", DashboardFormats.fact(account["country"]?.text)),
            ("Email", DashboardFormats.fact(account["email"]?.text)),
            ("Charges", DashboardFormats.yesOrNo(account.isTrue("charges_enabled"))),
            ("Payouts", DashboardFormats.yesOrNo(account.isTrue("payouts_enabled"))),
            (
                "Disabled because",
                DashboardFormats.fact(requirements?["disabled_reason"]?.text.map(DashboardFormats.words))
            ),
        ]
        let due = (requirements?.elements("currently_due") ?? []).map {
            "<li>\(DashboardFormats.words($0.text ?? ""))</li>\n" as HTML
        }
        let missing: HTML = due.isEmpty ? "<p class=\"quiet\">Nothing is missing.</p>" : "<ul>\n\(due)</ul>"
        let content: HTML = """
            \(DashboardFormats.facts(facts + DashboardFormats.metadata(of: account)))
            \(links(id))
            <h2>Balance</h2>
            \(BalancePages.balances(balance).html)
            <h2>Capabilities</h2>
            \(capabilities(of: account).html)
            <h2>Required</h2>
            \(missing)
            \(id == dashboard.account ? nil : onboarding ?? link(id).html(dashboard, failure))
            """
        return dashboard.page(name(of: account), .accounts, failure: failure, content, payments)
    }

    private static func link(_ id: String) -> DashboardForm {
        DashboardForm(
            name: "onboarding", title: "Let the seller sign up", action: path(id) + "/onboarding",
            button: "Create an onboarding link",
            explanation: "The link opens a page that asks for what is missing. It works once, for a few minutes.")
    }

    /// Creates an onboarding link, and shows it this once.
    static func onboard(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse
    {
        let back = payments.publicURL + dashboard.address(path(dashboard.visit.id))
        let fields = [
            (name: "account", value: dashboard.visit.id), ("type", "account_onboarding"), ("refresh_url", back),
            ("return_url", back),
        ]
        let answer = dashboard.ask("POST", "/v1/account_links", fields, of: &payments)
        guard answer.status == 200, let url = WebAddress(answer.json.string("url")) else {
            return try show(dashboard, &payments, FormFailure("onboarding", answer))
        }
        let next: HTML = """
            <section class="card" role="status">
            <h2>The onboarding link</h2>
            <p><a href="\(url.text)">\(url.text)</a></p>
            </section>
            """
        return try show(dashboard, &payments, nil, onboarding: next)
    }

    private static func links(_ id: String) -> HTML {
        let items = [DashboardSection.payments, .balance, .payouts, .events].map { section in
            """
            <a class="button second" href="/dashboard\(section.path)?account=\(WebAddress.encoded(id))">\
            Its \(section.rawValue)</a>

            """ as HTML
        }
        return "<p class=\"actions\">\n\(items)</p>"
    }

    private static func capabilities(of account: JSONValue) -> DashboardTable {
        let rows = (account["capabilities"]?.members ?? [:]).sorted { $0.key < $1.key }.map { name, status -> [HTML] in
            ["\(DashboardFormats.words(name))", DashboardFormats.tag(status.text ?? "")]
        }
        return DashboardTable(
            name: "Capabilities", columns: [.text("Capability"), .text("Status")], rows: rows,
            empty: "It has asked for none.")
    }
}

extension PageRoute {
    static let accountPages = [
        dashboard("/accounts", AccountPages.list), dashboard("/accounts/:id", AccountPages.show),
        dashboardForm("/accounts/:id/onboarding", AccountPages.onboard),
    ]
}
