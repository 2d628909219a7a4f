extension Resource {
    static let bankAccounts = Resource(
        ResourceContext.bankObject, prefix: "ba",
        references: ["account": "account", "customer": "customer"],
        whenPut: { $0.reconsiderPayouts(of: $1.account) },
        operations: Operation.externalAccounts
    )
}
