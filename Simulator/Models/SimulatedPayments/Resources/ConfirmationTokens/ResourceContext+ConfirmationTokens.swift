/// The data that a customer's device collected, with which a server confirms one intent.
///
/// Source: the API's public reference, confirmation tokens.
extension ResourceContext {
    static let confirmationTokenObject = "confirmation_token"
    /// The lifetime of a confirmation token, in seconds.
    static let confirmationTokenLifetime: Int64 = 12 * 3600

    mutating func createConfirmationToken(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let method = try collectedMethod(call)
        put(method)
        var said: [String: JSONValue] = ["payment_method": .string(method.id)]
        for name in Self.collectedParameters { said[name] = parameters[name] }
        let preview = json(previewed(method, call)).members?.filter { !Self.unpreviewed.contains($0.key) } ?? [:]
        let token = makeDocument(
            .confirmationTokens,
            [
                "created": .integer(call.now), "expires_at": .integer(call.now + Self.confirmationTokenLifetime),
                "livemode": false, "mandate_data": Self.shown(mandateData: parameters["mandate_data"]),
                "payment_intent": nil, "payment_method_options": Self.shown(plan: parameters),
                "payment_method_preview": .object(preview), "return_url": parameters["return_url"] ?? nil,
                "setup_future_usage": parameters["setup_future_usage"] ?? nil, "setup_intent": nil,
                "shipping": Self.shown(shipping: parameters["shipping"]),
                "use_stripe_sdk": parameters["use_stripe_sdk"] ?? false,
            ], hidden: said, call)
        return .json(token.json)
    }

    /// Returns the method with what the caller may know of it: a device learns neither the customer nor the billing
    /// details, unless it supplies them itself.
    private func previewed(_ method: PaymentMethodRow, _ call: Call) -> PaymentMethodRow {
        guard call.credential.isPublishable else { return method }
        var shown = method
        shown.customer = nil
        if call.parameters.contains("payment_method") { shown.particulars.billing = nil }
        return shown
    }

    private mutating func collectedMethod(_ call: Call) throws(APIFailure) -> PaymentMethodRow {
        let data = call.parameters["payment_method_data"]
        guard let id = call.parameters.text("payment_method") else {
            guard let data else { throw .missing("payment_method_data") }
            return try method(of: data, param: "payment_method_data", call)
        }
        guard data == nil else { throw .exclusive("payment_method", "payment_method_data") }
        return try method(named: id, param: "payment_method", call)
    }

    /// Returns the call completed with the contents of its confirmation token, and the token.
    func redeeming(_ call: Call) throws(APIFailure) -> (call: Call, token: Document?) {
        guard let id = call.parameters.text("confirmation_token") else { return (call, nil) }
        let token = try findDocument(
            Self.confirmationTokenObject, named: id, param: "confirmation_token", call)
        guard token["payment_intent"] == .null, token["setup_intent"] == .null else {
            throw .unusable(token, "has already been used to confirm a PaymentIntent or SetupIntent")
        }
        guard let end = token["expires_at"]?.number, call.now < end else { throw .unusable(token, "has expired") }
        let given = call.parameters.fields
        var said = token.hidden
        if given["payment_method"] != nil || given["payment_method_data"] != nil { said["payment_method"] = nil }
        let options = Self.merged(given["payment_method_options"], into: said["payment_method_options"])
        var fields = given.merging(said) { request, _ in request }
        fields["payment_method_options"] = options
        return (call.saying(fields), token)
    }

    /// Records the intent that a token confirmed: it can be used once, whatever the outcome.
    mutating func spend(_ token: Document?, on intent: String, _ object: String) {
        guard var spent = token else { return }
        spent[object] = .string(intent)
        put(spent)
    }
}

// Fields.
extension ResourceContext {
    /// The parameters that a confirmation takes from the token, besides the payment method.
    private static let collectedParameters = [
        "mandate_data", "payment_method_options", "return_url", "setup_future_usage", "shipping", "use_stripe_sdk",
    ]

    /// The members of a payment method that its preview leaves out.
    private static let unpreviewed: Set<String> = ["id", "object", "created", "livemode", "metadata"]

    private static func shown(shipping: JSONValue?) -> JSONValue {
        guard case .object(var members)? = shipping else { return .null }
        addNulls(["phone"], to: &members)
        members["address"] = withNulls(members["address"], addressNames)
        return .object(members)
    }

    private static func shown(plan parameters: Parameters) -> JSONValue {
        guard let plan = parameters["payment_method_options", "card", "installments", "plan"] else { return .null }
        return [
            "card": ["cvc_token": nil, "installments": ["plan": withNulls(plan, ["count", "interval"])]]
        ]
    }

    private static func shown(mandateData: JSONValue?) -> JSONValue {
        guard let acceptance = mandateData?["customer_acceptance"] else { return .null }
        var online: JSONValue = .null
        if acceptance["type"] == "online" {
            online = [
                "ip_address": acceptance["online"]?["ip_address"] ?? nil,
                "user_agent": acceptance["online"]?["user_agent"] ?? nil,
            ]
        }
        return ["customer_acceptance": ["online": online, "type": acceptance["type"] ?? nil]]
    }
}

extension APIFailure {
    fileprivate static func unusable(_ token: Document, _ why: String) -> APIFailure {
        .invalid("The confirmation token \(token.id) \(why). Create another one.", param: "confirmation_token")
    }
}
