/// Whether something that not every card can do is asked for.
public enum CardPresentRequest: OpenEnum {
    /// Asked for; the charge says whether it was granted.
    case ifAvailable
    /// Not asked for.
    case never
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [CardPresentRequest] = [.ifAvailable, .never]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .ifAvailable: "if_available"
        case .never: "never"
        case .unknown(let value): value
        }
    }
}
