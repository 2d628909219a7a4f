public import TenderModel

/// What a checkout knows about its customer.
public struct CustomerWallet: Hashable, Sendable {
    /// The customer's ID.
    public var customer: String
    /// The saved payment methods, newest first.
    public var methods: [PaymentMethod]
    /// The ID of the customer's default payment method.
    public var defaultMethod: String?
    /// The shipping details of the last order.
    public var shipping: ShippingDetails?

    /// Creates a wallet.
    public init(
        customer: String, methods: [PaymentMethod], defaultMethod: String? = nil, shipping: ShippingDetails? = nil
    ) {
        self.customer = customer
        self.methods = methods
        self.defaultMethod = defaultMethod
        self.shipping = shipping
    }
}
