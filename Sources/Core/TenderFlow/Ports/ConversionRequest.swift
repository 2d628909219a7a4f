public import TenderModel

/// What a request of a payment says about a conversion into the card's currency.
public enum ConversionRequest: Hashable, Sendable, Codable {
    /// An offer is asked for.
    case offer
    /// The customer chose.
    case choice(ConversionChoice)
}
