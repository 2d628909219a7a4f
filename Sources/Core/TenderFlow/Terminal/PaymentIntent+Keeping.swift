public import TenderModel

/// Versions of an intent, of which a newer one replaces an older one.
extension PaymentIntent {
    /// Creates an intent that is known only from the records.
    public init(records terms: PaymentTerms) {
        self.init(id: terms.intentID, amount: terms.amount, status: .processing)
        captureMethod = terms.captureMethod
        metadata[Self.attemptMetadata] = terms.baseKey
        metadata[Self.orderMetadata] = terms.order
    }

    /// Creates the intent of a stored payment, of which only the terms are known.
    public init(forwarding terms: PaymentTerms) {
        self.init(id: terms.intentID, amount: terms.amount, status: .requiresPaymentMethod)
    }

    /// Updates to a newer version, but keeps the secret and the metadata, which later responses may leave out.
    public mutating func update(_ newer: PaymentIntent) {
        guard newer.id == id else { return }
        let secret = newer.clientSecret ?? clientSecret
        let metadata = newer.metadata.isEmpty ? metadata : newer.metadata
        self = newer
        clientSecret = secret
        self.metadata = metadata
    }
}
