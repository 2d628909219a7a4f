/// Whether the payment method is meant to be used again.
public enum SetupFutureUsage: OpenEnum {
    /// `on_session`.
    case onSession
    /// `off_session`.
    case offSession
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [SetupFutureUsage] = [.onSession, .offSession]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .onSession: "on_session"
        case .offSession: "off_session"
        case .unknown(let value): value
        }
    }
}
