/// The state of a charge.
public enum ChargeStatus: OpenEnum {
    /// `succeeded`.
    case succeeded
    /// `pending`.
    case pending
    /// `failed`.
    case failed
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [ChargeStatus] = [.succeeded, .pending, .failed]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .succeeded: "succeeded"
        case .pending: "pending"
        case .failed: "failed"
        case .unknown(let value): value
        }
    }
}
