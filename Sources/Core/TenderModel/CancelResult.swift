/// What a cancel is asked to do.
public enum CancelMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Stop what can be stopped; an approval that is under way stands.
    case stop
    /// Stop, and give back an approval that could not be stopped.
    case reverseIfApproved
}

/// The one answer to a cancel, given when the reader is idle and the outcome is known.
public enum CancelResult: Hashable, Sendable {
    /// The cancel won: nothing is held.
    case canceled(by: CancelOrigin)
    /// The approval won and was reversed, as asked.
    case reversed
    /// The approval won and could not be reversed yet; the terminal goes on.
    case reversalUnknown
    /// The operation won; its outcome stands.
    case tooLate(PaymentOutcome)
    /// Nothing can be stopped in this phase.
    case notCancellable(TenderError.Phase?)
}
