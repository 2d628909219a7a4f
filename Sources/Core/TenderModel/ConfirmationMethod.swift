/// Who may confirm a PaymentIntent.
public enum ConfirmationMethod: OpenEnum {
    /// Also a holder of the publishable key, with the client secret.
    case automatic
    /// The holder of the secret key only.
    case manual
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [ConfirmationMethod] = [.automatic, .manual]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .automatic: "automatic"
        case .manual: "manual"
        case .unknown(let value): value
        }
    }
}
