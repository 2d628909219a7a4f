/// The family of an error of the payments API.
public enum APIErrorType: OpenEnum {
    /// `api_error`.
    case apiError
    /// `card_error`.
    case cardError
    /// `idempotency_error`.
    case idempotencyError
    /// `invalid_request_error`.
    case invalidRequestError
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [APIErrorType] = [.apiError, .cardError, .idempotencyError, .invalidRequestError]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .apiError: "api_error"
        case .cardError: "card_error"
        case .idempotencyError: "idempotency_error"
        case .invalidRequestError: "invalid_request_error"
        case .unknown(let value): value
        }
    }
}
