extension Due {
    /// A Checkout Session that nobody completed.
    static func checkout(_ id: String) -> Due { Due(id) { $0.expireCheckout($1, now: $2) } }
}

/// Checkout Sessions: payments that customers make on a page.
extension ResourceContext {
    func findCheckout(_ call: Call) throws(APIFailure) -> Document {
        try findDocument(Self.checkoutObject, call, param: "session")
    }

    func listCheckouts(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let names = ["payment_intent", "customer", "payment_link"]
        let named = names.lazy.compactMap { parameters.text($0) }.first
        let email = parameters.text("customer_details", "email")
        let object = try listDocuments(Self.checkoutObject, call, naming: named) { session in
            (names + ["status", "subscription"]).allSatisfy { parameters[$0] == nil || parameters[$0] == session[$0] }
                && (email == nil || session["customer_details"]?["email"]?.text == email)
        }
        guard case .json(let list) = object, case .array(let data)? = list["data"], var members = list.members else {
            return object
        }
        members["data"] = .array(data.map { Self.json(checkout: $0, call) })
        return .json(.object(members))
    }

    mutating func updateCheckout(_ call: Call) throws(APIFailure) -> APIObject {
        var session = try findCheckout(call)
        session.metadata = try call.parameters.metadata(merging: session.metadata)
        put(session)
        return shown(session, call)
    }

    mutating func expireCheckout(_ call: Call) throws(APIFailure) -> APIObject {
        let session = try findCheckout(call)
        guard session["status"] == "open" else {
            throw .refused(
                "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of "
                    + "\(session["status"]?.text ?? "").",
                code: nil)
        }
        return shown(expire(session, by: call, now: call.now), call)
    }

    /// Expires a session whose time is up; one that is over stays as it is.
    mutating func expireCheckout(_ id: String, now: Int64) {
        guard let session = documents[id], session["status"] == "open" else { return }
        _ = expire(session, by: nil, now: now)
    }

    private mutating func expire(_ given: Document, by call: Call?, now: Int64) -> Document {
        var session = given
        session["status"] = "expired"
        session["url"] = nil as JSONValue
        offerRecovery(of: &session, now: now)
        put(session)
        emit("checkout.session.expired", session, by: call, now: now)
        guard var intent = session["payment_intent"]?.text.flatMap({ intents[$0] }), intent.status.isOpen else {
            return session
        }
        intent.status = .canceled
        intent.canceledAt = now
        intent.cancellationReason = "expired"
        intent.more["next_action"] = nil
        put(intent)
        emit("payment_intent.canceled", intent, by: call, now: now)
        return session
    }

    /// Refuses to cancel an intent that a customer may be paying at this moment.
    func checkCheckout(of intent: IntentRow) throws(APIFailure) {
        guard checkouts(of: intent.id).contains(where: { $0["status"] == "open" }) else { return }
        throw .unexpectedState(
            intent.id,
            "You cannot cancel this PaymentIntent because it belongs to an open Checkout Session. Expire the Checkout "
                + "Session instead.")
    }

    /// Returns the sessions that an intent was created for.
    func checkouts(of intent: String) -> [Document] {
        documents.ids(naming: intent).compactMap { documents[$0] }.filter {
            $0.object == Self.checkoutObject
                && ($0["payment_intent"]?.text == intent || $0["setup_intent"]?.text == intent)
        }
    }

    func shown(_ session: Document, _ call: Call) -> APIObject { .json(Self.json(checkout: session.json, call)) }

    /// Renders a session for the version that the request names.
    private static func json(checkout session: JSONValue, _ call: Call) -> JSONValue {
        guard var members = session.members, let mode = members["ui_mode"]?.text else { return session }
        members["ui_mode"] = .string(name(ofMode: mode, call))
        if call.isBefore("2025-03-31") {
            members["shipping_details"] = members["collected_information"]?["shipping_details"] ?? .null
        }
        return .object(members)
    }
}

extension Document {
    /// Returns the known details of a session's customer.
    ///
    /// - Parameter billing: The details entered on the page.
    func customerDetails(billing: JSONValue? = nil) -> JSONValue {
        let address = billing?["address"].flatMap { $0 == .null ? nil : $0 }
        return [
            "address": address.map { ResourceContext.withNulls($0, ResourceContext.addressNames) } ?? .null,
            "business_name": nil, "email": hidden["email"] ?? .null, "individual_name": nil,
            "name": billing?["name"] ?? .null, "phone": hidden["phone"] ?? .null, "tax_exempt": "none", "tax_ids": [],
        ]
    }
}
