/// Whether the account's settings choose the payment methods of a PaymentIntent.
public struct AutomaticPaymentMethods: Hashable, Sendable, Codable {
    /// Whether methods that send the customer to a page of their own are among them.
    public enum Redirects: OpenEnum {
        /// They are.
        case always
        /// They are not.
        case never
        /// A value that this version has no name for.
        case unknown(String)

        /// The cases with a name.
        public static let known: [Redirects] = [.always, .never]

        /// The string of the API.
        public var rawValue: String {
            switch self {
            case .always: "always"
            case .never: "never"
            case .unknown(let value): value
            }
        }
    }

    /// Whether they do.
    public var isEnabled: Bool
    /// Whether the customer may be sent to a page; the API's default is `always`.
    public var allowRedirects: Redirects?

    /// Creates the choice.
    public init(isEnabled: Bool = true, allowRedirects: Redirects? = nil) {
        self.isEnabled = isEnabled
        self.allowRedirects = allowRedirects
    }

    private enum CodingKeys: String, CodingKey {
        case isEnabled = "enabled"
        case allowRedirects = "allow_redirects"
    }
}
