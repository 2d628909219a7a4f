import ChainServer
import ChipReaders
import CommandLineOptions
import Tender
import TenderKeys

/// An error as the command line reports it, in words and in JSON.
struct Failure: Encodable {
    var code: String
    var errorCode: ErrorCode?
    var message: String
    var phase: String?
    var advice: RetryAdvice?
    var declineCode: String?
    var apiCode: String?
    var requestID: String?
    var exitCode: ExitCode

    init(_ error: any Error) {
        switch error {
        case let error as TenderError: self.init(error)
        case let error as GatewayError: self.init(error)
        case let error as AmountError: self.init("invalidAmount", error.description)
        case let error as JournalError: self.init(error.code, error.message)
        case let error as DamagedJournal:
            self.init("journalCorrupt", error.description)
            exitCode = .checkFailed
        case let error as KeyStoreError:
            self.init(error.reason.code, error.description)
            if error.reason == .damaged { exitCode = .checkFailed }
        case let error as ReaderFailure:
            self.init("readerFailed", error.description)
            exitCode = .reader
        case let error as CCIDError: self.init(error)
        case let error as GatewayRefusal:
            let code = error.isReached ? "gatewayRefused" : TenderError.Code.notConnectedToGateway.rawValue
            self.init(code, error.description)
            exitCode = .refused
        case let error as SellingStopped: self.init(error)
        case let error as ChainError: self.init("chainFailed", error.description)
        case let error as CommandLineError: self.init("usage", error.description)
        default: self.init("usage", "\(error)")
        }
        // Whoever wrote it: messages quote arguments in many places, and a password may be in the wrong one.
        message = message.withoutCredentials
    }

    private init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
        exitCode = .usage
    }

    /// A command that a card may have carried out has an unknown outcome; any other error is a failure of its reader.
    private init(_ error: CCIDError) {
        if case .unknownOutcome = error {
            self.init(TenderError.Code.outcomeUnknown.rawValue, error.sentence)
            exitCode = .unknown
        } else {
            self.init("readerFailed", error.sentence)
            exitCode = .reader
        }
    }

    private init(_ error: SellingStopped) {
        let entry = ErrorCatalogue.entry(error.code)
        self.init("sellingStopped", entry?.message.text(in: .english) ?? "nothing new is sold")
        errorCode = error.code
        advice = entry?.advice
        exitCode = .checkFailed
    }

    private init(_ error: GatewayError) {
        code = error.code.rawValue
        errorCode = ErrorCode(error.code, apiError: error.apiError)
        message = error.message
        declineCode = error.apiError?.declineCode
        apiCode = error.apiError?.code
        requestID = error.requestID
        exitCode = ExitCode(error)
    }

    private init(_ error: TenderError) {
        code = error.code.rawValue
        errorCode = error.errorCode
        message = error.message
        phase = error.phase.rawValue
        advice = error.advice
        declineCode = error.apiError?.declineCode
        apiCode = error.apiError?.code
        requestID = error.requestID
        exitCode = ExitCode(error)
    }

    /// A hint for beginners.
    var hint: String? {
        switch code {
        case TenderError.Code.notConnectedToGateway.rawValue:
            "does it run, and at this address? tender gateway serve starts a simulated one"
        case TenderError.Code.authenticationFailed.rawValue:
            "the API key is that of --api-key-file or TENDER_API_KEY; a simulated gateway takes any sk_test_…"
        default:
            apiCode == "balance_insufficient"
                ? "tender account balance tells what is available, and what is pending still" : nil
        }
    }

    /// The word for the outcome of the whole command.
    var outcome: String {
        switch exitCode {
        case .canceled: "canceled"
        case .unknown: "unknown"
        case .declined: "declined"
        case .done, .usage, .reader, .refused, .checkFailed, .notShown: "failed"
        }
    }

    enum CodingKeys: String, CodingKey {
        case code, message, phase, advice
        case errorCode = "error_code"
        case declineCode = "decline_code"
        case apiCode = "api_code"
        case requestID = "request_id"
    }
}

/// The refusal of a new sale: head office has blocked the lane, or its journal lacks records.
struct SellingStopped: Error {
    /// Which of the two.
    var code: ErrorCode
}

/// The damage that a command found when it only read a journal.
struct DamagedJournal: Error, CustomStringConvertible {
    var description: String
}

/// The JSON object of a command that failed before it had more to report.
struct FailureReport: Encodable {
    var outcome: String
    var error: Failure
}

extension KeyStoreError.Reason {
    /// The word of the JSON object.
    fileprivate var code: String {
        switch self {
        case .busy: "keyStoreBusy"
        case .exposed: "keyExposed"
        case .damaged: "keyDamaged"
        case .malformed: "keyFileMalformed"
        case .unknownKey: "keyUnknown"
        case .alreadyLoaded: "keyAlreadyLoaded"
        case .exhausted: "keyExhausted"
        case .failed: "keyStoreUnavailable"
        }
    }
}

extension JournalError {
    /// The word of the JSON object.
    fileprivate var code: String {
        switch reason {
        case .full: "journalFull"
        case .readOnly: "journalReadOnly"
        case .corrupt: "journalCorrupt"
        case .journalBusy: "journalBusy"
        case .otherGateway: "journalOfOtherGateway"
        case .exposed: "journalExposed"
        case .keyTooOld, .orderIsOpen, .refundIsOpen, .terminalIsOpen, .offlineRefused, .storedTooLongAgo, .failed:
            "journalUnavailable"
        }
    }
}
