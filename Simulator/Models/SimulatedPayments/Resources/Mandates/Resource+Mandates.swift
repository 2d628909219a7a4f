extension Resource {
    static let mandates = Resource(
        ResourceContext.mandateObject, prefix: "mandate",
        references: ["on_behalf_of": "account", "payment_method": "payment_method"],
        foundBy: members("payment_method"),
        operations: Operation.mandates
    )
}
