public import TenderModel

/// What the customer chose: with this the app creates and confirms one PaymentIntent, under this key.
public struct PaymentResult: Hashable, Sendable {
    /// The number of the payment within its checkout.
    public var number: Int
    /// The key under which the gateway charges it at most once; a repetition has the same one, and the same content.
    public var key: IdempotencyKey
    /// What is to be paid, shipping included.
    public var amount: Amount
    /// The customer's id.
    public var customer: String
    /// The chosen payment method.
    public var paymentMethod: PaymentMethod
    /// Where the goods are sent.
    public var shipping: ShippingDetails?
    /// How they are sent.
    public var shippingMethod: ShippingMethod?
    /// Whether it was handed out before, and may have been paid: look for it before it is sent again.
    public var isRepetition: Bool

    /// Describes a payment.
    public init(
        number: Int, key: IdempotencyKey, amount: Amount, customer: String, paymentMethod: PaymentMethod,
        shipping: ShippingDetails? = nil, shippingMethod: ShippingMethod? = nil, isRepetition: Bool = false
    ) {
        self.number = number
        self.key = key
        self.amount = amount
        self.customer = customer
        self.paymentMethod = paymentMethod
        self.shipping = shipping
        self.shippingMethod = shippingMethod
        self.isRepetition = isRepetition
    }
}
