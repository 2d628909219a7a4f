/// How the payment methods of a PaymentIntent may be used, by type.
public struct PaymentMethodOptions: Hashable, Sendable, Codable {
    /// The options for cards at a reader.
    @Boxed public var cardPresent: CardPresentOptions? = nil

    /// Creates options.
    public init(cardPresent: CardPresentOptions? = nil) { self.cardPresent = cardPresent }

    private enum CodingKeys: String, CodingKey {
        case cardPresent = "card_present"
    }
}
