/// A payment method of the payments API, as far as a till needs it.
public struct PaymentMethod: Hashable, Sendable, Codable, Identifiable {
    /// The id, `pm_…`.
    public var id: String
    /// The kind, such as `card_present`.
    public var type: PaymentMethodType
    /// The card, when `type` is `card_present`.
    public var cardPresent: CardDetails?
    /// The card, when `type` is `interac_present`.
    public var interacPresent: CardDetails?

    /// Makes a payment method.
    public init(
        id: String, type: PaymentMethodType, cardPresent: CardDetails? = nil, interacPresent: CardDetails? = nil
    ) {
        self.id = id
        self.type = type
        self.cardPresent = cardPresent
        self.interacPresent = interacPresent
    }

    /// The card, of whichever kind.
    public var card: CardDetails? { cardPresent ?? interacPresent }

    enum CodingKeys: String, CodingKey {
        case id, type
        case cardPresent = "card_present"
        case interacPresent = "interac_present"
    }
}
