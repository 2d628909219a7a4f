extension Pursuit {
    /// The purpose for which a request is pursued.
    public indirect enum Purpose: Hashable, Sendable, Codable {
        /// Attaching the collected card for inspection.
        case inspect
        /// Requesting the authorization.
        case confirm
        /// Canceling the intent.
        case cancel(CancelPurpose)
        /// Capturing an approval.
        case capture(from: IntentFacts)
        /// Raising a held approval.
        case increment(from: IntentFacts)
        /// Refunding a captured approval.
        case refund(of: IntentFacts)

        /// The phase's name while the request is pursued.
        var name: PaymentPhase.Name {
            switch self {
            case .inspect: .inspecting
            case .confirm: .confirming
            case .cancel: .canceling
            case .capture: .capturing
            case .increment: .incrementing
            case .refund: .refunding
            }
        }

        /// The approval that is being reversed: it stands, and remains recorded, until the reversal is proved.
        var approvalBeingReversed: IntentFacts? {
            switch self {
            case .cancel(.reversal(let facts)), .refund(let facts): facts
            case .inspect, .confirm, .cancel(.proof), .cancel(.command), .capture, .increment: nil
            }
        }
    }
}

/// The reason for canceling an intent.
public enum CancelPurpose: Hashable, Sendable, Codable {
    /// To prove that a lost confirmation holds nothing (money rule 4).
    case proof
    /// At the application's request.
    case command(from: IntentFacts?)
    /// To reverse an approval that came after a cancel that requested reversal, or whose card did not agree.
    case reversal(of: IntentFacts)
}
