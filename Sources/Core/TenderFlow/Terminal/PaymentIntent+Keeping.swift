public import TenderModel

/// Forms of an intent, the newer in place of the older.
extension PaymentIntent {
    /// Makes an intent of which only the records tell.
    public init(records terms: PaymentTerms) {
        self.init(id: terms.intentID, amount: terms.amount, status: .processing)
        captureMethod = terms.captureMethod
        metadata[Self.attemptMetadata] = terms.baseKey
        metadata[Self.orderMetadata] = terms.order
    }

    /// Makes the intent of a stored payment, of which only its terms are known.
    public init(forwarding terms: PaymentTerms) {
        self.init(id: terms.intentID, amount: terms.amount, status: .requiresPaymentMethod)
    }

    /// Takes a newer form, and keeps the secret and the metadata, which later answers may leave out.
    public mutating func update(_ newer: PaymentIntent) {
        guard newer.id == id else { return }
        let secret = newer.clientSecret ?? clientSecret
        let metadata = newer.metadata.isEmpty ? metadata : newer.metadata
        self = newer
        clientSecret = secret
        self.metadata = metadata
    }
}
