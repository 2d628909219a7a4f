public import TenderModel

/// The finding of a person about a payment whose outcome was unknown.
public enum CheckoutSettlement: Hashable, Sendable {
    /// The order was paid.
    case paid(PaymentIntent?)
    /// Certainly nothing was charged and nothing will be.
    case notCharged
}
