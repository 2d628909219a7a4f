import TenderModel

/// The intent of a Checkout Session.
extension ResourceContext {
    /// Computes the totals of a session from its items and the selected shipping.
    static func count(_ session: inout Document, chosen: String? = nil) throws(APIFailure) {
        var subtotal: Int64 = 0
        for item in session.items { subtotal += try session.amount("amount_total", of: item, in: "items") }
        let rate = chosen ?? session["shipping_cost"]?["shipping_rate"]?.text
        let options = session.shippingOptions
        let option = options.first { $0["shipping_rate"]?.text == rate } ?? options.first
        let shipping =
            try option.map { (option) throws(APIFailure) in
                try session.amount("shipping_amount", of: option, in: "shipping_options")
            } ?? 0
        // Items and options were checked one by one: at most 101 sums of eight digits.
        let total = subtotal + shipping
        guard total <= ChargeLimits.maximum else {
            throw .invalid(
                "The total amount due must be no more than \(ChargeLimits.maximum).", code: "amount_too_large",
                param: "line_items")
        }
        session["amount_subtotal"] = .integer(subtotal)
        session["amount_total"] = .integer(total)
        session["total_details"] = ["amount_discount": 0, "amount_shipping": .integer(shipping), "amount_tax": 0]
        guard let option else { return }
        session["shipping_cost"] = [
            "amount_subtotal": .integer(shipping), "amount_tax": 0, "amount_total": .integer(shipping),
            "shipping_rate": option["shipping_rate"] ?? .null,
        ]
    }

    /// Returns a request that a session makes for the person who opened it.
    func innerCall(
        _ name: String, id: String = "", _ fields: [String: JSONValue], of session: Document, _ call: Call
    ) throws(APIFailure) -> Call {
        guard let endpoint = Endpoint(rawValue: name), let route = Route(endpoint, id: id) else {
            throw .invalid("There is no endpoint \(name).")
        }
        let own = Credential(account: session.account)
        let platform = session.hidden["platform"]?.text
        return try Call(
            name: call.name, key: call.key, requestID: call.requestID, route: route,
            credential: platform.map { Credential(account: $0).acting(for: session.account) } ?? own, version: nil,
            fields: fields, now: call.now)
    }

    /// Returns the parameters of a session's PaymentIntent.
    func intentFields(of session: Document) -> [String: JSONValue] {
        var fields = session.hidden["payment_intent_data"]?.members ?? [:]
        fields["amount"] = session["amount_total"]
        fields["currency"] = session["currency"]
        fields["payment_method_types"] = session["payment_method_types"]
        fields["payment_method_options"] = session.hidden["payment_method_options"]
        fields["customer"] = session["customer"]?.text.map(JSONValue.string)
        if let shipping = session.hidden["shipping"] { fields["shipping"] = shipping }
        return fields
    }

    /// Records the outcome of an intent, whoever confirmed it and however it was paid.
    mutating func noteInCheckout(_ type: String, _ intent: IntentRow, by call: Call?, now: Int64) {
        for session in checkouts(of: intent.id) {
            switch (session["status"], type) {
            case ("open", "payment_intent.succeeded"), ("open", "payment_intent.amount_capturable_updated"),
                ("open", "payment_intent.processing"):
                let billing = intent.paymentMethod.flatMap { paymentMethods[$0] }?.particulars.billing
                var done = session
                if type == "payment_intent.succeeded" { done["payment_status"] = "paid" }
                if type == "payment_intent.processing" { done.hidden["is_delayed"] = true }
                complete(done, billing: billing, by: call, now: now)
            case ("complete", "payment_intent.succeeded") where session["payment_status"] == "unpaid":
                var paid = session
                paid["payment_status"] = "paid"
                put(paid)
                guard session.hidden["is_delayed"] == true else { continue }
                emit("checkout.session.async_payment_succeeded", paid, by: call, now: now)
            case ("complete", "payment_intent.payment_failed") where session.hidden["is_delayed"] == true:
                emit("checkout.session.async_payment_failed", session, by: call, now: now)
            default: continue
            }
        }
    }

    /// Records that a payment method was saved.
    mutating func noteInCheckout(setup intent: Document, by call: Call?, now: Int64) {
        let billing = intent["payment_method"]?.text.flatMap { paymentMethods[$0] }?.particulars.billing
        for session in checkouts(of: intent.id) where session["status"] == "open" {
            complete(session, billing: billing, by: call, now: now)
        }
    }

    private mutating func complete(_ given: Document, billing: JSONValue?, by call: Call?, now: Int64) {
        var session = given
        session["status"] = "complete"
        session.items.removeAll { $0["quantity"] == 0 }
        session["url"] = nil as JSONValue
        Self.showAnswers(in: &session)
        session["customer_details"] = session.customerDetails(billing: billing)
        if let shipping = session.hidden["shipping"] {
            session["collected_information"] = [
                "business_name": nil, "individual_name": nil,
                "shipping_details": [
                    "address": Self.withNulls(shipping["address"], Self.addressNames),
                    "name": shipping["name"] ?? .null,
                ],
            ]
        }
        updateCustomer(of: session, billing: billing, by: call, now: now)
        put(session)
        emit("checkout.session.completed", session, by: call, now: now)
        if let link = session["payment_link"]?.text { countCompletion(of: link, by: call, now: now) }
    }
}

extension Document {
    var shippingOptions: [JSONValue] {
        guard case .array(let options)? = fields["shipping_options"] else { return [] }
        return options
    }
}
