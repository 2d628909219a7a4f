extension Operation {
    static let charges = anyCharges + legacyCharges

    private static let anyCharges: [Operation] = [
        Operation(
            "charges.list", .get, "/v1/charges", .list("charge"),
            .list.with(["customer": .text, "payment_intent": .text, "transfer_group": .text])
        ) { (it, call) throws(APIFailure) in try it.listCharges(call) },
        Operation("charges.retrieve", .get, "/v1/charges/:id", .one("charge")) { (it, call) throws(APIFailure) in
            .json(it.json(try it.findCharge(call)))
        },
        Operation(
            "charges.update", .post, "/v1/charges/:id", .one("charge"),
            [
                "customer": .text, "description": .text.clearable,
                "fraud_details": .hash(["user_report": .choice("fraudulent", "safe").clearable]),
                "metadata": .metadata, "receipt_email": .email.clearable, "shipping": .hash(.shipping),
                "transfer_group": .text,
            ]
        ) { (it, call) throws(APIFailure) in try it.updateCharge(call) },
        Operation("charges.refunds.list", .get, "/v1/charges/:id/refunds", .list("refund"), .list) {
            (it, call) throws(APIFailure) in try it.listRefunds(of: it.findCharge(call), call)
        },
        Operation("charges.refunds.retrieve", .get, "/v1/charges/:id/refunds/:refund", .one("refund")) {
            (it, call) throws(APIFailure) in .refund(try it.findRefund(of: it.findCharge(call), call))
        },
        Operation("charges.refund", .post, "/v1/charges/:id/refunds", .one("refund"), .refund) {
            (it, call) throws(APIFailure) in try it.createRefund(of: it.findCharge(call), call)
        },
    ]
}

extension ResourceContext {
    /// Returns the payment method of a charge; `nil` for a charge that came by a transfer.
    func method(of charge: ChargeRow) -> PaymentMethodRow? { charge.paymentMethod.flatMap { paymentMethods[$0] } }

    func findCharge(_ call: Call) throws(APIFailure) -> ChargeRow {
        guard let charge = charges.find(call.id, account: call.account) else {
            throw .unknown("charge", call.id, param: "id")
        }
        return charge
    }

    fileprivate func listRefunds(of charge: ChargeRow, _ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let page = try page(
            refunds, of: call.account, among: refunds.ids(naming: charge.id), query, object: "refund"
        ) { query.matches($0.created) && $0.charge == charge.id }
        let url = "/v1/charges/\(charge.id)/refunds"
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: url))
    }

    fileprivate func findRefund(of charge: ChargeRow, _ call: Call) throws(APIFailure) -> RefundRow {
        let id = call.route.ids.last ?? ""
        guard let refund = refunds.find(id, account: call.account), refund.charge == charge.id else {
            throw .unknown("refund", id, param: "refund")
        }
        return refund
    }

    fileprivate func listCharges(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let (customer, intent) = (call.parameters.text("customer"), call.parameters.text("payment_intent"))
        let group = call.parameters.text("transfer_group")
        let named = intent.map { chargeIDs(of: $0) } ?? customer.map { charges.ids(naming: $0) }
        let page = try page(charges, of: call.account, among: named, query, object: "charge") { charge in
            query.matches(charge.created) && (intent ?? charge.intent) == charge.intent
                && (customer == nil || customer == charge.customer)
                && (group == nil || group == charge.details.transferGroup)
        }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: "/v1/charges"))
    }

    /// Returns the charges of an intent, oldest first: the failed ones, and the successful one.
    func chargeIDs(of intent: String) -> [String] {
        let failed = charges.ids(naming: intent)
        guard let latest = intents[intent]?.latestCharge, latest != failed.last else { return failed }
        return failed + [latest]
    }

    fileprivate mutating func updateCharge(_ call: Call) throws(APIFailure) -> APIObject {
        let old = try findCharge(call)
        var charge = old
        try Self.readDetails(of: &charge.details, call.parameters)
        if let shipping = call.parameters["shipping"] {
            charge.more["shipping"] = Self.wholeShipping(Document.merged(shipping, into: charge.more["shipping"]))
        }
        if let report = call.parameters["fraud_details"] {
            charge.more["fraud_details"] = Document.merged(report, into: charge.more["fraud_details"])
        }
        if let customer = call.parameters.text("customer") {
            guard charge.customer == nil || charge.customer == customer else {
                throw .invalid("You cannot change the customer of a charge that has one.", param: "customer")
            }
            charge.customer = try findDocument("customer", named: customer, param: "customer", call).id
        }
        put(charge)
        emit("charge.updated", charge, was: old, by: call)
        return .json(json(charge))
    }
}
