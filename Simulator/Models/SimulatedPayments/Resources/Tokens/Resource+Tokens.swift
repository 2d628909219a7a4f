extension Resource {
    static let tokens = Resource(
        "token", prefix: "tok", otherPrefix: "btok",
        references: ["bank_account": "bank_account", "card": "card"],
        operations: Operation.tokens
    )
}
