public import TenderModel

/// The settings of a card collection.
public struct CollectConfiguration: Hashable, Sendable {
    /// Whether to attach the card to the intent and return it for inspection before confirmation; confirm or cancel
    /// within 30 seconds.
    public var updatePaymentIntent: Bool
    /// Whether the customer may cancel on the reader.
    public var customerCancellation: Bool
    /// What the reader may ask the customer as a tip; `nil` for nothing.
    ///
    /// Readers that cannot ask, and payments that are stored offline, have no tip.
    public var tipping: TippingConfiguration?
    /// The keyed entry of the card's number, which only a certified reader takes; `nil` for a card that is presented.
    public var motoConfiguration: MotoConfiguration?

    /// Creates a configuration.
    public init(
        updatePaymentIntent: Bool = false, customerCancellation: Bool = true,
        tipping: TippingConfiguration? = nil, motoConfiguration: MotoConfiguration? = nil
    ) {
        self.updatePaymentIntent = updatePaymentIntent
        self.customerCancellation = customerCancellation
        self.tipping = tipping
        self.motoConfiguration = motoConfiguration
    }
}
