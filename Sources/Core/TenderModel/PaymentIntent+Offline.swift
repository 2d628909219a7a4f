extension PaymentIntent {
    /// The key of `metadata` that carries the key under which it was made.
    public static let attemptMetadata = "tender_attempt"

    /// Whether it was made on this machine, and the gateway has never heard of it.
    public var isOffline: Bool { Self.isOffline(id: id) }

    /// Whether the id is one of this machine's own.
    public static func isOffline(id: String) -> Bool { id.hasPrefix(offlinePrefix) }

    private static let offlinePrefix = "offline_"

    /// Makes an intent that the gateway has not heard of.
    ///
    /// - Parameters:
    ///   - parameters: what it is made of, as they would have gone to the gateway.
    ///   - base: the base of all its keys.
    public init(offline parameters: PaymentIntentParameters, base: String) {
        self.init(
            id: Self.offlinePrefix + base, amount: parameters.amount, status: .requiresPaymentMethod,
            applicationFeeAmount: parameters.applicationFeeAmount, captureMethod: parameters.captureMethod,
            customer: parameters.customer, description: parameters.description, metadata: parameters.metadata,
            onBehalfOf: parameters.onBehalfOf, paymentMethodTypes: parameters.paymentMethodTypes,
            receiptEmail: parameters.receiptEmail, setupFutureUsage: parameters.setupFutureUsage,
            shipping: parameters.shipping, statementDescriptor: parameters.statementDescriptor,
            statementDescriptorSuffix: parameters.statementDescriptorSuffix,
            transferData: parameters.transferData, transferGroup: parameters.transferGroup
        )
        automaticPaymentMethods = parameters.automaticPaymentMethods
        paymentMethodOptions = parameters.paymentMethodOptions
        metadata[Self.attemptMetadata] = base
        if let order = parameters.order { metadata[Self.orderMetadata] = order }
    }

    /// What it is made of at the gateway: the same body under the same key whenever it is asked for.
    public var parameters: PaymentIntentParameters {
        PaymentIntentParameters(
            amount, captureMethod: captureMethod, paymentMethodTypes: paymentMethodTypes, description: description,
            customer: customer, receiptEmail: receiptEmail, statementDescriptorSuffix: statementDescriptorSuffix,
            applicationFeeAmount: applicationFeeAmount, transferData: transferData, onBehalfOf: onBehalfOf,
            transferGroup: transferGroup, order: order, metadata: metadata,
            idempotencyKey: metadata[Self.attemptMetadata], automaticPaymentMethods: automaticPaymentMethods,
            paymentMethodOptions: paymentMethodOptions, setupFutureUsage: setupFutureUsage, shipping: shipping,
            statementDescriptor: statementDescriptor
        )
    }
}
