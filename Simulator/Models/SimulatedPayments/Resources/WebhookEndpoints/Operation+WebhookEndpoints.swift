extension Operation {
    static let webhookEndpoints: [Operation] = [
        Operation(
            "webhook_endpoints.create", .post, "/v1/webhook_endpoints", .one("webhook_endpoint"), .webhookCreation
        ) { (it, call) throws(APIFailure) in try it.createWebhookEndpoint(call) },
        Operation("webhook_endpoints.list", .get, "/v1/webhook_endpoints", .list("webhook_endpoint"), .list) {
            (it, call) throws(APIFailure) in
            try it.listDocuments(WebhookEndpoint.object, call)
        },
        Operation("webhook_endpoints.retrieve", .get, "/v1/webhook_endpoints/:id", .one("webhook_endpoint")) {
            (it, call) throws(APIFailure) in
            .json(try it.findDocument(WebhookEndpoint.object, call).json)
        },
        Operation(
            "webhook_endpoints.update", .post, "/v1/webhook_endpoints/:id", .one("webhook_endpoint"), .webhookUpdate
        ) { (it, call) throws(APIFailure) in try it.updateWebhookEndpoint(call) },
        Operation("webhook_endpoints.delete", .delete, "/v1/webhook_endpoints/:id", .one("webhook_endpoint")) {
            (it, call) throws(APIFailure) in
            .json(it.delete(try it.findDocument(WebhookEndpoint.object, call)).json)
        },
    ]
}

extension ParameterSpec.Members {
    private static let webhook: Self = [
        "url": .text, "enabled_events": .list(ParameterSpec(shape: .choice(EventTypes.choices))),
        "description": .text.clearable, "metadata": .metadata,
    ]

    fileprivate static let webhookCreation: Self = webhook.with([
        "url": .text.required, "enabled_events": .list(ParameterSpec(shape: .choice(EventTypes.choices))).required,
        "connect": .boolean, "api_version": .text,
    ])

    fileprivate static let webhookUpdate: Self = webhook.with(["disabled": .boolean])
}
