extension Resource {
    static let webhookEndpoints = Resource(
        WebhookEndpoint.object, prefix: "we",
        whenPut: { $0.noteEndpoint($1) },
        operations: Operation.webhookEndpoints
    )
}
