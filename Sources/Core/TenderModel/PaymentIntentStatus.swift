/// The state of a PaymentIntent.
public enum PaymentIntentStatus: OpenEnum {
    /// `requires_payment_method`.
    case requiresPaymentMethod
    /// `requires_confirmation`.
    case requiresConfirmation
    /// `requires_action`.
    case requiresAction
    /// `processing`.
    case processing
    /// `requires_capture`.
    case requiresCapture
    /// `canceled`.
    case canceled
    /// `succeeded`.
    case succeeded
    /// `requires_reauthorization`.
    case requiresReauthorization
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [PaymentIntentStatus] = [
        .requiresPaymentMethod,
        .requiresConfirmation,
        .requiresAction,
        .processing,
        .requiresCapture,
        .canceled,
        .succeeded,
        .requiresReauthorization,
    ]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .requiresPaymentMethod: "requires_payment_method"
        case .requiresConfirmation: "requires_confirmation"
        case .requiresAction: "requires_action"
        case .processing: "processing"
        case .requiresCapture: "requires_capture"
        case .canceled: "canceled"
        case .succeeded: "succeeded"
        case .requiresReauthorization: "requires_reauthorization"
        case .unknown(let value): value
        }
    }
}
