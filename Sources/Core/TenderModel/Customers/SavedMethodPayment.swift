/// How a PaymentIntent is paid with a payment method that is known already, such as a customer's saved card.
///
/// It is no part of `PaymentIntentParameters`: those may be handed to a terminal, and must never charge by themselves.
public struct SavedMethodPayment: Hashable, Sendable {
    /// The payment method, `pm_…`, or a legacy source, `card_…`; nil for the one that is attached.
    public var paymentMethod: String?
    /// Whether the customer is absent, and can authenticate nothing.
    public var isOffSession: Bool
    /// Whether a card that wants authentication is declined at once.
    public var failsOnRequiredAction: Bool
    /// The page to which the customer comes back from an authentication.
    public var returnURL: String?
    /// When the cardholder is asked to authenticate; `nil` for when it is necessary.
    public var requestThreeDSecure: ThreeDSecureRequest?
    /// Where the goods are sent.
    public var shipping: ShippingDetails?
    /// Whether the payment method is to be kept.
    public var setupFutureUsage: SetupFutureUsage?

    /// Describes the payment.
    public init(
        paymentMethod: String? = nil, isOffSession: Bool = false, failsOnRequiredAction: Bool = false,
        returnURL: String? = nil, requestThreeDSecure: ThreeDSecureRequest? = nil, shipping: ShippingDetails? = nil,
        setupFutureUsage: SetupFutureUsage? = nil
    ) {
        self.paymentMethod = paymentMethod
        self.isOffSession = isOffSession
        self.failsOnRequiredAction = failsOnRequiredAction
        self.returnURL = returnURL
        self.requestThreeDSecure = requestThreeDSecure
        self.shipping = shipping
        self.setupFutureUsage = setupFutureUsage
    }
}
