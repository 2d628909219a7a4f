/// Whether something can be done with a hold that was asked for.
public enum HoldAbility: OpenEnum {
    /// It can.
    case available
    /// It cannot.
    case unavailable
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [HoldAbility] = [.available, .unavailable]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .available: "available"
        case .unavailable: "unavailable"
        case .unknown(let value): value
        }
    }
}
