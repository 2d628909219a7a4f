extension SetupIntent {
    /// Whether it was made on this machine, and the gateway has never heard of it.
    public var isOffline: Bool { Self.isOffline(id: id) }

    /// Whether the id is one of this machine's own.
    public static func isOffline(id: String) -> Bool { id.hasPrefix(offlinePrefix) }

    // It begins as a local PaymentIntent's does, whose id never goes to the gateway either.
    private static let offlinePrefix = "offline_seti_"

    /// Makes an intent that the gateway has not heard of.
    ///
    /// - Parameters:
    ///   - parameters: what it is made of, as they would have gone to the gateway.
    ///   - base: the base of all its keys.
    public init(offline parameters: SetupIntentParameters, base: String) {
        self.init(
            id: Self.offlinePrefix + base, status: .requiresPaymentMethod, customer: parameters.customer,
            description: parameters.description, metadata: parameters.metadata, onBehalfOf: parameters.onBehalfOf,
            paymentMethodTypes: parameters.paymentMethodTypes, usage: parameters.usage ?? .offSession)
        metadata[PaymentIntent.attemptMetadata] = base
    }

    /// What it is made of at the gateway: the same body under the same key whenever it is asked for.
    public var parameters: SetupIntentParameters {
        SetupIntentParameters(
            customer: customer, paymentMethodTypes: paymentMethodTypes, usage: usage, description: description,
            onBehalfOf: onBehalfOf, metadata: metadata, idempotencyKey: metadata[PaymentIntent.attemptMetadata])
    }
}
