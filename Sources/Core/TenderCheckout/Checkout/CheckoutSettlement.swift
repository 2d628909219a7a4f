public import TenderModel

/// What a person found out about a payment whose outcome was open.
public enum CheckoutSettlement: Hashable, Sendable {
    /// It was paid.
    case paid(PaymentIntent?)
    /// It is certain that nothing was charged and nothing will be.
    case notCharged
}
