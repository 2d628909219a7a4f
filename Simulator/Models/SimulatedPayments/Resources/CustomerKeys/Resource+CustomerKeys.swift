extension Resource {
    static let ephemeralKeys = Resource("ephemeral_key", prefix: "ephkey", operations: Operation.customerKeys)

    static let customerSessions = Resource("customer_session", references: ["customer": "customer"])
}
