extension Resource {
    static let confirmationTokens = Resource(
        ResourceContext.confirmationTokenObject, prefix: "ctoken",
        references: ["payment_method_preview": "payment_method"],
        operations: Operation.confirmationTokens
    )
}
