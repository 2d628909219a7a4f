/// How a refund ended; `unknown` is never guessed into another.
public enum RefundOutcome: Hashable, Sendable {
    /// The money is on its way back.
    case succeeded(Refund)
    /// The refund was taken and is still open.
    case pending(Refund)
    /// The refund was taken and failed.
    case failed(Refund)
    /// Nobody could say yet; the same key finds it, and gives nothing back twice.
    case unknown(IdempotencyKey)
}
