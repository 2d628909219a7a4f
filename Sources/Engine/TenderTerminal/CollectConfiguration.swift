/// The settings of a card collection.
public struct CollectConfiguration: Hashable, Sendable {
    /// Whether to attach the card to the intent and return it for inspection before confirmation; confirm or cancel
    /// within 30 seconds.
    public var updatePaymentIntent: Bool
    /// Whether the customer may cancel on the reader.
    public var customerCancellation: Bool

    /// Creates a configuration.
    public init(updatePaymentIntent: Bool = false, customerCancellation: Bool = true) {
        self.updatePaymentIntent = updatePaymentIntent
        self.customerCancellation = customerCancellation
    }
}
