/// The settings for reading a card that does not pay.
public struct CollectDataConfiguration: Hashable, Sendable, Codable {
    /// What is read of the card.
    public var type: CollectDataType
    /// Whether the customer may cancel on the reader.
    public var customerCancellation: Bool

    /// Creates a configuration.
    public init(_ type: CollectDataType, customerCancellation: Bool = true) {
        self.type = type
        self.customerCancellation = customerCancellation
    }
}
