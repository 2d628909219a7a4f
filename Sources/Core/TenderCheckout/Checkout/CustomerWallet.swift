public import TenderModel

/// What a checkout knows of its customer.
public struct CustomerWallet: Hashable, Sendable {
    /// The customer's id.
    public var customer: String
    /// The saved payment methods, newest first.
    public var methods: [PaymentMethod]
    /// The id of the customer's default.
    public var defaultMethod: String?
    /// Where goods were sent the last time.
    public var shipping: ShippingDetails?

    /// Makes a wallet.
    public init(
        customer: String, methods: [PaymentMethod], defaultMethod: String? = nil, shipping: ShippingDetails? = nil
    ) {
        self.customer = customer
        self.methods = methods
        self.defaultMethod = defaultMethod
        self.shipping = shipping
    }
}
