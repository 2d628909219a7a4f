/// What a reader may ask its customer to add as a tip.
public struct TippingConfiguration: Hashable, Sendable, Codable {
    /// The largest tip that is accepted; a larger one that is chosen on the reader ends the collection.
    public var maximum: Amount
    /// The part of the amount that percentages are of; `nil` for all of it.
    public var eligibleAmount: Amount?

    /// Creates a configuration.
    public init(maximum: Amount, eligibleAmount: Amount? = nil) {
        self.maximum = maximum
        self.eligibleAmount = eligibleAmount
    }
}
