/// A fault, with the phase it happened in, the intent after it and what to do next.
///
/// A decline, a cancel and an unknown outcome are no faults: they are cases of `PaymentOutcome`.
public struct TenderError: Error, Hashable, Sendable {
    /// What went wrong.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        // The caller's own.
        case invalidAmount, invalidCurrency, invalidParameter, invalidClientSecret, invalidConfiguration
        case unexpectedOperation, busy
        // The reader.
        case notConnectedToReader, alreadyConnectedToReader, readerNotFound, readerBusy, readerDisconnected
        case readerCommunicationError, discoveryTimedOut, connectionFailed
        // The card.
        case cardReadTimedOut, cardNotRead, cardRemoved, cardNotSupported, declinedByReader, collectionExpired
        // Stopped.
        case canceled
        // The gateway.
        case connectionTokenFailed, notConnectedToGateway, requestTimedOut, gatewayConnectionLost
        case responseNotUnderstood, answerMismatch, authenticationFailed, permissionDenied, resourceMissing
        case unexpectedState, idempotencyMismatch, rateLimited, apiError, declinedByIssuer, refundFailed
        case notAvailable
        // Ours.
        case journalUnavailable
        // Offline.
        case offlineRefused
        // Nobody knows yet.
        case outcomeUnknown
    }

    /// Where in a payment it happened.
    public enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
        case configure, discover, connect, create, edit, retrieve, collect, inspect, confirm, capture, increment,
            cancel, refund, move, forward
    }

    /// What went wrong.
    public var code: Code
    /// A finer name of it, where the engine knows one; `errorCode` is the name in every case.
    public var detail: ErrorCode?
    /// Where.
    public var phase: Phase
    /// A sentence that names what was wrong; without card data and secrets.
    public var message: String
    /// What to do next.
    public var advice: RetryAdvice
    /// The intent after the error, when it is known.
    public var intent: PaymentIntent?
    /// The gateway's error object.
    public var apiError: APIError?
    /// The gateway's name for the request.
    public var requestID: String?
    /// The HTTP status of the answer.
    public var httpStatus: Int?

    /// Makes an error.
    public init(
        _ code: Code, phase: Phase, message: String, advice: RetryAdvice, intent: PaymentIntent? = nil,
        apiError: APIError? = nil, requestID: String? = nil, httpStatus: Int? = nil, detail: ErrorCode? = nil
    ) {
        self.code = code
        self.detail = detail
        self.phase = phase
        self.message = message
        self.advice = advice
        self.intent = intent
        self.apiError = apiError
        self.requestID = requestID
        self.httpStatus = httpStatus
    }
}

extension TenderError: CustomStringConvertible {
    /// The sentence, the code, and what to do next.
    public var description: String { "\(message) (\(code.rawValue) in \(phase.rawValue)); \(advice.text)" }
}
