public import TenderModel

/// What an application holds of a PaymentIntent, as far as it decides anything.
public struct KnownIntent: Hashable, Sendable, Codable {
    /// Where it stands.
    public var facts: IntentFacts
    /// When an approval is captured.
    public var captureMethod: CaptureMethod
    /// The kinds of card that may pay.
    public var paymentMethodTypes: [PaymentMethodType]
    /// The key under which it was made, which names its requests too.
    public var attemptKey: String?
    /// The shop's order that it pays.
    public var order: String?
    /// What it will be made of at the gateway; nil for an intent that the gateway knows.
    @Apart public var parameters: PaymentIntentParameters?

    /// Takes from an intent what decides.
    public init(_ intent: PaymentIntent) {
        facts = IntentFacts(intent)
        captureMethod = intent.captureMethod
        paymentMethodTypes = intent.paymentMethodTypes
        attemptKey = intent.metadata[PaymentIntent.attemptMetadata]
        order = intent.order
        parameters = intent.isOffline ? intent.parameters : nil
    }

    /// Its id.
    public var id: String { facts.id }

    /// Whether the gateway has never heard of it.
    public var isOffline: Bool { PaymentIntent.isOffline(id: id) }

    /// The base of its keys: the key that it was made under, unless earlier attempts may have used it (money rule 3).
    ///
    /// - Parameter fresh: a key that nobody has used.
    func baseKey(_ fresh: String) -> String {
        let base = attemptKey ?? id
        let isUnused = facts.charge == nil || facts.status != .requiresPaymentMethod
        return isUnused ? base : "\(base).\(fresh)"
    }

    func terms(_ baseKey: String) -> PaymentTerms {
        PaymentTerms(
            intentID: id, amount: facts.amount, captureMethod: captureMethod, baseKey: baseKey, order: order)
    }
}
