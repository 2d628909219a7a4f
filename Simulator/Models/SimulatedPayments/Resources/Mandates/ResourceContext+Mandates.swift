import TenderModel

extension Operation {
    static let mandates: [Operation] = [
        Operation("mandates.retrieve", .get, "/v1/mandates/:id", .one("mandate")) {
            (it, call) throws(APIFailure) in .json(try it.findDocument(ResourceContext.mandateObject, call).json)
        }
    ]
}

/// Mandates: customers' consent to debits from their accounts.
extension ResourceContext {
    static let mandateObject = "mandate"

    /// Refuses a debit without consent, in the request or before.
    ///
    /// - Parameter setup: The SetupIntent being confirmed; `nil` for a payment.
    func checkMandate(of method: PaymentMethodRow, _ call: Call, setup: String?) throws(APIFailure) {
        if let id = call.parameters.text("mandate") {
            let mandate = try findDocument(Self.mandateObject, named: id, param: "mandate", call)
            guard mandate["payment_method"] == .string(method.id), mandate["type"] == "multi_use" else {
                throw .refused(
                    "The provided mandate is for another payment method, or for one payment alone.",
                    code: "payment_intent_mandate_invalid", param: "mandate")
            }
        }
        let kind = setup == nil ? "PaymentIntent" : "SetupIntent"
        guard let acceptance = call.parameters["mandate_data", "customer_acceptance"] else {
            guard lastingMandate(of: method) == nil else { return }
            var failure = APIFailure.refused(
                "This \(kind) requires a mandate, but no existing mandate was found. Make sure that the customer can "
                    + "accept it, and say so in `mandate_data`.",
                code: setup == nil ? "payment_intent_mandate_invalid" : "setup_intent_mandate_invalid",
                param: "mandate_data")
            failure.setupIntent = setup
            throw failure
        }
        try Self.checkAcceptance(acceptance, call)
    }

    /// Checks an acceptance: a browser is identified by its IP address and user agent, which a publishable key's
    /// request may leave to the gateway.
    private static func checkAcceptance(_ acceptance: JSONValue, _ call: Call) throws(APIFailure) {
        guard acceptance["type"] == "online" else { return }
        if call.credential.isPublishable, acceptance["online"]?["infer_from_client"] == true { return }
        for name in ["ip_address", "user_agent"] where acceptance["online"]?[name]?.text == nil {
            throw .missing("mandate_data[customer_acceptance][online][\(name)]")
        }
    }

    /// Returns the mandate under which a method may be debited repeatedly.
    private func lastingMandate(of method: PaymentMethodRow) -> String? {
        documents.ids(naming: method.id).last { id in
            guard let mandate = document(id, Self.mandateObject, method.account) else { return false }
            return mandate["status"] == "active" && mandate["type"] == "multi_use"
        }
    }

    /// Returns the mandate of a payment: the existing one, or a new one.
    mutating func mandate(
        of method: PaymentMethodRow, isForLater: Bool, _ intent: IntentRow, _ call: Call
    ) -> String? {
        guard call.parameters["mandate_data", "customer_acceptance"] != nil else { return lastingMandate(of: method) }
        guard !isForLater else { return makeMandate(of: method, call) }
        return makeMandate(
            of: method,
            once: ["amount": .integer(intent.amount), "currency": .string(intent.currency.code)], call)
    }

    /// Records the customer's consent.
    ///
    /// - Parameter once: The amount and currency of the only payment that it is for; empty for any number of payments.
    mutating func makeMandate(
        of method: PaymentMethodRow, once: [String: JSONValue] = [:], _ call: Call
    ) -> String {
        let id = newID(.mandates)
        let acceptance = call.parameters["mandate_data", "customer_acceptance"]
        let type = acceptance?["type"]?.text ?? "offline"
        let online: JSONValue = [
            "ip_address": acceptance?["online"]?["ip_address"] ?? nil,
            "user_agent": acceptance?["online"]?["user_agent"] ?? nil,
        ]
        let kind = once.isEmpty ? "multi_use" : "single_use"
        return makeDocument(
            .mandates, id: id,
            [
                "customer_acceptance": [
                    "accepted_at": acceptance?["accepted_at"] ?? .integer(call.now), "type": .string(type),
                    type: type == "online" ? online : [:],
                ],
                "livemode": false, "on_behalf_of": nil, "payment_method": .string(method.id),
                "payment_method_details": [
                    "type": "sepa_debit",
                    "sepa_debit": [
                        "reference": .string(ids.make("TENDER").uppercased().replacing("_", with: "-")),
                        "url": .string("\(publicURL)/mandates/\(id)"),
                    ],
                ],
                "status": "active", "type": .string(kind), kind: .object(once),
            ], call
        ).id
    }
}
