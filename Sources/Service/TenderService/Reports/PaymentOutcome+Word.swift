public import TenderModel

extension PaymentOutcome {
    /// The word of the JSON object.
    public var word: String {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .canceled: "canceled"
        case .unknown: "unknown"
        case .storedOffline: "stored_offline"
        }
    }
}
