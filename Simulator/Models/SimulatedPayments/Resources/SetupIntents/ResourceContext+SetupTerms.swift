/// The payment methods that a SetupIntent accepts, and whether their holders are asked to authenticate.
extension ResourceContext {
    private static let setupTypes = ["card", "card_present", "sepa_debit"]

    static func setTypes(_ names: [String], of intent: inout Document) throws(APIFailure) {
        for name in names where !Self.setupTypes.contains(name) {
            throw .invalid(
                "The payment method type \"\(name)\" is invalid. Please ensure the provided type is activated.",
                param: "payment_method_types")
        }
        intent["payment_method_types"] = .array(names.map(JSONValue.string))
        intent["automatic_payment_methods"] = nil as JSONValue
    }

    static func setAllowedTypes(of intent: inout Document, _ call: Call) throws(APIFailure) {
        let parameters = call.parameters
        if parameters["allowed_payment_method_types"] == .null, intent["allowed_payment_method_types"] != nil {
            intent.fields["allowed_payment_method_types"] = nil
            intent["payment_method_types"] = ["card"]
        }
        guard let allowed = parameters.texts("allowed_payment_method_types") else { return }
        guard !parameters.contains("payment_method_types") else {
            throw .exclusive("allowed_payment_method_types", "payment_method_types")
        }
        guard !call.credential.isPublishable else {
            throw .invalid(
                "You cannot pass `allowed_payment_method_types` when using a publishable API key.",
                code: "setup_intent_invalid_parameter", param: "allowed_payment_method_types")
        }
        let types = setupTypes.filter(allowed.contains)
        guard !types.isEmpty else {
            throw .invalid(
                "None of the allowed_payment_method_types can be used.", param: "allowed_payment_method_types")
        }
        intent["allowed_payment_method_types"] = .array(allowed.map(JSONValue.string))
        intent["payment_method_types"] = .array(types.map(JSONValue.string))
    }

    /// Reads whether nobody is to authenticate: an order by mail or telephone, or an authentication elsewhere.
    static func readAuthentication(of intent: inout Document, _ call: Call) throws(APIFailure) {
        guard let card = call.parameters["payment_method_options", "card"] else { return }
        guard !call.credential.isPublishable || card["moto"] != true else {
            throw .invalid(
                "A mail or telephone order can only be confirmed with a secret API key.",
                code: "setup_intent_invalid_parameter", param: "payment_method_options[card][moto]")
        }
        for name in ["moto", "three_d_secure"] { intent.hidden[name] = card[name] ?? intent.hidden[name] }
    }
}
