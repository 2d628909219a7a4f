/// When a cardholder is asked to authenticate (3D Secure), for a card that no reader reads.
public enum ThreeDSecureRequest: OpenEnum {
    /// `automatic`: when the gateway finds it necessary.
    case automatic
    /// `any`: whenever the card can.
    case any
    /// `challenge`: whenever the card can, and not silently.
    case challenge
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [ThreeDSecureRequest] = [.automatic, .any, .challenge]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .automatic: "automatic"
        case .any: "any"
        case .challenge: "challenge"
        case .unknown(let value): value
        }
    }
}
