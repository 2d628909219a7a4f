public import TenderModel

/// A question to the customer about how the collected card is charged.
public struct ConsentRequest: Hashable, Sendable, Codable {
    /// What the customer is asked about.
    public enum Subject: Hashable, Sendable, Codable {
        /// Whether this may be charged on top of the amount.
        case surcharge(Amount)
        /// Whether the card is to be charged in its own currency; without a yes it is charged in the shop's.
        ///
        /// The reader shows both amounts, the rate and the markup before the customer chooses.
        indirect case conversion(CurrencyConversionOffer)
    }

    /// The amount without a surcharge, in the shop's currency.
    public var amount: Amount
    /// What the customer is asked about.
    public var subject: Subject
    /// The words of the question; `nil` for the reader's own.
    public var notice: String?
    /// The languages that the card asks for, the best first, such as `de`.
    public var languages: [String]

    /// Creates a question.
    public init(amount: Amount, subject: Subject, notice: String? = nil, languages: [String] = []) {
        self.amount = amount
        self.subject = subject
        self.notice = notice
        self.languages = languages
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
