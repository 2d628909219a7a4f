import TenderModel

/// The contents and the actions of a Checkout Session's page.
extension ResourceContext {
    /// Returns everything that a page needs, in one object.
    func paymentPage(of session: Document) -> JSONValue {
        let intent = session["payment_intent"]?.text.flatMap { intents[$0] }
        let setup = session["setup_intent"]?.text.flatMap { documents[$0] }
        let link = session["payment_link"]?.text.flatMap { documents[$0] }
        return [
            "object": "payment_page", "id": .string(session.id), "livemode": false,
            "after_completion": link?["after_completion"] ?? .null,
            "attempt": .integer(session.attempts), "line_items": .array(items(of: session)),
            "last_error": intent?.lastError.map { json($0) } ?? setup?["last_setup_error"] ?? .null,
            "intent_status": .optional(intent?.status.rawValue ?? setup?.status),
            "merchant": .string(merchantName(of: session.account)),
            "product_descriptions": productDescriptions(in: session), "session": session.json,
            "shipping_rates": .array(
                session.shippingOptions.compactMap { $0["shipping_rate"]?.text.flatMap { documents[$0]?.json } }),
        ]
    }

    /// Returns the shop's descriptions of the products, by product id.
    private func productDescriptions(in session: Document) -> JSONValue {
        let products = items(of: session).compactMap { $0["price"]?["product"]?.text }
        let texts = products.compactMap { id in
            document(id, "product", session.account)?["description"]?.text.map { (id, JSONValue.string($0)) }
        }
        return .object(Dictionary(texts) { $1 })
    }

    /// Returns an account's name for customers.
    func merchantName(of account: String) -> String { knownName(of: account) ?? "Simulated shop" }

    /// Returns the name that an account has set for its customers; `nil` if it set none.
    func knownName(of id: String) -> String? {
        let account = documents[id]
        let names = [
            account?["business_profile"]?["name"], account?["settings"]?["dashboard"]?["display_name"],
            account?["company"]?["name"],
        ]
        return names.lazy.compactMap { $0?.text }.first ?? ownName(of: id)
    }

    /// Returns the account of a Checkout Session or payment link, which a page's address names; `nil` for an unknown
    /// one, and for an account that no longer sells.
    func account(ofCheckout id: String) -> String? {
        guard let document = documents[id], [Self.checkoutObject, Self.linkObject].contains(document.object),
            !isOver(document.account)
        else { return nil }
        return document.account
    }

    /// Applies the customer's choices before they pay.
    mutating func changePaymentPage(_ call: Call) throws(APIFailure) -> APIObject {
        var session = try findOpenCheckout(call)
        for (index, element) in (call.parameters.list("line_items") ?? []).enumerated() {
            try change(&session, element, "line_items[\(index)]")
        }
        guard session.items.contains(where: { ($0["quantity"]?.number ?? 0) > 0 }) else {
            throw .invalid("At least one item must be bought.", param: "line_items")
        }
        let rate = call.parameters.text("shipping_rate")
        guard rate == nil || session.shippingOptions.contains(where: { $0["shipping_rate"]?.text == rate }) else {
            throw .invalid("There is no such shipping option.", param: "shipping_rate")
        }
        try Self.count(&session, chosen: rate)
        try checkPayment(of: session, in: "payment_intent_data", call)
        // A customer who is being asked right now was asked for another sum.
        if session["payment_intent"]?.text != nil { _ = try preparedIntent(of: session, call) }
        put(session)
        return shown(session, call)
    }

    private func change(
        _ session: inout Document, _ element: JSONValue, _ param: String
    ) throws(APIFailure) {
        var items = session.items
        guard let index = items.firstIndex(where: { $0["id"] == element["id"] }),
            let quantity = element["quantity"]?.number
        else { throw .unknown("item", element["id"]?.text ?? "", param: "\(param)[id]", isParameter: true) }
        let item = items[index]
        guard item["quantity"] != .integer(quantity) else { return }
        let bounds = item["adjustable_quantity"]
        guard let minimum = bounds?["minimum"]?.number, let maximum = bounds?["maximum"]?.number, minimum <= maximum,
            (minimum...maximum).contains(quantity)
        else {
            let range = bounds?["maximum"]?.number.map { "between \(bounds?["minimum"]?.number ?? 0) and \($0)" }
            throw .invalid(
                range.map { "The quantity must be \($0)." } ?? "The quantity of this item cannot be changed.",
                param: "\(param)[quantity]")
        }
        items[index] = try repriced(item, quantity, of: session, "\(param)[quantity]")
        session.items = items
    }

    func findOpenCheckout(_ call: Call) throws(APIFailure) -> Document {
        let session = try findCheckout(call)
        guard session["status"] == "open" else {
            throw .invalid(
                "This Checkout Session is \(session["status"]?.text ?? "over"), and takes no payment any more.")
        }
        return session
    }
}

extension Document {
    /// The number of attempts to pay.
    var attempts: Int64 { hidden["attempts"]?.number ?? 0 }
}
