extension Operation {
    static let confirmationTokens: [Operation] = [
        Operation(
            "confirmation_tokens.create", .post, "/v1/confirmation_tokens", for: .publishable,
            .one(ResourceContext.confirmationTokenObject),
            .confirmationToken.with([
                "mandate_data": .hash(ParameterSpec.Members.mandateData), "use_stripe_sdk": .boolean,
            ])
        ) { (it, call) throws(APIFailure) in try it.createConfirmationToken(call) },
        Operation(
            "confirmation_tokens.retrieve", .get, "/v1/confirmation_tokens/:id",
            .one(ResourceContext.confirmationTokenObject)
        ) { (it, call) throws(APIFailure) in
            .json(try it.findDocument(ResourceContext.confirmationTokenObject, call).json)
        },
        Operation(
            "test_helpers.confirmation_tokens.create", .post, "/v1/test_helpers/confirmation_tokens",
            .one(ResourceContext.confirmationTokenObject), .confirmationToken
        ) { (it, call) throws(APIFailure) in try it.createConfirmationToken(call) },
    ]
}

extension ParameterSpec.Members {
    /// The data that a customer's device, or a test in its place, collects for a confirmation.
    fileprivate static let confirmationToken: Self = [
        "payment_method": .text, "payment_method_data": .hash(methodDescription),
        "payment_method_options": .hash([
            "card": .hash(["installments": .hash(["plan": .hash(installmentPlan).required])])
        ]),
        "return_url": .url, "setup_future_usage": .choice("off_session", "on_session"),
        "shipping": .hash(shipping.without("carrier", "tracking_number")),
    ]
}
