import SimulatedPayments

/// The pages of disputed charges, and how to respond to them.
enum DisputePages {
    private static func path(_ id: String) -> String { "/disputes/\(WebAddress.encoded(id))" }

    static func list(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let list = try DashboardList("/v1/disputes", on: "/disputes", dashboard, &payments)
        let rows = list.rows.map { dispute -> [HTML] in
            let id = dispute.string("id")
            return [
                "<a href=\"\(dashboard.address(path(id)))\">\(id)</a>", DashboardFormats.amount(of: dispute),
                DashboardFormats.tag(dispute.string("status")), "\(DashboardFormats.words(dispute.string("reason")))",
                DashboardFormats.time(dispute["created"]?.number),
                DashboardFormats.time(dispute["evidence_details"]?["due_by"]?.number),
                RefundPages.payment(of: dispute, dashboard),
            ]
        }
        let table = DashboardTable(
            name: "Disputes",
            columns: [
                .text("Dispute"), .number("Amount"), .text("Status"), .text("Reason"), .text("Created (UTC)"),
                .text("Answer by (UTC)"), .text("Payment"),
            ], rows: rows, empty: "Nothing is disputed. The test card pm_card_createDispute opens a dispute.")
        return dashboard.page("Disputes", .disputes, "\(table.html)\n\(list.paging)", payments)
    }

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(dashboard, &payments, nil)
    }

    private static func show(
        _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let dispute = try dashboard.get("/v1/disputes/\(dashboard.visit.id)", of: &payments)
        let id = dispute.string("id")
        let facts: [(name: String, value: HTML?)] = [
            ("Reason", "\(DashboardFormats.words(dispute.string("reason")))"),
            ("Created (UTC)", DashboardFormats.time(dispute["created"]?.number)),
            ("Answer by (UTC)", DashboardFormats.time(dispute["evidence_details"]?["due_by"]?.number)),
            ("Payment", RefundPages.payment(of: dispute, dashboard)),
            ("Evidence", DashboardFormats.fact(dispute["evidence"]?["uncategorized_text"]?.text)),
        ]
        let content: HTML = """
            <p class="amount">\(DashboardFormats.amount(of: dispute)) \(DashboardFormats.tag(dispute.string("status")))</p>
            \(DashboardFormats.facts(facts + DashboardFormats.metadata(of: dispute)))
            \(forms(dispute, id).map { $0.html(dashboard, failure) })
            """
        return dashboard.page("Dispute \(id)", .disputes, failure: failure, content, payments)
    }

    private static func forms(_ dispute: JSONValue, _ id: String) -> [DashboardForm] {
        let status = dispute.string("status")
        guard !["won", "lost", "warning_closed"].contains(status) else { return [] }
        let close = DashboardForm(
            name: "close", title: "Accept the dispute", action: path(id) + "/close", button: "Accept",
            explanation: "The cardholder keeps the money.")
        guard status.hasSuffix("needs_response") else { return [close] }
        let evidence = DashboardForm(
            name: "evidence", title: "Submit evidence", action: path(id) + "/evidence",
            fields: [
                .init(
                    "evidence", "What the bank will say",
                    .choice([
                        ("winning_evidence", "Evidence that wins"), ("losing_evidence", "Evidence that loses"),
                        ("under_review", "Evidence that stays under review"),
                    ]))
            ], button: "Submit")
        return [evidence, close]
    }

    static func handIn(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let words = dashboard.visit.field("evidence") ?? ""
        return try change(
            dashboard, "evidence", "", [("evidence[uncategorized_text]", words), ("submit", "true")], "evidence",
            &payments)
    }

    static func close(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try change(dashboard, "close", "/close", [], "closed", &payments)
    }

    private static func change(
        _ dashboard: Dashboard, _ form: String, _ action: String, _ fields: Dashboard.Fields, _ done: String,
        _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let answer = dashboard.ask("POST", "/v1/disputes/\(dashboard.visit.id)\(action)", fields, of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure(form, answer)) }
        return dashboard.done(done, at: path(dashboard.visit.id))
    }
}

extension PageRoute {
    static let disputePages = [
        dashboard("/disputes", DisputePages.list), dashboard("/disputes/:id", DisputePages.show),
        dashboardForm("/disputes/:id/evidence", DisputePages.handIn),
        dashboardForm("/disputes/:id/close", DisputePages.close),
    ]
}
