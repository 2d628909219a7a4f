public import TenderModel

/// A question to the customer: whether a surcharge may be charged.
public struct ConsentRequest: Hashable, Sendable, Codable {
    /// The amount without the surcharge.
    public var amount: Amount
    /// The surcharge.
    public var surcharge: Amount
    /// The shop's words beside the question; `nil` for the reader's own.
    public var notice: String?

    /// Creates a question.
    public init(amount: Amount, surcharge: Amount, notice: String? = nil) {
        self.amount = amount
        self.surcharge = surcharge
        self.notice = notice
    }
}

/// The customer's answer, or the reason that there is none.
public enum ConsentAnswer: Hashable, Sendable, Codable {
    /// The customer consents.
    case accepted
    /// The customer does not.
    case declined
    /// The customer did not answer within the reader's own time limit.
    case timedOut
    /// The reader cannot ask.
    case unsupported
    /// The reader failed, was stopped or is gone.
    case failed(String)
}
