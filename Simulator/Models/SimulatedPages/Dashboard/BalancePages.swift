import SimulatedPayments

/// The pages of an account's balance and all its movements.
enum BalancePages {
    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let balance = try dashboard.get("/v1/balance", of: &payments)
        let list = try DashboardList("/v1/balance_transactions", on: "/balance", dashboard, &payments)
        let rows = list.rows.map { movement -> [HTML] in
            let code = movement.string("currency")
            return [
                kind(of: movement, dashboard), DashboardFormats.amount(of: movement),
                "\(AmountText.text(movement.integer("fee"), code))",
                "\(AmountText.text(movement.integer("net"), code))", DashboardFormats.tag(movement.string("status")),
                DashboardFormats.time(movement["created"]?.number),
                DashboardFormats.time(movement["available_on"]?.number),
                "\(movement["description"]?.text ?? "")", "\(movement["source"]?.text ?? "–")",
            ]
        }
        let table = DashboardTable(
            name: "Movements",
            columns: [
                .text("Type"), .number("Amount"), .number("Fee"), .number("Net"), .text("Status"),
                .text("Created (UTC)"), .text("Available (UTC)"), .long("Description"), .text("Source"),
            ], rows: rows, empty: "No money has moved yet.")
        let content: HTML = """
            \(balances(balance).html)
            <h2>Movements</h2>
            \(table.html)
            \(list.paging)
            """
        return dashboard.page("Balance", .balance, content, payments)
    }

    /// Returns the kind of a movement, with a link to the payment that it belongs to.
    private static func kind(of movement: JSONValue, _ dashboard: Dashboard) -> HTML {
        let name: HTML = "\(DashboardFormats.words(movement.string("type")))"
        guard let source = movement["source"]?.text, PaymentListPage.finds(source) else { return name }
        return "<a href=\"\(dashboard.address("/payments", [("id", source)]))\">\(name)</a>"
    }

    /// Returns a balance, one row per currency.
    static func balances(_ balance: JSONValue) -> DashboardTable {
        let pending = balance.elements("pending")
        let rows = balance.elements("available").enumerated().map { index, available -> [HTML] in
            let code = available.string("currency")
            let waiting = index < pending.count ? pending[index].integer("amount") : 0
            return [
                "\(code.uppercased())", "\(AmountText.text(available.integer("amount"), code))",
                "\(AmountText.text(waiting, code))",
            ]
        }
        return DashboardTable(
            name: "Balance", columns: [.text("Currency"), .number("Available"), .number("Pending")], rows: rows,
            empty: "There is no money.")
    }
}

/// The pages of payouts to the bank.
enum PayoutPages {
    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(dashboard, &payments, nil)
    }

    private static func show(
        _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let balance = try dashboard.get("/v1/balance", of: &payments)
        let list = try DashboardList("/v1/payouts", on: "/payouts", dashboard, &payments)
        let rows = list.rows.map { payout -> [HTML] in
            [
                DashboardFormats.amount(of: payout), DashboardFormats.tag(payout.string("status")),
                DashboardFormats.time(payout["created"]?.number), DashboardFormats.time(payout["arrival_date"]?.number),
                "\(payout["destination"]?.text ?? "–")", "\(payout["failure_message"]?.text ?? "")",
                "\(payout.string("id"))",
            ]
        }
        let table = DashboardTable(
            name: "Payouts",
            columns: [
                .number("Amount"), .text("Status"), .text("Created (UTC)"), .text("Arrives (UTC)"),
                .text("Bank account"), .long("Failed because"), .text("Payout"),
            ], rows: rows, empty: "Nothing was paid out yet.")
        let content: HTML = """
            \(BalancePages.balances(balance).html)
            \(form(balance).html(dashboard, failure, seen: payments.newestChange(of: dashboard.account) ?? ""))
            \(table.html)
            \(list.paging)
            """
        return dashboard.page("Payouts", .payouts, failure: failure, content, payments)
    }

    private static func form(_ balance: JSONValue) -> DashboardForm {
        let available = balance.elements("available")
        let best = available.max { $0.integer("amount") < $1.integer("amount") }
        let code = best?.string("currency") ?? "usd"
        let amount = best.map { AmountText.decimal(max(0, $0.integer("amount")), code) } ?? ""
        return DashboardForm(
            name: "payout", title: "Pay out", action: "/payouts",
            fields: [
                .init("amount", "Amount", .number, amount),
                .init(
                    "currency", "Currency",
                    .choice(available.map { ($0.string("currency"), $0.string("currency").uppercased()) }), code),
            ], button: "Pay out", explanation: "Sends available money to the bank account.")
    }

    static func create(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let code = dashboard.visit.field("currency") ?? ""
        guard let units = AmountText.units(dashboard.visit.field("amount"), code) else {
            return try show(dashboard, &payments, PaymentPage.noAmount("payout", field: "amount"))
        }
        let fields = [(name: "amount", value: "\(units)"), (name: "currency", value: code)]
        let answer = dashboard.ask("POST", "/v1/payouts", fields, key: dashboard.key("payout", fields), of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure("payout", answer)) }
        return dashboard.done("paid-out", at: "/payouts")
    }
}

extension PageRoute {
    static let moneyPages = [
        dashboard("/balance", BalancePages.show), dashboard("/payouts", PayoutPages.show),
        dashboardForm("/payouts", PayoutPages.create),
    ]
}
