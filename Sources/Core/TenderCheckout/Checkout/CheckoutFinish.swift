public import TenderFlow
public import TenderModel

/// How a requested payment ended, as far as it is known.
public struct CheckoutFinish: Hashable, Sendable {
    /// How it stands.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// It is paid or held.
        case success
        /// It is proved that nothing was charged; `error` says why.
        case error
        /// The customer gave up, and nothing was charged.
        case userCancellation
        /// The customer must do what the intent's `nextAction` names; then ask for the payment again.
        case requiresAction
        /// Nobody can say yet: ask for the payment again, which repeats the same one, or settle it.
        case unknown
    }

    /// How it stands.
    public var status: Status
    /// What was to be paid.
    public var payment: PaymentResult
    /// The intent, when the app told it.
    public var intent: PaymentIntent?
    /// What went wrong.
    public var error: GatewayError?
    /// Whether the order had been paid before this payment was asked for: nothing was charged now.
    public var wasPaidBefore: Bool

    /// Makes an end.
    public init(
        _ status: Status, _ payment: PaymentResult, intent: PaymentIntent? = nil, error: GatewayError? = nil,
        wasPaidBefore: Bool = false
    ) {
        self.status = status
        self.payment = payment
        self.intent = intent
        self.error = error
        self.wasPaidBefore = wasPaidBefore
    }
}
