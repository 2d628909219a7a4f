public import TenderModel

/// The settings of a card collection for a SetupIntent.
public struct CollectSetupIntentConfiguration: Hashable, Sendable {
    /// What a card is collected for.
    public enum CollectionReason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The card is saved for later payments.
        case saveCard
        /// The card is only verified.
        case verify
    }

    /// Whether the customer may cancel on the reader.
    public var customerCancellation: Bool
    /// The keyed entry of the card's number, which only a certified reader takes; `nil` for a card that is presented.
    public var motoConfiguration: MotoConfiguration?
    /// What the card is collected for, for the reader's texts; the gateway makes no difference.
    public var collectionReason: CollectionReason

    /// Creates a configuration.
    public init(
        customerCancellation: Bool = true, motoConfiguration: MotoConfiguration? = nil,
        collectionReason: CollectionReason = .saveCard
    ) {
        self.customerCancellation = customerCancellation
        self.motoConfiguration = motoConfiguration
        self.collectionReason = collectionReason
    }
}
