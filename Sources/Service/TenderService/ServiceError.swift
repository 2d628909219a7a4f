import TenderBytes
import TenderFlow
import TenderMessages
public import TenderModel

/// A call that was refused or failed, as the front end is told.
public struct ServiceError: Error, Hashable, Sendable {
    /// The HTTP status that it is answered with.
    public var status: Int
    /// The word for the outcome of the whole call: `failed`, `canceled`, `declined` or `unknown`.
    public var outcome: String
    /// The error itself.
    public var body: Body
    /// The methods that the path takes, if it does not take the one that was used; else empty.
    package var allowedMethods: [String] = []

    /// The members of `error`.
    public struct Body: Hashable, Sendable, Encodable {
        /// What went wrong, in a word.
        public var code: String
        /// The finer name; see docs/errors.md.
        public var errorCode: ErrorCode?
        /// A sentence.
        public var message: String
        /// The member of the input that is wrong.
        public var parameter: String?
        /// Where in a payment it happened.
        public var phase: TenderError.Phase?
        /// What to do next.
        public var advice: RetryAdvice?
        /// The issuer's reason.
        public var declineCode: String?
        /// The gateway's name for the request.
        public var requestID: String?

        /// The names of the members.
        public enum CodingKeys: String, CodingKey, CaseIterable {
            case code, message, parameter, phase, advice
            case errorCode = "error_code"
            case declineCode = "decline_code"
            case requestID = "request_id"
        }
    }

    init(_ status: Int, _ code: String, _ message: String, parameter: String? = nil, advice: RetryAdvice? = nil) {
        self.status = status
        outcome = "failed"
        body = Body(code: code, message: message.withoutCredentials, parameter: parameter, advice: advice)
    }

    /// Creates an error of the service's own, which is no error of the engine.
    public init(status: Int, code: String, message: String) { self.init(status, code, message) }

    /// Tells why no new sale is begun.
    init(stopped code: ErrorCode) {
        let entry = ErrorCatalogue.entry(code)
        self.init(
            409, "selling_stopped", entry?.message.text(in: .english) ?? "nothing new is sold", advice: entry?.advice)
        body.errorCode = code
    }

    package static func invalid(_ message: String, parameter: String? = nil) -> ServiceError {
        ServiceError(400, "invalid_input", message, parameter: parameter, advice: .never)
    }

    /// Tells why it is not known what became of something that may have been sent.
    static func unknown(_ error: any Error) -> ServiceError {
        var told = ServiceError(error)
        (told.status, told.outcome) = (504, "unknown")
        told.body.advice = .verifyFirst
        return told
    }

    /// Tells an error of the engine.
    package init(_ error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let error as TenderError: self.init(error)
        case let error as GatewayError:
            self.init(502, error.code.rawValue, error.message)
            body.errorCode = ErrorCode(error.code, apiError: error.apiError)
            body.requestID = error.requestID
        case let error as JournalError: self.init(503, "journal_unavailable", error.message)
        case let error as AmountError: self.init(400, "invalid_input", error.description, parameter: "amount")
        default: self.init(503, "not_available", "\(error)")
        }
    }

    private init(_ error: TenderError) {
        self.init(error.code.status, error.code.rawValue, error.message, advice: error.advice)
        outcome =
            switch error.code {
            case .outcomeUnknown: "unknown"
            case .canceled: "canceled"
            case .declinedByIssuer: "declined"
            default: "failed"
            }
        body.errorCode = error.errorCode
        body.phase = error.phase
        body.declineCode = error.apiError?.declineCode
        body.requestID = error.requestID
    }
}

extension TenderError {
    /// Whether a request was sent that may have been carried out, though the engine calls it a failure.
    var hasNoClearAnswer: Bool {
        switch code {
        case .requestTimedOut, .gatewayConnectionLost, .responseNotUnderstood:
            [.create, .edit, .cancel].contains(phase)
        case .apiError: [.create, .edit, .cancel].contains(phase) && (httpStatus ?? 500) >= 500
        default: false
        }
    }

    /// Whether the gateway did not answer at all.
    var isWithoutAnswer: Bool {
        switch code {
        case .notConnectedToGateway, .requestTimedOut, .gatewayConnectionLost, .responseNotUnderstood: true
        default: false
        }
    }

    /// Whether it says of a command that was given before that it was not carried out: not that it was not asked, or that
    /// something could not be read.
    var isProof: Bool {
        switch code {
        case .rateLimited, .busy, .readerBusy: false
        default: phase != .retrieve && !hasNoClearAnswer
        }
    }
}

extension TenderError.Code {
    /// The HTTP status of the answer.
    ///
    /// 4xx is the caller's to mend, 503 the reader's or this machine's, 502 the gateway's; 504 means that nobody knows.
    fileprivate var status: Int {
        switch self {
        case .invalidAmount, .invalidCurrency, .invalidParameter, .invalidClientSecret, .invalidConfiguration: 400
        case .declinedByIssuer, .refundFailed: 402
        case .resourceMissing: 404
        case .unexpectedOperation, .busy, .readerBusy, .alreadyConnectedToReader, .unexpectedState,
            .idempotencyMismatch, .collectionExpired, .canceled, .offlineRefused:
            409
        case .cardReadTimedOut, .cardNotRead, .cardRemoved, .cardNotSupported, .declinedByReader: 422
        case .rateLimited: 429
        case .connectionTokenFailed, .notConnectedToGateway, .requestTimedOut, .gatewayConnectionLost,
            .responseNotUnderstood, .answerMismatch, .authenticationFailed, .permissionDenied, .apiError:
            502
        case .notConnectedToReader, .readerNotFound, .readerDisconnected, .readerCommunicationError,
            .discoveryTimedOut, .connectionFailed, .journalUnavailable, .notAvailable:
            503
        case .outcomeUnknown: 504
        }
    }
}
