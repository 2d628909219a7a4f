public import TenderFlow
public import TenderModel

/// The end of a requested payment, as far as it is known.
public struct CheckoutFinish: Hashable, Sendable {
    /// The status of the payment.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// The payment succeeded or the amount is held.
        case success
        /// Provably nothing was charged; `error` says why.
        case error
        /// The customer gave up, and nothing was charged.
        case userCancellation
        /// The customer must complete the intent's `nextAction`; request the payment again afterwards.
        case requiresAction
        /// The outcome is unknown: request the payment again, which repeats the same one, or settle it.
        case unknown
    }

    /// The status of the payment.
    public var status: Status
    /// The payment that was requested.
    public var payment: PaymentResult
    /// The intent, if the app reported it.
    public var intent: PaymentIntent?
    /// The error, if there was one.
    public var error: GatewayError?
    /// Whether the order was already paid before this request: nothing was charged now.
    public var wasPaidBefore: Bool

    /// Creates the end of a payment.
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
