/// The family of an error of the payments API.
public enum APIErrorType: OpenEnum {
    /// `api_connection_error`.
    case apiConnectionError
    /// `api_error`.
    case apiError
    /// `authentication_error`.
    case authenticationError
    /// `card_error`.
    case cardError
    /// `idempotency_error`.
    case idempotencyError
    /// `invalid_request_error`.
    case invalidRequestError
    /// `rate_limit_error`.
    case rateLimitError
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [APIErrorType] = [
        .apiConnectionError, .apiError, .authenticationError, .cardError, .idempotencyError, .invalidRequestError,
        .rateLimitError,
    ]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .apiConnectionError: "api_connection_error"
        case .apiError: "api_error"
        case .authenticationError: "authentication_error"
        case .cardError: "card_error"
        case .idempotencyError: "idempotency_error"
        case .invalidRequestError: "invalid_request_error"
        case .rateLimitError: "rate_limit_error"
        case .unknown(let value): value
        }
    }
}
