public import TenderModel

/// What a new SetupIntent is made of.
public struct SetupIntentParameters: Hashable, Sendable {
    /// The id of the customer for whom the payment method is kept.
    public var customer: String?
    /// The payment method to keep.
    public var paymentMethod: String?
    /// The kinds of payment method that may be kept.
    public var paymentMethodTypes: [PaymentMethodType]
    /// Whether the customer will be present when it is used; the API's own default is `off_session`.
    public var usage: SetupFutureUsage?
    /// A text for people.
    public var description: String?
    /// Whether it is confirmed at once.
    public var isConfirmed: Bool
    /// The page to which the customer comes back from an authentication; only with `isConfirmed`.
    public var returnURL: String?
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Describes a setup.
    public init(
        customer: String? = nil, paymentMethod: String? = nil, paymentMethodTypes: [PaymentMethodType] = [.card],
        usage: SetupFutureUsage? = nil, description: String? = nil, isConfirmed: Bool = false,
        returnURL: String? = nil, metadata: [String: String] = [:]
    ) {
        self.customer = customer
        self.paymentMethod = paymentMethod
        self.paymentMethodTypes = paymentMethodTypes
        self.usage = usage
        self.description = description
        self.isConfirmed = isConfirmed
        self.returnURL = returnURL
        self.metadata = metadata
    }
}
