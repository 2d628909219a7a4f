public import TenderModel

/// The result of an exchange with the gateway, as the machines see it.
public enum GatewayReply: Hashable, Sendable, Codable {
    /// The intent as it is now, or as it was when the key was used.
    case intent(IntentFacts)
    /// The refund that was made.
    case refund(RefundFacts)
    /// The intent has no refund under the key; others have given back this much, in minor units.
    case noRefund(others: Int64 = 0)
    /// The issuer or the gateway declined the card; with the resulting intent, if it was included.
    ///
    /// It is not certain which attempt this concerns: a delayed answer may concern an earlier one.
    case declined(Decline, IntentFacts?)
    /// The same, under the key of this very request.
    case declinedUnderKey(Decline, IntentFacts?)
    /// The gateway refused the request; with the intent, if it was included.
    case refused(Refusal, IntentFacts?)
    /// The gateway failed, and the fate of the request is unknown; a stored answer repeats itself forever.
    case serverError(stored: Bool)
    /// There was no answer, or an unreadable one: the fate of the request is unknown.
    case noAnswer
    /// No byte left this machine.
    case notSent

    /// The reason that a request was refused.
    public enum Refusal: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is not possible in the intent's state.
        case unexpectedState
        /// The gateway does not know the intent.
        case notFound
        /// A request with the same key is being executed at this moment.
        case keyInUse
        /// The key was used for another request.
        case keyMismatch
        /// There were too many requests; nothing was executed.
        case rateLimited
        /// The credential may not do this; nothing was executed.
        case unauthorized
        /// The parameters are invalid; nothing was executed.
        case invalid
        /// Nothing could be sent, despite repeated attempts.
        case notConnected
    }
}

extension GatewayReply {
    /// Interprets an error for the payment.
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

    /// Whether it says that the card was declined, in any attempt.
    public var isDecline: Bool {
        switch self {
        case .declined, .declinedUnderKey: true
        case .intent, .refund, .noRefund, .refused, .serverError, .noAnswer, .notSent: false
        }
    }

    /// What it reveals about the connection to the gateway; `nil` if nothing.
    public var network: OfflineStatus.Network? {
        switch self {
        case .notSent: .offline
        case .noAnswer: nil
        case .intent, .refund, .noRefund, .declined, .declinedUnderKey, .refused, .serverError: .online
        }
    }

    /// Returns what our own side refuses before a byte leaves; anything else may be tried again.
    private static func ownRefusal(_ code: TenderError.Code) -> Refusal? {
        switch code {
        case .authenticationFailed, .permissionDenied: .unauthorized
        case .invalidAmount, .invalidCurrency, .invalidParameter, .invalidClientSecret, .invalidConfiguration,
            .notAvailable:
            .invalid
        case .unexpectedOperation, .busy, .notConnectedToReader, .alreadyConnectedToReader, .readerNotFound,
            .readerBusy,
            .readerDisconnected, .readerCommunicationError, .discoveryTimedOut, .connectionFailed, .cardReadTimedOut,
            .cardNotRead, .cardRemoved, .cardNotSupported, .declinedByReader, .collectionExpired, .canceled,
            .connectionTokenFailed, .notConnectedToGateway, .requestTimedOut, .gatewayConnectionLost,
            .responseNotUnderstood, .answerMismatch, .resourceMissing, .unexpectedState, .idempotencyMismatch,
            .rateLimited, .apiError, .declinedByIssuer, .refundFailed, .journalUnavailable, .offlineRefused,
            .outcomeUnknown:
            nil
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
        case .invalidAmount, .invalidCurrency, .invalidParameter, .invalidClientSecret, .invalidConfiguration,
            .unexpectedOperation, .busy, .notConnectedToReader, .alreadyConnectedToReader, .readerNotFound, .readerBusy,
            .readerDisconnected, .readerCommunicationError, .discoveryTimedOut, .connectionFailed, .cardReadTimedOut,
            .cardNotRead, .cardRemoved, .cardNotSupported, .declinedByReader, .collectionExpired, .canceled,
            .connectionTokenFailed, .notConnectedToGateway, .declinedByIssuer, .refundFailed, .notAvailable,
            .journalUnavailable, .offlineRefused, .outcomeUnknown:
            .invalid
        }
    }
}
