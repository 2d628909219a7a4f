/// The state of a SetupIntent.
public enum SetupIntentStatus: OpenEnum {
    /// `requires_payment_method`.
    case requiresPaymentMethod
    /// `requires_confirmation`.
    case requiresConfirmation
    /// `requires_action`.
    case requiresAction
    /// `processing`.
    case processing
    /// `canceled`.
    case canceled
    /// `succeeded`.
    case succeeded
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [SetupIntentStatus] = [
        .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .canceled, .succeeded,
    ]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .requiresPaymentMethod: "requires_payment_method"
        case .requiresConfirmation: "requires_confirmation"
        case .requiresAction: "requires_action"
        case .processing: "processing"
        case .canceled: "canceled"
        case .succeeded: "succeeded"
        case .unknown(let value): value
        }
    }
}
