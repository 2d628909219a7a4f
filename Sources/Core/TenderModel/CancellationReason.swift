/// Why a PaymentIntent was canceled.
public enum CancellationReason: OpenEnum {
    /// `duplicate`.
    case duplicate
    /// `fraudulent`.
    case fraudulent
    /// `requested_by_customer`.
    case requestedByCustomer
    /// `abandoned`.
    case abandoned
    /// `automatic`.
    case automatic
    /// `expired`.
    case expired
    /// `failed_invoice`.
    case failedInvoice
    /// `void_invoice`.
    case voidInvoice
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [CancellationReason] = [
        .duplicate,
        .fraudulent,
        .requestedByCustomer,
        .abandoned,
        .automatic,
        .expired,
        .failedInvoice,
        .voidInvoice,
    ]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .duplicate: "duplicate"
        case .fraudulent: "fraudulent"
        case .requestedByCustomer: "requested_by_customer"
        case .abandoned: "abandoned"
        case .automatic: "automatic"
        case .expired: "expired"
        case .failedInvoice: "failed_invoice"
        case .voidInvoice: "void_invoice"
        case .unknown(let value): value
        }
    }
}
