public import TenderModel

/// What an exchange with the gateway told a machine.
public enum GatewayReply: Hashable, Sendable, Codable {
    /// The intent as it is now, or as it was when the key was used.
    case intent(IntentFacts)
    /// The refund that was made.
    case refund(RefundFacts)
    /// The intent has no refund under the key.
    case noRefund
    /// The issuer or the gateway refused the card; the intent after it, when it came along.
    ///
    /// Which attempt it is about is not said: an answer that was on its way for long may be about an earlier one.
    case declined(Decline, IntentFacts?)
    /// The same, under the key of this very request.
    case declinedUnderKey(Decline, IntentFacts?)
    /// The gateway refused the request; the intent, when it came along.
    case refused(Refusal, IntentFacts?)
    /// The gateway failed: what became of the request is not known. A stored answer repeats itself for ever.
    case serverError(stored: Bool)
    /// No answer, or none that can be read: what became of the request is not known.
    case noAnswer
    /// No byte left this machine.
    case notSent

    /// Why a request was refused.
    public enum Refusal: String, Hashable, Sendable, Codable, CaseIterable {
        /// Not possible in the intent's state.
        case unexpectedState
        /// The gateway does not know the intent.
        case notFound
        /// The same key is being executed at this moment.
        case keyInUse
        /// The key was used for another request.
        case keyMismatch
        /// Too many requests; nothing was executed.
        case rateLimited
        /// The credential may not do this; nothing was executed.
        case unauthorized
        /// The parameters are wrong; nothing was executed.
        case invalid
        /// Nothing could be sent, however often it was tried.
        case notConnected
    }
}

extension GatewayReply {
    /// Reads the meaning of an error for the payment.
    ///
    /// Only the gateway's own refusal, with a status of 400 to 499, proves that nothing was executed.
    public init(_ error: GatewayError) {
        let facts = error.intent.map { IntentFacts($0) }
        switch error.fate {
        case .notSent:
            let refusal = Self.ownRefusal(error.code)
            self = refusal.map { .refused($0, facts) } ?? .notSent
        case .unknown: self = .noAnswer
        case .precluded: self = .refused(.unexpectedState, facts)
        case .answered(402):
            let decline = error.apiError.map(Decline.init) ?? Decline(code: "card_declined")
            self = error.isUnderKey ? .declinedUnderKey(decline, facts) : .declined(decline, facts)
        case .answered(500...): self = .serverError(stored: error.isReplay)
        case .answered(let status):
            let refusal = Self.refusal(status) ?? Self.refusal(error.code)
            self = (400...499).contains(status) ? refusal.map { .refused($0, facts) } ?? .noAnswer : .noAnswer
        }
    }

    /// Whether it says that the card was refused, in whatever attempt.
    public var isDecline: Bool {
        switch self {
        case .declined, .declinedUnderKey: true
        case .intent, .refund, .noRefund, .refused, .serverError, .noAnswer, .notSent: false
        }
    }

    /// What it tells of the way to the gateway; nil when it tells nothing.
    public var network: OfflineStatus.Network? {
        switch self {
        case .notSent: .offline
        case .noAnswer: nil
        case .intent, .refund, .noRefund, .declined, .declinedUnderKey, .refused, .serverError: .online
        }
    }

    /// What our own side refuses before a byte leaves; anything else may be tried again.
    private static func ownRefusal(_ code: TenderError.Code) -> Refusal? {
        switch code {
        case .authenticationFailed, .permissionDenied: .unauthorized
        case .invalidAmount, .invalidCurrency, .invalidParameter, .invalidClientSecret, .invalidConfiguration,
            .notAvailable:
            .invalid
        default: nil
        }
    }

    private static func refusal(_ status: Int) -> Refusal? {
        switch status {
        case 401, 403: .unauthorized
        case 404: .notFound
        case 409: .keyInUse
        case 429: .rateLimited
        default: nil
        }
    }

    private static func refusal(_ code: TenderError.Code) -> Refusal? {
        switch code {
        case .unexpectedState: .unexpectedState
        case .resourceMissing: .notFound
        case .idempotencyMismatch: .keyMismatch
        case .rateLimited: .rateLimited
        case .authenticationFailed, .permissionDenied: .unauthorized
        case .requestTimedOut, .gatewayConnectionLost, .responseNotUnderstood, .answerMismatch, .apiError: nil
        default: .invalid
        }
    }
}
