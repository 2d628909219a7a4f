/// The network that carries the payment of a card with two.
public enum CardPresentRouting: OpenEnum {
    /// The network of the country.
    case domestic
    /// The worldwide network.
    case international
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [CardPresentRouting] = [.domestic, .international]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .domestic: "domestic"
        case .international: "international"
        case .unknown(let value): value
        }
    }
}
