import TenderModel

/// Disputes: the money leaves at once, and comes back when the merchant wins.
///
/// Source: the API's public pages on disputes and on testing them, with the words that win and lose.
extension ResourceContext {
    static let disputeObject = "dispute"
    /// The fee of a chargeback, in cents.
    private static let disputeFee: Int64 = 1500
    /// The time in which evidence can be submitted, in seconds.
    private static let evidenceTime: Int64 = 9 * 24 * 3600
    /// The most characters of all evidence together.
    private static let evidenceLimit = 150_000

    static let evidenceNames = [
        "access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure",
        "cancellation_rebuttal", "customer_communication", "customer_email_address", "customer_name",
        "customer_purchase_ip", "customer_signature", "duplicate_charge_documentation",
        "duplicate_charge_explanation", "duplicate_charge_id", "product_description", "receipt", "refund_policy",
        "refund_policy_disclosure", "refund_refusal_explanation", "service_date", "service_documentation",
        "shipping_address", "shipping_carrier", "shipping_date", "shipping_documentation",
        "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
    ]

    /// Opens the dispute that the card of a captured charge is known for.
    mutating func contest(_ charge: inout ChargeRow, _ call: Call) {
        guard let kind = method(of: charge)?.behavior.dispute else { return }
        let isInquiry = kind == .inquiry
        charge.more["disputed"] = true
        var dispute = Document(
            id: newID(.disputes), account: charge.account, created: call.now, object: Self.disputeObject,
            fields: Self.newDispute(of: charge, kind, now: call.now), hidden: ["movements": []])
        if !isInquiry { withdraw(&dispute, charge, call) }
        put(dispute)
        emit("charge.dispute.created", .json(json(dispute)), of: charge.account, by: call, now: call.now)
        guard !isInquiry else { return }
        emit("charge.dispute.funds_withdrawn", .json(json(dispute)), of: charge.account, by: call, now: call.now)
        if dispute.isClosed { tell("charge.dispute.closed", dispute, call) }
    }

    private static func newDispute(
        of charge: ChargeRow, _ kind: TestCard.Dispute, now: Int64
    ) -> [String: JSONValue] {
        let isInquiry = kind == .inquiry
        var dispute: [String: JSONValue] = [
            "amount": .integer(charge.amountCaptured), "charge": .string(charge.id), "created": .integer(now),
            "currency": .string(charge.currency.code), "enhanced_eligibility_types": [],
            "evidence": newEvidence,
            "evidence_details": [
                "due_by": .integer(now + evidenceTime), "enhanced_eligibility": [:], "has_evidence": false,
                "past_due": false, "submission_count": 0,
            ],
            "is_charge_refundable": .bool(isInquiry), "livemode": false, "metadata": [:],
            "network_reason_code": nil, "payment_intent": .optional(charge.intent),
            "reason": kind == .productNotReceived ? "product_not_received" : "fraudulent",
            "status": isInquiry ? "warning_needs_response" : "needs_response",
        ]
        guard charge.methodType.isCard else {
            // The rules of SEPA give the customer the last word.
            dispute.merge(["reason": "debit_not_authorized", "status": "lost"]) { $1 }
            return dispute
        }
        let brand = JSONValue.string(charge.card.brand?.rawValue ?? "unknown")
        let code: JSONValue = kind == .productNotReceived ? "13.1" : "10.4"
        dispute["network_reason_code"] = code
        dispute["payment_method_details"] = [
            "card": [
                "brand": brand, "case_type": isInquiry ? "inquiry" : "chargeback", "network": brand,
                "network_reason_code": code,
            ],
            "type": "card",
        ]
        return dispute
    }

    private static var newEvidence: JSONValue {
        var members: [String: JSONValue] = ["enhanced_evidence": [:]]
        addNulls(evidenceNames, to: &members)
        return .object(members)
    }

    private mutating func withdraw(_ dispute: inout Document, _ charge: ChargeRow, _ call: Call) {
        let movement = move(
            -(charge.amountCaptured - charge.amountRefunded), fee: Self.disputeFee, charge.currency, .dispute,
            source: dispute.id, of: charge.account, description: "Chargeback withdrawal for \(charge.id)",
            availableOn: call.now, now: call.now)
        dispute.add(movement: movement.id)
    }

    /// Renders a dispute, with its movements of money.
    func json(dispute: Document) -> JSONValue {
        guard case .array(let movements)? = dispute.hidden["movements"], var members = dispute.json.members else {
            return dispute.json
        }
        let rows = movements.compactMap(\.text).compactMap { balanceTransactions[$0] }
        members["balance_transactions"] = .array(rows.map { json($0) })
        return .object(members)
    }

    func listDisputes(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let page = try page(
            documents, of: Document.shelf(Self.disputeObject, of: call.account), query, object: Self.disputeObject
        ) { dispute in
            query.matches(dispute.created)
                && ["charge", "payment_intent"].allSatisfy {
                    call.parameters[$0] == nil || call.parameters[$0] == dispute[$0]
                }
        }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: "/v1/disputes"))
    }

    mutating func updateDispute(_ call: Call) throws(APIFailure) -> APIObject {
        let old = try findDocument(Self.disputeObject, call)
        var dispute = old
        try dispute.apply(call.parameters, except: ["submit"])
        let bringsEvidence = call.parameters.contains("evidence")
        guard old.takesEvidence || !bringsEvidence else {
            throw .refused("This dispute is already closed, or its evidence was submitted.", code: nil, param: "id")
        }
        guard dispute.evidenceLength <= Self.evidenceLimit else {
            throw .invalid("All evidence together may have at most 150,000 characters.", param: "evidence")
        }
        // Evidence that was staged before is included, and may be all there is.
        let submits = call.parameters.boolean("submit") ?? bringsEvidence
        let hands = submits && old.takesEvidence && (bringsEvidence || dispute.evidenceLength > 0)
        if bringsEvidence || hands { dispute.noteEvidence(submitted: hands) }
        if hands { try judge(&dispute, call) }
        guard dispute.fields != old.fields else { return .json(json(old)) }
        put(dispute)
        tell(of: dispute, was: old, call)
        return .json(json(dispute))
    }

    /// Records and reports the changes of a dispute.
    private mutating func tell(of dispute: Document, was old: Document, _ call: Call) {
        emit(
            "charge.dispute.updated", .json(json(dispute)), of: dispute.account,
            previous: Self.changes(from: json(old), to: json(dispute)), by: call, now: call.now)
        guard dispute["status"] != old["status"] else { return }
        if dispute.isClosed { tell("charge.dispute.closed", dispute, call) }
        if dispute["status"] == "won" { tell("charge.dispute.funds_reinstated", dispute, call) }
        if old.isInquiry, !dispute.isInquiry { tell("charge.dispute.funds_withdrawn", dispute, call) }
    }

    /// Decides by the words of the public test data; other evidence stays under review.
    private mutating func judge(_ dispute: inout Document, _ call: Call) throws(APIFailure) {
        let isInquiry = dispute.isInquiry
        switch dispute["evidence"]?["uncategorized_text"]?.text {
        case "escalate_inquiry_evidence" where isInquiry: escalate(&dispute, call)
        case "winning_evidence":
            dispute["status"] = isInquiry ? "warning_closed" : "won"
            if !isInquiry { try reinstate(&dispute, call) }
        case "losing_evidence": dispute["status"] = isInquiry ? "warning_closed" : "lost"
        default: dispute["status"] = isInquiry ? "warning_under_review" : "under_review"
        }
    }

    /// Turns an inquiry into a chargeback: the money leaves, as far as it was not refunded, and a new response is
    /// required.
    private mutating func escalate(_ dispute: inout Document, _ call: Call) {
        guard let charge = dispute["charge"]?.text.flatMap({ charges[$0] }),
            charge.amountRefunded < charge.amountCaptured
        else { return dispute["status"] = "warning_closed" }
        dispute["amount"] = .integer(charge.amountCaptured - charge.amountRefunded)
        dispute["status"] = "needs_response"
        dispute["is_charge_refundable"] = false
        dispute["evidence_details"] = Self.merged(
            ["due_by": .integer(call.now + Self.evidenceTime)], into: dispute["evidence_details"])
        dispute["payment_method_details"] = Self.merged(
            ["card": ["case_type": "chargeback"]], into: dispute["payment_method_details"])
        withdraw(&dispute, charge, call)
    }

    private mutating func reinstate(_ dispute: inout Document, _ call: Call) throws(APIFailure) {
        let movement = move(
            try dispute.amount("amount"), try dispute.currency(), .disputeReversal, source: dispute.id,
            of: dispute.account, description: "Chargeback reversal for \(dispute["charge"]?.text ?? "")",
            availableOn: call.now, now: call.now)
        dispute.add(movement: movement.id)
        dispute["is_charge_refundable"] = true
    }

    private mutating func tell(_ name: String, _ dispute: Document, _ call: Call) {
        emit(name, .json(json(dispute)), of: dispute.account, by: call, now: call.now)
    }

    mutating func closeDispute(_ call: Call) throws(APIFailure) -> APIObject {
        var dispute = try findDocument(Self.disputeObject, call)
        guard !dispute.isClosed else { throw .refused("This dispute is already closed.", code: nil, param: "id") }
        dispute["status"] = dispute.isInquiry ? "warning_closed" : "lost"
        put(dispute)
        tell("charge.dispute.closed", dispute, call)
        return .json(json(dispute))
    }

    /// Refuses the refund of a charge whose money already went back to the cardholder.
    func checkContest(of charge: ChargeRow) throws(APIFailure) {
        guard charge.more["disputed"] == true else { return }
        let disputes = documents.ids(naming: charge.id).compactMap { document($0, Self.disputeObject, charge.account) }
        guard disputes.contains(where: { $0["is_charge_refundable"] != true }) else { return }
        throw .refused(
            "Charge \(charge.id) has been charged back; cannot issue a refund.", code: "charge_disputed",
            param: "charge")
    }
}

extension Document {
    fileprivate var isInquiry: Bool { self["status"]?.text?.hasPrefix("warning") ?? false }

    fileprivate var isClosed: Bool { ["won", "lost", "warning_closed"].contains(self["status"]?.text ?? "") }

    fileprivate var takesEvidence: Bool {
        ["needs_response", "warning_needs_response"].contains(self["status"]?.text ?? "")
    }

    fileprivate mutating func add(movement: String) {
        guard case .array(let movements)? = hidden["movements"] else { return }
        hidden["movements"] = .array(movements + [.string(movement)])
    }

    fileprivate var evidenceLength: Int {
        self["evidence"]?.members?.values.reduce(0) { $0 + ($1.text?.unicodeScalars.count ?? 0) } ?? 0
    }

    fileprivate mutating func noteEvidence(submitted: Bool) {
        let count = self["evidence_details"]?["submission_count"]?.number ?? 0
        self["evidence_details"] = Self.merged(
            ["has_evidence": .bool(evidenceLength > 0), "submission_count": .integer(count + (submitted ? 1 : 0))],
            into: self["evidence_details"])
    }
}
