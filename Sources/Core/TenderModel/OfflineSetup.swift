/// A card that was accepted offline to be saved, as the journal knows it: never with its card data.
public struct OfflineSetup: Hashable, Sendable, Codable, Identifiable {
    /// The local id, `offline_seti_…`.
    public var id: String
    /// The id of the customer for whom the card is saved.
    public var customer: String?
    /// The card, masked.
    public var card: CardDetails
    /// The serial number of the reader.
    public var reader: String?
    /// When it was stored, in seconds since 1970.
    public var storedAt: Int64
    /// The SetupIntent that it is forwarded as, once there is one.
    public var setupIntentID: String?
    /// The reusable card, `pm_…`, once it is saved.
    public var generatedCard: String?
    /// Where it stands; approved when the card is saved, with the id of the SetupIntent.
    public var state: OfflinePayment.State

    /// Describes a card.
    public init(
        id: String, customer: String? = nil, card: CardDetails = CardDetails(), reader: String? = nil,
        storedAt: Int64 = 0, setupIntentID: String? = nil, generatedCard: String? = nil,
        state: OfflinePayment.State = .stored
    ) {
        self.id = id
        self.customer = customer
        self.card = card
        self.reader = reader
        self.storedAt = storedAt
        self.setupIntentID = setupIntentID
        self.generatedCard = generatedCard
        self.state = state
    }

    /// How the card was taken, as its SetupIntent tells it.
    public var details: OfflineDetails {
        OfflineDetails(storedAt: storedAt, requiresUpload: state.requiresUpload, card: card)
    }
}
