extension Pursuit {
    /// What a request is followed for.
    public enum Purpose: Hashable, Sendable, Codable {
        /// The collected card is being attached for inspection.
        case inspect
        /// The authorisation is being asked for.
        case confirm
        /// The intent is being canceled.
        case cancel(CancelPurpose)
        /// An approval is being captured.
        case capture(from: IntentFacts)
        /// A captured approval is being given back.
        case refund(of: IntentFacts)

        /// The phase's name while the request is followed.
        var name: PaymentPhase.Name {
            switch self {
            case .inspect: .inspecting
            case .confirm: .confirming
            case .cancel: .canceling
            case .capture: .capturing
            case .refund: .refunding
            }
        }

        /// The approval that is being given back: it stands, and was recorded, until the reversal is proved.
        var approvalBeingReversed: IntentFacts? {
            switch self {
            case .cancel(.reversal(let facts)), .refund(let facts): facts
            case .inspect, .confirm, .cancel(.proof), .cancel(.command), .capture: nil
            }
        }
    }
}

/// Why an intent is being canceled.
public enum CancelPurpose: Hashable, Sendable, Codable {
    /// As the proof that a lost confirmation holds nothing (money rule 4).
    case proof
    /// The application asked for it.
    case command(from: IntentFacts?)
    /// The approval came after a cancel that asked for reversal.
    case reversal(of: IntentFacts)
}
