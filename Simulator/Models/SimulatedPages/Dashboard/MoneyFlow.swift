import SimulatedPayments

/// The flow of a payment's money: what came, what others took of it or returned, and what is left.
struct MoneyFlow {
    struct Step {
        let label: String
        /// The amount; negative for what leaves.
        let amount: Int64
    }

    let payment: String
    let currency: String
    private(set) var steps: [Step]
    /// The final amount of the account of a destination charge, and its id.
    private(set) var seller: (account: String, amount: Int64)?

    /// The final amount of the viewing account.
    var kept: Int64 { steps.reduce(0) { $0 + $1.amount } }

    /// - Parameter payment: The payment, with its charge and the charge's balance transaction.
    /// - Returns: `nil` before any money has moved.
    init?(_ payment: JSONValue, _ refunds: [JSONValue], _ dashboard: Dashboard, _ payments: inout SimulatedPayments) {
        guard let charge = payment["latest_charge"], charge.isTrue("captured"),
            let movement = charge["balance_transaction"], movement.members != nil
        else { return nil }
        self.payment = payment.string("id")
        currency = movement.string("currency")
        steps = [Step(label: "Paid by the customer", amount: movement.integer("amount"))]
        let fees = movement.elements("fee_details")
        add("Processing fee", fees.filter { $0["type"] != "application_fee" }, -1)
        add("Application fee to the platform", fees.filter { $0["type"] == "application_fee" }, -1)
        addTransfers(of: charge, dashboard, &payments)
        add("Refunded to the customer", refunds.filter { !["canceled", "failed"].contains($0.string("status")) }, -1)
        if charge.isTrue("disputed") { addDisputes(dashboard, &payments) }
    }

    private mutating func add(_ label: String, _ objects: [JSONValue], _ sign: Int64) {
        for object in objects { steps.append(Step(label: label, amount: sign * object.integer("amount"))) }
    }

    private mutating func addTransfers(
        of charge: JSONValue, _ dashboard: Dashboard, _ payments: inout SimulatedPayments
    ) {
        var transfers: [JSONValue] = []
        if let id = charge["transfer"]?.text {
            transfers = [dashboard.ask("GET", "/v1/transfers/\(id)", of: &payments).json]
        } else if let group = charge["transfer_group"]?.text {
            transfers = dashboard.elements("/v1/transfers", [("transfer_group", group)], of: &payments)
                .filter { $0["source_transaction"] == charge["id"] }
        }
        for transfer in transfers {
            let seller = transfer.string("destination")
            steps.append(Step(label: "Transfer to \(seller)", amount: -transfer.integer("amount")))
            let reversed = transfer.integer("amount_reversed")
            if reversed > 0 { steps.append(Step(label: "Taken back from \(seller)", amount: reversed)) }
        }
        guard let transfer = transfers.first, transfers.count == 1 else { return }
        var left = transfer.integer("amount") - transfer.integer("amount_reversed")
        if let id = charge["application_fee"]?.text, charge["transfer"]?.text != nil {
            let fee = dashboard.ask("GET", "/v1/application_fees/\(id)", of: &payments).json
            let (amount, returned) = (fee.integer("amount"), fee.integer("amount_refunded"))
            steps.append(Step(label: "Application fee from \(fee.string("account"))", amount: amount))
            if returned > 0 { steps.append(Step(label: "Application fee refunded", amount: -returned)) }
            left -= amount - returned
        }
        seller = (transfer.string("destination"), left)
    }

    private mutating func addDisputes(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) {
        let disputes = dashboard.elements("/v1/disputes", [("payment_intent", payment)], of: &payments)
        for movement in disputes.flatMap({ $0.elements("balance_transactions") }) {
            let name = movement.integer("amount") < 0 ? "Disputed, with the fee" : "Dispute won"
            steps.append(Step(label: name, amount: movement.integer("net")))
        }
    }
}

/// The flow as a picture, and as a table with the same content.
extension MoneyFlow {
    private static let width: Int64 = 360
    private static let rowHeight: Int64 = 44

    private var result: String { "Kept by this account" }

    private func money(_ amount: Int64) -> String { AmountText.text(amount, currency) }

    private var lines: [(label: String, amount: Int64, isResult: Bool)] {
        steps.map { ($0.label, $0.amount, false) } + [(result, kept, true)]
            + (seller.map { [("Kept by \($0.account)", $0.amount, true)] } ?? [])
    }

    var html: HTML {
        let rows = lines.map { line in
            """
            <tr><th scope="row" class="long">\(line.label)</th><td class="number">\(money(line.amount))</td></tr>

            """ as HTML
        }
        return """
            <figure class="flow">
            \(picture)
            <div class="scroll" role="region" aria-label="Money in figures" tabindex="0"><table>
            <thead><tr><th scope="col">Where the money went</th><th scope="col" class="number">Amount</th></tr></thead>
            <tbody>
            \(rows)</tbody></table></div>
            </figure>
            """
    }

    /// The bars from the balance before to the balance after each step.
    private var picture: HTML {
        var level: Int64 = 0
        var spans: [(from: Int64, to: Int64)] = []
        for step in steps {
            spans.append((level, level + step.amount))
            level += step.amount
        }
        spans += lines.dropFirst(steps.count).map { (0, $0.amount) }
        let lowest = min(0, spans.map { min($0.from, $0.to) }.min() ?? 0)
        let highest = max(lowest + 1, spans.map { max($0.from, $0.to) }.max() ?? 1)
        let bars = zip(lines, spans).enumerated().map { index, part in
            bar(part.0, part.1, at: Int64(index) * Self.rowHeight, lowest: lowest, highest: highest)
        }
        let height = Int64(lines.count) * Self.rowHeight
        let text = lines.map { "\($0.label): \(money($0.amount))" }.joined(separator: "; ")
        return """
            <svg viewBox="0 0 \(Self.width) \(height)" role="img" aria-label="Where the money went. \(text)">
            \(bars)</svg>
            """
    }

    private func bar(
        _ line: (label: String, amount: Int64, isResult: Bool), _ span: (from: Int64, to: Int64), at y: Int64,
        lowest: Int64, highest: Int64
    ) -> HTML {
        func place(_ level: Int64) -> Int64 { (level - lowest) * Self.width / (highest - lowest) }
        let start = place(min(span.from, span.to))
        let length = max(2, place(max(span.from, span.to)) - start)
        let style = line.isResult ? "result" : line.amount < 0 ? "out" : "in"
        let label = line.label.count > 34 ? line.label.prefix(33) + "…" : line.label[...]
        return """
            <text x="0" y="\(y + 16)">\(label)</text>
            <text x="\(Self.width)" y="\(y + 16)" text-anchor="end">\(money(line.amount))</text>
            <rect class="\(style)" x="\(min(start, Self.width - 2))" y="\(y + 22)" width="\(length)" height="12" rx="2"/>

            """
    }
}
