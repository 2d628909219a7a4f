import SimulatedPayments

/// The pages of disputed charges, and how to respond to them.
enum DisputePages {
    private static func path(_ id: String) -> String { "/disputes/\(WebAddress.encoded(id))" }

    static func list(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let list = try DeskList("/v1/disputes", on: "/disputes", desk, &payments)
        let rows = list.rows.map { dispute -> [HTML] in
            let id = dispute.string("id")
            return [
                "<a href=\"\(desk.address(path(id)))\">\(id)</a>", DeskFormats.amount(of: dispute),
                DeskFormats.tag(dispute.string("status")), "\(DeskFormats.words(dispute.string("reason")))",
                DeskFormats.time(dispute["created"]?.number),
                DeskFormats.time(dispute["evidence_details"]?["due_by"]?.number),
                RefundPages.payment(of: dispute, desk),
            ]
        }
        let table = DeskTable(
            name: "Disputes",
            columns: [
                .text("Dispute"), .number("Amount"), .text("Status"), .text("Reason"), .text("Created (UTC)"),
                .text("Answer by (UTC)"), .text("Payment"),
            ], rows: rows, empty: "Nothing is disputed. The test card pm_card_createDispute opens a dispute.")
        return desk.page("Disputes", .disputes, "\(table.html)\n\(list.paging)", payments)
    }

    static func show(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(desk, &payments, nil)
    }

    private static func show(
        _ desk: Desk, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let dispute = try desk.get("/v1/disputes/\(desk.visit.id)", of: &payments)
        let id = dispute.string("id")
        let facts: [(name: String, value: HTML?)] = [
            ("Reason", "\(DeskFormats.words(dispute.string("reason")))"),
            ("Created (UTC)", DeskFormats.time(dispute["created"]?.number)),
            ("Answer by (UTC)", DeskFormats.time(dispute["evidence_details"]?["due_by"]?.number)),
            ("Payment", RefundPages.payment(of: dispute, desk)),
            ("Evidence", DeskFormats.fact(dispute["evidence"]?["uncategorized_text"]?.text)),
        ]
        let content: HTML = """
            <p class="amount">\(DeskFormats.amount(of: dispute)) \(DeskFormats.tag(dispute.string("status")))</p>
            \(DeskFormats.facts(facts + DeskFormats.metadata(of: dispute)))
            \(forms(dispute, id).map { $0.html(desk, failure) })
            """
        return desk.page("Dispute \(id)", .disputes, failure: failure, content, payments)
    }

    private static func forms(_ dispute: JSONValue, _ id: String) -> [DeskForm] {
        let status = dispute.string("status")
        guard !["won", "lost", "warning_closed"].contains(status) else { return [] }
        let close = DeskForm(
            name: "close", title: "Accept the dispute", action: path(id) + "/close", button: "Accept",
            explanation: "The cardholder keeps the money.")
        guard status.hasSuffix("needs_response") else { return [close] }
        let evidence = DeskForm(
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

    static func handIn(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let words = desk.visit.field("evidence") ?? ""
        return try change(
            desk, "evidence", "", [("evidence[uncategorized_text]", words), ("submit", "true")], "evidence", &payments)
    }

    static func close(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try change(desk, "close", "/close", [], "closed", &payments)
    }

    private static func change(
        _ desk: Desk, _ form: String, _ action: String, _ fields: Desk.Fields, _ done: String,
        _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let answer = desk.ask("POST", "/v1/disputes/\(desk.visit.id)\(action)", fields, of: &payments)
        guard answer.status == 200 else { return try show(desk, &payments, FormFailure(form, answer)) }
        return desk.done(done, at: path(desk.visit.id))
    }
}

extension PageRoute {
    static let disputePages = [
        desk("/disputes", DisputePages.list), desk("/disputes/:id", DisputePages.show),
        deskForm("/disputes/:id/evidence", DisputePages.handIn), deskForm("/disputes/:id/close", DisputePages.close),
    ]
}
