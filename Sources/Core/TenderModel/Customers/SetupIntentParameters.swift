/// The parameters of a new SetupIntent.
public struct SetupIntentParameters: Hashable, Sendable, Codable {
    /// The ID of the customer for whom the payment method is saved.
    public var customer: String?
    /// The payment method to save.
    public var paymentMethod: String?
    /// The types of payment method that may be saved; `card_present` at a reader.
    public var paymentMethodTypes: [PaymentMethodType]
    /// Whether the customer will be present when it is used; the API's own default is `off_session`.
    public var usage: SetupFutureUsage?
    /// A text for people.
    public var description: String?
    /// The connected account for which the payment method is saved.
    public var onBehalfOf: String?
    /// Whether to confirm it immediately.
    public var isConfirmed: Bool
    /// The page to which the customer returns after an authentication; only with `isConfirmed`.
    public var returnURL: String?
    /// When the cardholder is asked to authenticate, for a card that no reader reads; `nil` for when it is necessary.
    public var requestThreeDSecure: ThreeDSecureRequest?
    /// The caller's own keys and values.
    public var metadata: [String: String]
    /// The key under which the gateway creates it at most once; `Terminal` generates one if `nil`.
    public var idempotencyKey: String?

    /// Creates the parameters.
    public init(
        customer: String? = nil, paymentMethod: String? = nil, paymentMethodTypes: [PaymentMethodType] = [.card],
        usage: SetupFutureUsage? = nil, description: String? = nil, onBehalfOf: String? = nil,
        isConfirmed: Bool = false, returnURL: String? = nil, requestThreeDSecure: ThreeDSecureRequest? = nil,
        metadata: [String: String] = [:], idempotencyKey: String? = nil
    ) {
        self.customer = customer
        self.paymentMethod = paymentMethod
        self.paymentMethodTypes = paymentMethodTypes
        self.usage = usage
        self.description = description
        self.onBehalfOf = onBehalfOf
        self.isConfirmed = isConfirmed
        self.returnURL = returnURL
        self.requestThreeDSecure = requestThreeDSecure
        self.metadata = metadata
        self.idempotencyKey = idempotencyKey
    }
}
