import TenderModel

/// Payment links: addresses that create a Checkout Session each time they are opened.
extension ResourceContext {
    static let linkObject = "payment_link"
    private static let linkPath = "/b/"
    private static let maximumLinkLines = 20

    func findPaymentLink(_ call: Call) throws(APIFailure) -> Document {
        try findDocument(Self.linkObject, call, param: "payment_link")
    }

    mutating func createPaymentLink(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        guard !parameters.contains("application_fee_percent") else {
            throw .invalid(
                "`application_fee_percent` can only be used when there is at least one line item with a recurring price.",
                param: "application_fee_percent")
        }
        let (lines, currency) = try readLines(call)
        guard lines.count <= Self.maximumLinkLines else {
            throw .invalid("You may have at most \(Self.maximumLinkLines) line items.", param: "line_items")
        }
        let rates = try readShippingRates(currency, call)
        var link = newPaymentLink(call)
        link["currency"] = .string(currency.code)
        link["shipping_options"] = try Self.shippingOptions(rates)
        link.items = lines.map { $0.item("") }
        for name in IntentRow.sharing {
            if let value = parameters[name] { link[name] = value }
        }
        if case .object? = link["transfer_data"] {
            link["transfer_data"] = Self.withNulls(link["transfer_data"], ["amount"])
        }
        try Self.read(&link, parameters)
        try checkPayment(of: session(from: link, call), in: nil, call)
        link.items = putLines(lines, call)
        for rate in rates { put(rate) }
        put(link)
        emit("payment_link.created", link, by: call, now: call.now)
        return .json(link.json)
    }

    private mutating func newPaymentLink(_ call: Call) -> Document {
        let slug = ids.make("test")
        var link = Document(
            id: newID(.paymentLinks), account: call.account, created: call.now, object: Self.linkObject,
            fields: Self.blankLinkFields, hidden: ["slug": .string(slug)])
        link["url"] = .string(publicURL + Self.linkPath + slug)
        if let platform = call.credential.platform {
            link.hidden["platform"] = .string(platform)
            link["application"] = .string(Self.application(of: platform))
        }
        return link
    }

    /// Reads the parameters that a creation and an update share.
    private static func read(_ link: inout Document, _ parameters: Parameters) throws(APIFailure) {
        try readSaleOptions(of: &link, parameters)
        for name in plainLinkFields {
            if let value = parameters[name] { link[name] = value }
        }
        link.metadata = try parameters.metadata(merging: link.metadata)
        if let completion = parameters["after_completion"] {
            link["after_completion"] = try Self.completion(Parameters(completion.members ?? [:]))
        }
        if let data = parameters["payment_intent_data"]?.members {
            var merged = link["payment_intent_data"]?.members ?? [:]
            merged.merge(data.filter { $0.key != "metadata" }) { $1 }
            let old = (merged["metadata"]?.members ?? [:]).compactMapValues(\.text)
            merged["metadata"] = .object(try Parameters(data).metadata(merging: old).mapValues(JSONValue.string))
            addNulls(linkIntentFields, to: &merged)
            link["payment_intent_data"] = .object(merged)
        }
        switch parameters["restrictions"] {
        case .null?: link["restrictions"] = nil as JSONValue
        case .object?:
            link["restrictions"] = [
                "completed_sessions": [
                    "count": link["restrictions"]?["completed_sessions"]?["count"] ?? 0,
                    "limit": parameters["restrictions", "completed_sessions", "limit"] ?? 1,
                ]
            ]
        default: break
        }
    }

    private static func completion(_ parameters: Parameters) throws(APIFailure) -> JSONValue {
        let type = parameters.text("type") ?? ""
        guard type == "redirect" else {
            guard !parameters.contains("redirect") else {
                throw .invalid(
                    "`redirect` needs the type `redirect`.", param: "after_completion[redirect]")
            }
            let message = parameters["hosted_confirmation", "custom_message"] ?? .null
            return ["hosted_confirmation": ["custom_message": message], "type": .string(type)]
        }
        guard let url = parameters["redirect", "url"] else { throw .missing("after_completion[redirect]") }
        return ["redirect": ["url": url], "type": .string(type)]
    }

    mutating func updatePaymentLink(_ call: Call) throws(APIFailure) -> APIObject {
        let old = try findPaymentLink(call)
        var link = old
        if let isActive = call.parameters["active"] { link["active"] = isActive }
        try Self.read(&link, call.parameters)
        try changeLines(of: &link, call)
        try checkPayment(of: session(from: link, call), in: nil, call)
        put(link)
        emit("payment_link.updated", link, was: old, by: call)
        return .json(link.json)
    }

    /// Returns the link whose address ends with a slug, for the pages.
    func paymentLink(slug: String) -> String? {
        documents.ids(naming: slug).first { documents[$0]?.object == Self.linkObject }
    }

    /// Creates the session of a person who opened a link.
    mutating func openPaymentLink(_ call: Call) throws(APIFailure) -> APIObject {
        if let id = call.parameters.text("recovered_from") { return try recoverCheckout(id, call) }
        guard let id = call.parameters.text("payment_link") else { throw .missing("payment_link") }
        let link = try findDocument(Self.linkObject, named: id, param: "payment_link", call)
        guard link["active"] == true else {
            throw .refused(
                link["inactive_message"]?.text ?? "This payment link is no longer active.", code: nil,
                param: "payment_link")
        }
        var session = try session(from: link, call)
        session.items = session.items.map { item in
            guard var members = item.members else { return item }
            members["id"] = .string(newID(.items))
            return .object(members)
        }
        session["client_reference_id"] = .optional(call.parameters.text("client_reference_id"))
        if let email = call.parameters.text("prefilled_email") {
            session.hidden["email"] = .string(email)
            session["customer_details"] = session.customerDetails()
        }
        put(session)
        return shown(session, call)
    }

    /// Creates the session that a link describes, without putting it.
    private mutating func session(from link: Document, _ call: Call) throws(APIFailure) -> Document {
        var session = blankCheckout(call)
        session.hidden["platform"] = link.hidden["platform"]
        session.items = link.items
        session["payment_link"] = .string(link.id)
        session["url"] = .string(publicURL + "/c/pay/" + session.id)
        session["success_url"] = link["after_completion"]?["redirect"]?["url"] ?? .null
        for name in Self.fieldsFromLink { session[name] = link[name] ?? .null }
        if case .array? = link["payment_method_types"] {
            session["payment_method_types"] = link["payment_method_types"]
        }
        var data = link["payment_intent_data"]?.members?.filter { $0.value != .null } ?? [:]
        for name in IntentRow.sharing {
            guard let value = link[name], value != .null else { continue }
            data[name] = .object(value.members?.filter { $0.value != .null } ?? [:])
            if value.members == nil { data[name] = value }
        }
        session["custom_fields"] = Self.answerable(link["custom_fields"])
        session["consent"] = Self.consentAsked(by: session)
        session.hidden["payment_intent_data"] = .object(data)
        try Self.count(&session)
        return session
    }

    /// Counts a payment, and closes a link that has reached its limit.
    mutating func countCompletion(of id: String, by call: Call?, now: Int64) {
        guard var link = documents[id], let limits = link["restrictions"]?["completed_sessions"],
            let limit = limits["limit"]?.number
        else { return }
        let count = (limits["count"]?.number ?? 0) + 1
        link["restrictions"] = ["completed_sessions": ["count": .integer(count), "limit": .integer(limit)]]
        if count >= limit { link["active"] = false }
        put(link)
        emit("payment_link.updated", link, by: call, now: now)
        guard count >= limit else { return }
        // Whoever already has it open would buy one too many.
        for session in documents.ids(naming: id) { expireCheckout(session, now: now) }
    }

    private static let plainLinkFields = [
        "allow_promotion_codes", "billing_address_collection", "customer_creation", "inactive_message", "submit_type",
    ]

    private static let fieldsFromLink = [
        "allow_promotion_codes", "billing_address_collection", "consent_collection", "currency", "custom_text",
        "customer_creation", "metadata",
        "phone_number_collection", "shipping_address_collection", "shipping_options", "submit_type",
    ]

    private static let linkIntentFields = [
        "capture_method", "description", "setup_future_usage", "statement_descriptor", "statement_descriptor_suffix",
        "transfer_group",
    ]

    /// The setting that nobody gets an invoice.
    static let noInvoice: JSONValue = [
        "enabled": false,
        "invoice_data": [
            "account_tax_ids": nil, "custom_fields": nil, "description": nil, "footer": nil, "issuer": nil,
            "metadata": [:], "rendering_options": nil,
        ],
    ]

    private static let blankLinkFields: [String: JSONValue] = [
        "active": true,
        "after_completion": ["hosted_confirmation": ["custom_message": nil], "type": "hosted_confirmation"],
        "allow_promotion_codes": false, "application": nil, "application_fee_amount": nil,
        "application_fee_percent": nil, "automatic_tax": ["enabled": false, "liability": nil],
        "billing_address_collection": "auto", "consent_collection": nil, "currency": nil, "custom_fields": [],
        "custom_text": [
            "after_submit": nil, "shipping_address": nil, "submit": nil, "terms_of_service_acceptance": nil,
        ],
        "customer_creation": "if_required", "inactive_message": nil,
        "invoice_creation": noInvoice,
        "livemode": false, "managed_payments": ["enabled": false], "metadata": [:], "on_behalf_of": nil,
        "payment_intent_data": nil, "payment_method_collection": "always", "payment_method_options": nil,
        "payment_method_types": nil, "phone_number_collection": ["enabled": false], "restrictions": nil,
        "shipping_address_collection": nil, "shipping_options": [], "submit_type": "auto", "subscription_data": nil,
        "tax_id_collection": ["enabled": false, "required": "never"], "transfer_data": nil,
    ]
}
