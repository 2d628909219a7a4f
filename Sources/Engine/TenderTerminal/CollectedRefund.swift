public import TenderModel

/// A refund whose card was collected at the reader, and that nothing was sent of yet.
public struct CollectedRefund: Hashable, Sendable {
    /// What is refunded.
    public let parameters: RefundParameters
    /// The card that was presented; `nil` if the same refund is in progress already, which the confirmation continues.
    public let card: CardDetails?
    /// The number under which the terminal keeps the card.
    let request: Int
}
