/// Why money was refunded.
public enum RefundReason: OpenEnum {
    /// `duplicate`.
    case duplicate
    /// `fraudulent`.
    case fraudulent
    /// `requested_by_customer`.
    case requestedByCustomer
    /// `expired_uncaptured_charge`.
    case expiredUncapturedCharge
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [RefundReason] = [
        .duplicate,
        .fraudulent,
        .requestedByCustomer,
        .expiredUncapturedCharge,
    ]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .duplicate: "duplicate"
        case .fraudulent: "fraudulent"
        case .requestedByCustomer: "requested_by_customer"
        case .expiredUncapturedCharge: "expired_uncaptured_charge"
        case .unknown(let value): value
        }
    }
}
