import SimulatedPayments

/// The page of a seller with a simple dashboard: the balance, the sales, the payouts.
struct SellerPage {
    private let account: JSONValue
    private let balance: JSONValue
    private let received: [JSONValue]
    private let payouts: [JSONValue]

    /// Reads the account from the API; throws if it no longer exists.
    init(of visitor: LinkVisitor, _ visit: PageVisit, _ payments: inout SimulatedPayments) throws(PageRefusal) {
        let account = visit.ask("GET", "/v1/accounts/\(visitor.account)", for: visitor.platform, of: &payments)
        guard account.status == 200, account.json["deleted"] != true else { throw .notFound }
        self.account = account.json
        balance = visit.ask("GET", "/v1/balance", for: visitor.account, of: &payments).json
        let limit = [(name: "limit", value: "20")]
        let moved = visit.ask(
            "GET", "/v1/balance_transactions", [("limit", "100")], for: visitor.account, of: &payments)
        received = moved.json.elements("data").filter { ["charge", "payment"].contains($0["type"]?.text) }
            .prefix(20).map { $0 }
        payouts = visit.ask("GET", "/v1/payouts", limit, for: visitor.account, of: &payments).json.elements("data")
    }

    func response() -> APIResponse {
        let name = account.text(at: "business_profile.name") ?? account["email"]?.text ?? account["id"]?.text ?? ""
        let content: HTML = """
            <h1>Your account</h1>
            <p class="quiet">\(name)</p>
            <section class="card"><h2>Balance</h2>
            <dl>\(sums("available", "Can be paid out"))\(sums("pending", "On its way"))</dl></section>
            <section class="card"><h2>Payments received</h2>
            \(table(received, "Amount", "Your part", ["created", "amount", "net"], empty: "No payments received yet."))
            </section>
            <section class="card"><h2>Payouts</h2>
            \(table(payouts, "Amount", "State", ["arrival_date", "amount", "status"], empty: "Nothing was paid out yet."))
            </section>
            """
        return Page(title: "Your account", content: content).response()
    }

    private func sums(_ member: String, _ label: String) -> [HTML] {
        let sums = balance.elements(member)
        return sums.map { sum in "<dt>\(label)</dt><dd class=\"amount\">\(Self.money(sum, "amount"))</dd>" }
    }

    private func table(
        _ rows: [JSONValue], _ second: String, _ third: String, _ members: [String], empty: String
    ) -> HTML {
        guard !rows.isEmpty else { return "<p>\(empty)</p>" }
        let lines = rows.map { row in "<tr>\(members.map { cell(row, $0) })</tr>" as HTML }
        return """
            <div class="scroll" role="region" aria-label="\(second)" tabindex="0"><table>
            <thead><tr><th scope="col">Day</th><th scope="col" class="number">\(second)</th>\
            <th scope="col">\(third)</th></tr></thead>
            <tbody>\(lines)</tbody></table></div>
            """
    }

    private func cell(_ row: JSONValue, _ member: String) -> HTML {
        switch member {
        case "created", "arrival_date": "<td>\(Timestamp(row[member]?.number ?? 0).day)</td>"
        case "status": "<td><span class=\"tag\">\(Self.states[row[member]?.text ?? ""] ?? "")</span></td>"
        default: "<td class=\"number\">\(Self.money(row, member))</td>"
        }
    }

    private static let states = [
        "paid": "Paid", "pending": "Waiting", "in_transit": "On its way", "canceled": "Canceled", "failed": "Failed",
    ]

    private static func money(_ row: JSONValue, _ member: String) -> String {
        AmountText.text(row.integer(member), row.string("currency"))
    }
}
