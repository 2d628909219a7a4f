extension Resource {
    static let earlyFraudWarnings = Resource(
        ResourceContext.fraudWarningObject, prefix: "issfr",
        references: ["charge": "charge", "payment_intent": "payment_intent"],
        foundBy: members("charge"),
        operations: Operation.earlyFraudWarnings
    )
}
