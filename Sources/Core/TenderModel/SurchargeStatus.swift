/// Whether a surcharge may be added for the collected card.
public enum SurchargeStatus: OpenEnum {
    /// Up to the maximum amount.
    case available
    /// Not for this card.
    case unavailable
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [SurchargeStatus] = [.available, .unavailable]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .available: "available"
        case .unavailable: "unavailable"
        case .unknown(let value): value
        }
    }
}
