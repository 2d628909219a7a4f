import Tender
import TillScreens

/// The meaning of an error or an outcome for the person who requested the money; every code has a cause of its own.
extension StopCause {
    /// Reads the origin of a cancellation that provably left nothing held.
    init(_ origin: CancelOrigin) {
        switch origin {
        case .application: self = .cashier
        case .customer: self = .customer
        case .deadline: self = .noCard
        case .engine: self = .noAnswer
        case .gateway: self = .canceledAtGateway
        }
    }

    /// Reads the error that ended an attempt which provably took nothing.
    init(_ error: any Error) {
        switch error {
        case let error as TenderError where error.errorCode == .readerMissingEncryptionKeys: self = .readerUnusable
        case let error as TenderError:
            self.init(error.code, said: error.apiError?.message ?? error.message, apiCode: error.apiError?.code)
        case let error as GatewayError:
            self.init(error.code, said: error.apiError?.message ?? error.message, apiCode: error.apiError?.code)
        case is JournalError, is ShopFailure: self = .notWritten
        default: self = .gatewayRefused("\(error)")
        }
    }

    private init(_ code: TenderError.Code, said: String, apiCode: String?) {
        switch code {
        case .canceled: self = .cashier
        case .invalidAmount:
            switch apiCode {
            case "amount_too_small"?: self = .amountTooSmall(said)
            case "amount_too_large"?: self = .amountTooLarge(said)
            default: self = .gatewayRefused(said)
            }
        case .notConnectedToReader, .readerNotFound, .readerDisconnected, .readerCommunicationError,
            .discoveryTimedOut, .connectionFailed:
            self = .noReader
        case .readerBusy, .busy, .alreadyConnectedToReader, .unexpectedOperation: self = .readerBusy
        case .cardReadTimedOut, .collectionExpired: self = .noCard
        case .cardNotRead, .cardRemoved, .cardNotSupported, .declinedByReader: self = .cardNotRead
        case .notConnectedToGateway, .connectionTokenFailed: self = .noNetwork
        case .requestTimedOut, .gatewayConnectionLost, .outcomeUnknown: self = .noAnswer
        case .offlineRefused: self = .notOffline
        case .authenticationFailed, .permissionDenied: self = .keyRefused
        case .journalUnavailable: self = .notWritten
        case .invalidCurrency, .invalidParameter, .invalidClientSecret, .invalidConfiguration, .responseNotUnderstood,
            .answerMismatch, .resourceMissing, .unexpectedState, .idempotencyMismatch, .rateLimited, .apiError,
            .declinedByIssuer, .refundFailed, .notAvailable:
            self = .gatewayRefused(said)
        }
    }
}
