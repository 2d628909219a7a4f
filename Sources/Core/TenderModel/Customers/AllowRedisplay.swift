/// Whether a saved payment method may be shown to its customer again, as the customer has agreed to.
public enum AllowRedisplay: OpenEnum {
    /// `always`: at every checkout.
    case always
    /// `limited`: only where the customer has agreed to it.
    case limited
    /// `unspecified`: the customer was not asked.
    case unspecified
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [AllowRedisplay] = [.always, .limited, .unspecified]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .always: "always"
        case .limited: "limited"
        case .unspecified: "unspecified"
        case .unknown(let value): value
        }
    }

    /// Whether a card may be saved at a reader with it: the customer has agreed, to the one or the other.
    public var isConsent: Bool { self == .always || self == .limited }
}
