import Tender

/// The exit code of a command.
enum ExitCode: Int32 {
    case done = 0
    case usage = 1
    case declined = 2
    case canceled = 3
    case unknown = 4
    case reader = 5
    case refused = 6
    case checkFailed = 7
    case notShown = 8

    static let help = """
        Exit codes: 0 approved or done, 1 usage or configuration, 2 declined, 3 canceled, 4 unknown outcome, 5 reader,
        6 refused by the gateway, 7 a check found something, 8 done, but the result could not be shown.
        """

    /// The exit code when the result could not be written: 0 would claim that somebody saw it.
    ///
    /// Each other code tells by itself what happened.
    var whenNotShown: ExitCode {
        switch self {
        case .done: .notShown
        case .usage, .declined, .canceled, .unknown, .reader, .refused, .checkFailed, .notShown: self
        }
    }

    init(_ error: TenderError) { self.init(error.code, isAnswered: error.apiError != nil) }

    init(_ error: GatewayError) {
        // The request may have been executed; only a read has nothing to lose.
        if case .unknown = error.fate, !error.isReading {
            self = .unknown
        } else {
            self.init(error.code, isAnswered: error.apiError != nil)
        }
    }

    private init(_ code: TenderError.Code, isAnswered: Bool) {
        self =
            switch code {
            case .invalidAmount, .invalidCurrency, .invalidParameter, .invalidConfiguration, .journalUnavailable,
                .offlineRefused:
                isAnswered ? .refused : .usage
            case .unexpectedOperation, .busy, .idempotencyMismatch: .usage
            case .notConnectedToReader, .alreadyConnectedToReader, .readerNotFound, .readerBusy, .readerDisconnected,
                .readerCommunicationError, .discoveryTimedOut, .connectionFailed, .cardReadTimedOut, .cardNotRead,
                .cardRemoved, .cardNotSupported, .declinedByReader, .collectionExpired:
                .reader
            case .canceled: .canceled
            case .outcomeUnknown: .unknown
            case .declinedByIssuer: .declined
            case .invalidClientSecret, .connectionTokenFailed, .notConnectedToGateway, .requestTimedOut,
                .gatewayConnectionLost, .responseNotUnderstood, .answerMismatch, .authenticationFailed,
                .permissionDenied, .resourceMissing, .unexpectedState, .rateLimited, .apiError, .refundFailed,
                .notAvailable:
                .refused
            }
    }
}
