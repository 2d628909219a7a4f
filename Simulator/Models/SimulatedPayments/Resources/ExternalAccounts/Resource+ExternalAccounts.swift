extension Resource {
    static let bankAccounts = Resource(
        SimulatedPayments.bankObject, prefix: "ba",
        references: ["account": "account", "customer": "customer"],
        operations: Operation.externalAccounts
    )
}
