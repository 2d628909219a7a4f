/// How a confirmation ended.
///
/// Online there is no fourth way, and `unknown` is never guessed into another.
public enum PaymentOutcome: Hashable, Sendable {
    /// The issuer approved; money is held or captured, as the intent's status says.
    ///
    /// Where the intent asked for it, a part may be approved: `PaymentIntent.isPartial` and `amountLeft` say so.
    case approved(PaymentIntent)
    /// The issuer or the gateway proved that it was refused; the same intent can take another card.
    case declined(Decline, PaymentIntent)
    /// It is proved that nothing is held.
    case canceled(by: CancelOrigin, PaymentIntent)
    /// Nobody could say yet; the terminal goes on asking.
    case unknown(UnknownOutcome)
    /// The shop itself accepted the card; no issuer was asked, and the money is not certain.
    case storedOffline(OfflineApproval)
}

/// Why a card was refused.
public struct Decline: Hashable, Sendable, Codable {
    /// The error code, such as `card_declined`.
    public var code: String
    /// The issuer's reason, such as `insufficient_funds`.
    public var declineCode: String?
    /// A sentence of the gateway.
    public var message: String?
    /// What the issuer advises.
    public var adviceCode: String?

    /// Makes a decline.
    public init(code: String, declineCode: String? = nil, message: String? = nil, adviceCode: String? = nil) {
        self.code = code
        self.declineCode = declineCode
        self.message = message
        self.adviceCode = adviceCode
    }

    /// The most telling of the two codes.
    public var reason: String { declineCode ?? code }
}

/// Who ended it.
public enum CancelOrigin: String, Hashable, Sendable, Codable, CaseIterable {
    /// The application: a canceled task, or `Cancelable.cancel()`.
    case application
    /// The customer, on the reader.
    case customer
    /// A deadline of the caller.
    case deadline
    /// The engine, by a keyed cancel that proves that nothing is held.
    case engine
    /// The gateway: the intent was canceled or expired there.
    case gateway
}

/// What is known of a payment whose outcome is not.
public struct UnknownOutcome: Hashable, Sendable {
    /// Why it is not known.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// No answer arrived in time.
        case noAnswer
        /// An answer did not fit what was asked: a person must look.
        case answerMismatch
        /// The gateway says that it does not know our own intent.
        case intentMissing
        /// The gateway refuses to tell, such as for a withdrawn key.
        case refused
        /// The result could not be written to the journal.
        case notRecorded
    }

    /// Why.
    public var reason: Reason
    /// The intent as last seen, before the outcome was lost.
    public var intent: PaymentIntent
    /// The key under which it was confirmed: the gateway executes it at most once.
    public var idempotencyKey: IdempotencyKey
    /// A sentence: what is known and what to do.
    public var message: String

    /// Makes the description of an unknown outcome.
    public init(reason: Reason, intent: PaymentIntent, idempotencyKey: IdempotencyKey, message: String) {
        self.reason = reason
        self.intent = intent
        self.idempotencyKey = idempotencyKey
        self.message = message
    }
}
