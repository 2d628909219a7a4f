public import TenderModel

/// One record of a payment, written before what it tells of happens or is shown (money rule 2).
public struct JournalEntry: Hashable, Sendable, Codable {
    /// What is recorded.
    public enum Event: Hashable, Sendable, Codable {
        /// An attempt begins; no byte has left for reader or gateway.
        case attemptOpened(Amount, baseKey: String)
        /// Somebody asked to stop.
        case cancelAsked(CancelMode, by: CancelOrigin)
        /// A request is about to leave, for the nth time.
        case requestLeaving(PaymentRequest, send: Int)
        /// A refund is about to leave, for the nth time.
        case refundLeaving(RefundParameters, IdempotencyKey, send: Int)
        /// A refund came to an end that can be shown.
        case refundSettled(IdempotencyKey, RequestMachine.Result)
        /// A request came to an end that can be shown.
        case settled(PaymentRequest, Conclusion)
    }

    /// The intent's id.
    public var intentID: String
    /// The card attempt, from 1.
    public var attempt: Int
    /// What is recorded.
    public var event: Event

    /// Makes a record.
    public init(intentID: String, attempt: Int, event: Event) {
        self.intentID = intentID
        self.attempt = attempt
        self.event = event
    }
}
