extension Resource {
    static let webhookEndpoints = Resource(
        WebhookEndpoint.object, prefix: "we",
        operations: Operation.webhookEndpoints
    )
}
