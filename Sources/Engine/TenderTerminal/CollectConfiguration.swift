/// How a card is collected.
public struct CollectConfiguration: Hashable, Sendable {
    /// Whether the card is attached to the intent and handed over for inspection before it is confirmed; confirm or
    /// cancel within 30 seconds.
    public var updatePaymentIntent: Bool
    /// Whether the customer may cancel on the reader.
    public var customerCancellation: Bool

    /// Makes a configuration.
    public init(updatePaymentIntent: Bool = false, customerCancellation: Bool = true) {
        self.updatePaymentIntent = updatePaymentIntent
        self.customerCancellation = customerCancellation
    }
}
