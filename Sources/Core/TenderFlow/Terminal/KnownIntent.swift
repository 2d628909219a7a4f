public import TenderModel

/// What an application knows of a PaymentIntent, insofar as it affects decisions.
public struct KnownIntent: Hashable, Sendable, Codable {
    /// The facts about the intent.
    public var facts: IntentFacts
    /// When to capture an approval.
    public var captureMethod: CaptureMethod
    /// Whether the issuer may approve a part of the amount.
    public var acceptsPartial = false
    /// Whether the card that pays is saved for later payments, which needs the customer's consent.
    public var savesCard = false
    /// The types of card that may pay.
    public var paymentMethodTypes: [PaymentMethodType]
    /// The key under which it was created, which is also the base of its requests' keys.
    public var attemptKey: String?
    /// The shop's order that it pays for.
    public var order: String?
    /// What the gateway allows as a surcharge for the inspected card.
    @Apart public var surcharge: AmountDetails.Surcharge?
    /// The languages that the inspected card asks for, the best first.
    public var languages: [String] = []
    /// The parameters with which the gateway will create it; `nil` for an intent that the gateway knows.
    @Apart public var parameters: PaymentIntentParameters?

    /// Extracts what affects decisions from an intent.
    public init(_ intent: PaymentIntent) {
        facts = IntentFacts(intent)
        captureMethod = intent.captureMethod
        acceptsPartial = intent.paymentMethodOptions?.cardPresent?.requestPartialAuthorization == .ifAvailable
        savesCard = intent.setupFutureUsage != nil
        paymentMethodTypes = intent.paymentMethodTypes
        attemptKey = intent.metadata[PaymentIntent.attemptMetadata]
        order = intent.order
        surcharge = intent.amountDetails?.surcharge
        languages = intent.paymentMethod?.value?.card?.preferredLocales ?? []
        parameters = intent.isOffline ? intent.parameters : nil
    }

    /// The intent's ID.
    public var id: String { facts.id }

    /// Whether the gateway has never heard of it.
    public var isOffline: Bool { PaymentIntent.isOffline(id: id) }

    /// Returns the base of its keys: the key under which it was created, unless earlier attempts may have used it
    /// (money rule 3).
    ///
    /// - Parameter fresh: An unused key.
    func baseKey(_ fresh: String) -> String {
        let base = attemptKey ?? id
        let isUnused = facts.charge == nil || facts.status != .requiresPaymentMethod
        return isUnused ? base : "\(base).\(fresh)"
    }

    func terms(_ baseKey: String) -> PaymentTerms {
        PaymentTerms(
            intentID: id, amount: facts.amountWithoutAdditions, maximumTip: max(0, facts.tip),
            maximumSurcharge: max(0, facts.surcharge), conversion: facts.conversion,
            acceptsPartial: acceptsPartial || facts.isPartial,
            authorized: facts.isPartial ? facts.amount.minorUnits : nil, captureMethod: captureMethod,
            baseKey: baseKey, order: order)
    }
}
