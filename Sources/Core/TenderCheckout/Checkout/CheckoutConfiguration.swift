public import TenderModel

/// What a checkout is about.
public struct CheckoutConfiguration: Hashable, Sendable {
    /// What is to be paid, without shipping.
    public var amount: Amount
    /// What must be known of the address; empty where nothing is sent.
    public var requiredShipping: ShippingFields
    /// Whether a choice becomes the customer's default, and an address is kept at the customer.
    public var remembersChoices: Bool
    /// The order's own key, from which the keys of its payments are made; one is made up when nil.
    ///
    /// With the order's key a program that was ended in the middle of a payment finds that payment, and charges no other.
    public var orderKey: String?

    /// Describes a checkout.
    public init(
        amount: Amount, requiredShipping: ShippingFields = [], remembersChoices: Bool = true, orderKey: String? = nil
    ) {
        self.amount = amount
        self.requiredShipping = requiredShipping
        self.remembersChoices = remembersChoices
        self.orderKey = orderKey
    }
}
