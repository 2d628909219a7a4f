public import TenderModel

/// The settings of a checkout.
public struct CheckoutConfiguration: Hashable, Sendable {
    /// The amount to pay, without shipping.
    public var amount: Amount
    /// The required parts of the address; empty where nothing is shipped.
    public var requiredShipping: ShippingFields
    /// Whether a selected method becomes the customer's default and an address is saved with the customer.
    public var remembersChoices: Bool
    /// The order's own key, from which the keys of its payments are derived; `nil` generates one.
    ///
    /// With the order's key, a program that was killed during a payment finds that payment again instead of charging
    /// another one.
    public var orderKey: String?

    /// Creates a configuration.
    public init(
        amount: Amount, requiredShipping: ShippingFields = [], remembersChoices: Bool = true, orderKey: String? = nil
    ) {
        self.amount = amount
        self.requiredShipping = requiredShipping
        self.remembersChoices = remembersChoices
        self.orderKey = orderKey
    }
}
