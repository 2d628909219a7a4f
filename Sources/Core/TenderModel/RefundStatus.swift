/// The state of a refund.
public enum RefundStatus: OpenEnum {
    /// `succeeded`.
    case succeeded
    /// `pending`.
    case pending
    /// `failed`.
    case failed
    /// `requires_action`.
    case requiresAction
    /// `canceled`.
    case canceled
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [RefundStatus] = [.succeeded, .pending, .failed, .requiresAction, .canceled]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .succeeded: "succeeded"
        case .pending: "pending"
        case .failed: "failed"
        case .requiresAction: "requires_action"
        case .canceled: "canceled"
        case .unknown(let value): value
        }
    }
}
