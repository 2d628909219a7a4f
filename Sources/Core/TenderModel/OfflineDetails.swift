/// How a card was taken for a PaymentIntent or a SetupIntent without asking the issuer.
public struct OfflineDetails: Hashable, Sendable, Codable {
    /// When it was stored, in seconds since 1970.
    public var storedAt: Int64
    /// Whether the gateway has yet to be asked.
    public var requiresUpload: Bool
    /// The card, masked.
    public var card: CardDetails?

    /// Describes it.
    public init(storedAt: Int64, requiresUpload: Bool, card: CardDetails? = nil) {
        self.storedAt = storedAt
        self.requiresUpload = requiresUpload
        self.card = card
    }

    private enum CodingKeys: String, CodingKey {
        case card
        case storedAt = "stored_at"
        case requiresUpload = "requires_upload"
    }
}
