/// How all of a payment was given back.
public enum VoidOutcome: Hashable, Sendable {
    /// The intent is canceled: nothing was captured, and nothing is held.
    case released(PaymentIntent)
    /// The money had been captured, and was refunded with this outcome.
    case refunded(RefundOutcome)
}
