public import TenderFlow
public import TenderModel

/// The customer's choice, with which the app creates and confirms one PaymentIntent under this key.
public struct PaymentResult: Hashable, Sendable {
    /// The number of the payment within its checkout.
    public var number: Int
    /// The key under which the gateway charges it at most once; a repetition has the same key and the same content.
    public var key: IdempotencyKey
    /// The order's own key, if the app provided one; earlier payments for it by any program count.
    public var order: String?
    /// The amount to pay, including shipping.
    public var amount: Amount
    /// The customer's ID.
    public var customer: String
    /// The chosen payment method.
    public var paymentMethod: PaymentMethod
    /// The shipping details of the goods.
    public var shipping: ShippingDetails?
    /// The chosen shipping method.
    public var shippingMethod: ShippingMethod?
    /// Whether it was handed out before and may have been paid, so that it must be looked up before it is sent again.
    public var isRepetition: Bool

    /// Creates a payment.
    public init(
        number: Int, key: IdempotencyKey, order: String? = nil, amount: Amount, customer: String,
        paymentMethod: PaymentMethod, shipping: ShippingDetails? = nil, shippingMethod: ShippingMethod? = nil,
        isRepetition: Bool = false
    ) {
        self.number = number
        self.key = key
        self.order = order
        self.amount = amount
        self.customer = customer
        self.paymentMethod = paymentMethod
        self.shipping = shipping
        self.shippingMethod = shippingMethod
        self.isRepetition = isRepetition
    }
}

extension PaymentResult {
    /// Returns whether an intent was created under the key of this payment.
    public func isKey(of intent: PaymentIntent) -> Bool {
        intent.metadata[PaymentIntent.attemptMetadata] == key.rawValue
    }

    /// Returns how an intent differs from the request, as far as it shows; `nil` if it does not.
    public func mismatch(with intent: PaymentIntent) -> GatewayError? {
        let isCustomers = intent.customer.map { $0 == customer } ?? true
        let isOrders = intent.order.flatMap { told in order.map { $0 == told } } ?? true
        guard intent.amount != amount || !isCustomers || !isOrders else { return nil }
        return GatewayError(
            .answerMismatch, fate: .unknown,
            message: "this payment is of \(amount), and '\(intent.id)' stands in its place: \(intent.amount), "
                + "\(intent.status), customer '\(intent.customer ?? "not told")'; look at it before anything is paid")
    }
}
