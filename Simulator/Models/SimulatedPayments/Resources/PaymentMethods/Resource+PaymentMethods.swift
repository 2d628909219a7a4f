extension Resource {
    static let paymentMethods = Resource(
        "payment_method", prefix: "pm",
        references: [
            "card.generated_from.setup_attempt": "setup_attempt", "customer": "customer",
            "sepa_debit.generated_from.charge": "charge", "sepa_debit.generated_from.setup_attempt": "setup_attempt",
        ],
        operations: Operation.paymentMethods
    )

    /// Not of the API: it is only stored.
    static let fingerprintKey = Resource(
        ResourceContext.fingerprintKeyObject,
        whenPut: { $0.useFingerprintKey(of: $1) }
    )
}
