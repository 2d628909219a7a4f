package import TenderFlow
package import TenderModel

extension TenderError {
    static let openingGivenUp = TenderError(
        .canceled, phase: .connect, message: "the connection was abandoned", advice: .sameCall
    )

    static let openingTimedOut = TenderError(
        .connectionFailed, phase: .connect, message: "the reader did not open in time", advice: .sameCall,
        detail: .readerConnectTimedOut
    )

    static let searchGivenUp = TenderError(
        .canceled, phase: .discover, message: "the search for a reader was canceled", advice: .sameCall
    )

    static let nothingFound = TenderError(
        .readerNotFound, phase: .discover, message: "the search ended before a reader was found", advice: .sameCall
    )

    /// Returns the error for a machine that answered a command with another command's answer.
    static func outOfTurn(_ phase: Phase) -> TenderError {
        TenderError(
            .unexpectedOperation, phase: phase, message: "the command was answered out of turn", advice: .verifyFirst,
            detail: .unexpectedEngineError
        )
    }

    static func noReader(_ phase: Phase) -> TenderError {
        TenderError(.notConnectedToReader, phase: phase, message: "no reader is connected", advice: .reconnect)
    }

    static func busy(with name: String, _ phase: Phase) -> TenderError {
        TenderError(.busy, phase: phase, message: "the terminal is busy: \(name) is running", advice: .sameCall)
    }

    /// Describes a record that was not written: nothing was started, sent or shown on the strength of it.
    init(_ error: JournalError?, _ phase: Phase, _ intent: PaymentIntent?) {
        let message = error?.message ?? "the journal cannot be written"
        switch error?.reason {
        case .orderIsOpen, .refundIsOpen, .terminalIsOpen:
            self.init(.outcomeUnknown, phase: phase, message: message, advice: .verifyFirst, intent: intent)
        case .offlineRefused(let refusal):
            self.init(
                .offlineRefused, phase: phase, message: message, advice: .never, intent: intent,
                detail: ErrorCode(refusal))
        case .full, .readOnly, .corrupt, .journalBusy, .otherGateway, .exposed, .keyTooOld, .storedTooLongAgo, .failed,
            nil:
            self.init(
                .journalUnavailable, phase: phase, message: message + Self.consequence(phase), advice: .sameCall,
                intent: intent, detail: error.flatMap { ErrorCode($0) }
            )
        }
    }

    /// Returns what a missing record means; empty for a phase that only reads or notes.
    private static func consequence(_ phase: Phase) -> String {
        switch phase {
        case .collect, .confirm, .inspect, .capture, .increment, .cancel, .refund, .move, .create, .edit:
            ": nothing was sent"
        case .configure, .discover, .connect, .retrieve, .forward: ""
        }
    }

    /// Describes a person's note about a payment that cannot be written now.
    init(notNoted error: JournalError) {
        self.init(.journalUnavailable, phase: .retrieve, message: error.message, advice: .verifyFirst)
    }

    /// Describes a payment, or a card to be saved, that was not stored offline; after some disk errors nobody can tell.
    init(notStored error: JournalError?, _ id: String, _ intent: PaymentIntent? = nil) {
        switch error?.reason {
        case .corrupt, .failed, nil:
            self.init(
                .outcomeUnknown, phase: .confirm,
                message: """
                    \(error?.message ?? "the journal failed"): whether \(id) was stored is not certain. Look at \
                    what is stored offline when the journal can be opened again, before another card is taken
                    """, advice: .verifyFirst, intent: intent)
        case .full, .readOnly, .journalBusy, .otherGateway, .exposed, .keyTooOld, .storedTooLongAgo, .orderIsOpen,
            .refundIsOpen, .terminalIsOpen,
            .offlineRefused:
            self.init(error, .confirm, intent)
        }
    }

    init(discovery error: any Error) {
        let message = (error as? ReaderError).map(\.sentence) ?? "\(error)"
        self.init(
            .readerNotFound, phase: .discover, message: "looking for readers failed: \(message)", advice: .sameCall)
    }

    /// Describes a reader that is there and cannot be used now.
    package init(unusable problem: ReaderProblem) {
        self.init(
            .connectionFailed, phase: .connect, message: problem.message, advice: .reconnect,
            detail: ErrorCode(problem.kind))
    }

    /// Describes a search for one reader that found several.
    init(several readers: [Reader]) {
        let names = readers.map { "\($0.model) \($0.serialNumber.isEmpty ? $0.id : $0.serialNumber)" }
        self.init(
            .invalidConfiguration, phase: .discover,
            message: "\(readers.count) readers were found; name one of them: \(names.joined(separator: ", "))",
            advice: .never)
    }

    init(opening error: ReaderError) {
        self.init(
            .connectionFailed, phase: .connect, message: "the reader did not open: \(error.sentence)",
            advice: .sameCall,
            detail: ErrorCode(opening: error)
        )
    }

    init(token error: any Error) {
        let gateway = error as? GatewayError
        self.init(
            .connectionTokenFailed, phase: .connect,
            message: "no connection token: \(gateway?.message ?? "\(error)")", advice: .sameCall,
            apiError: gateway?.apiError, requestID: gateway?.requestID, httpStatus: gateway?.httpStatus,
            detail: ErrorCode(token: gateway)
        )
    }

    /// Describes a collection that ended without a card.
    init(_ failure: CollectionFailure, _ intent: PaymentIntent?, _ gateway: GatewayError?) {
        let isGateways = if case .notAttached = failure { true } else { false }
        let isUnconverted = isGateways && gateway?.isAboutConversion == true
        let (code, message, advice) =
            isUnconverted
            ? (Code.notAvailable, CurrencyConversionError.notAvailable.description, RetryAdvice.never)
            : Self.words(failure)
        self.init(
            code, phase: isGateways ? .inspect : .collect, message: message, advice: advice, intent: intent,
            apiError: isGateways ? gateway?.apiError : nil, requestID: isGateways ? gateway?.requestID : nil,
            detail: isUnconverted ? ErrorCode(CurrencyConversionError.notAvailable) : ErrorCode(failure)
        )
    }

    /// Describes a reading of a card that does not pay, which ended without its data.
    init(ofData failure: CollectionFailure) {
        self.init(failure, nil, nil)
        if case .communication = failure { detail = .collectDataApplicationError }
    }

    /// Describes an update that was not installed.
    init(ofUpdate failure: CollectionFailure) {
        self.init(ofReader: failure)
        detail = ErrorCode(update: failure) ?? detail
    }

    /// Describes a restart or an update that the reader did not carry out, in which no card has a part.
    init(ofReader failure: CollectionFailure) {
        let (code, message, advice): (Code, String, RetryAdvice) =
            switch failure {
            case .canceled(let origin): (.canceled, "canceled by the \(origin.rawValue)", .sameCall)
            case .readerBusy: (.readerBusy, "the reader is busy", .sameCall)
            case .timedOut: (.readerCommunicationError, "the reader's time ran out", .reconnect)
            case .refused(let text): (.notAvailable, "the reader refuses: \(text)", .never)
            case .readerLost, .cardNotRead, .communication, .failed, .journalUnavailable, .notAttached:
                Self.words(failure)
            }
        // Its phase alone would call a busy reader one that does not connect.
        let detail = failure == .readerBusy ? .readerBusy : ErrorCode(failure)
        self.init(code, phase: .connect, message: message, advice: advice, detail: detail)
    }

    private static func words(_ failure: CollectionFailure) -> (Code, String, RetryAdvice) {
        switch failure {
        case .canceled(let origin): (.canceled, "canceled by the \(origin.rawValue)", .collectAgain)
        case .readerLost(let reason): (.readerDisconnected, "the reader is gone: \(reason.rawValue)", .reconnect)
        case .readerBusy: (.readerBusy, "the reader is busy with another collection", .sameCall)
        case .timedOut: (.cardReadTimedOut, "nobody presented a card in time", .collectAgain)
        case .cardNotRead(.removed): (.cardRemoved, "the card was removed too early", .collectAgain)
        case .cardNotRead(.notSupported): (.cardNotSupported, "this kind of card cannot pay here", .anotherCard)
        case .cardNotRead(let fault): (.cardNotRead, "the card could not be read: \(fault.rawValue)", .collectAgain)
        case .refused(let text): (.declinedByReader, "the reader refuses: \(text)", .anotherCard)
        case .communication(let text): (.readerCommunicationError, text, .reconnect)
        case .failed(let fault, let text): (fault.code, text, fault.advice)
        case .journalUnavailable:
            (.journalUnavailable, "the journal cannot be written: nothing was started", .sameCall)
        case .notAttached: (.apiError, "the card could not be attached for inspection", .collectAgain)
        }
    }

    /// Describes a payment's request that was certainly not executed.
    init(_ refusal: GatewayReply.Refusal, _ phase: Phase, _ intent: PaymentIntent?, _ gateway: GatewayError?) {
        let advice: RetryAdvice =
            switch (refusal, gateway?.code) {
            // The card was read for this request: the next try needs a collection of its own.
            case (.invalid, .readerBusy), (.invalid, .declinedByReader): .collectAgain
            case (.keyInUse, _), (.rateLimited, _), (.notConnected, _): .sameCall
            case (.unexpectedState, _), (.notFound, _), (.keyMismatch, _), (.unauthorized, _), (.invalid, _): .never
            }
        self.init(
            gateway?.code ?? .apiError, phase: phase,
            message: "nothing was executed: \(gateway?.message ?? refusal.rawValue)", advice: advice, intent: intent,
            apiError: gateway?.apiError, requestID: gateway?.requestID, httpStatus: gateway?.httpStatus
        )
    }

    /// Describes a request outside a payment that was canceled before it was sent again.
    init(canceledAfter gateway: GatewayError?, _ phase: Phase) {
        let said = gateway.map { ": \($0.message)" } ?? ""
        self.init(
            .canceled, phase: phase, message: "canceled before it was sent again\(said)", advice: .sameCall,
            apiError: gateway?.apiError, requestID: gateway?.requestID, httpStatus: gateway?.httpStatus
        )
    }

    /// Describes a request outside a payment that returned no object.
    init(_ result: RequestMachine.Result, _ gateway: GatewayError?, _ phase: Phase) {
        let said = gateway.map { ": \($0.message)" } ?? ""
        switch result {
        case .succeeded, .notExecuted:
            self.init(
                gateway?.code ?? .apiError, phase: phase, message: "nothing was executed\(said)",
                advice: gateway?.adviceWhenNotExecuted ?? .never
            )
        case .unknown:
            let movesMoney = phase == .refund || phase == .move
            self.init(
                movesMoney ? .outcomeUnknown : gateway?.code ?? .requestTimedOut, phase: phase,
                message: "no clear answer\(said)", advice: movesMoney ? .verifyFirst : .sameCall
            )
        case .journalUnavailable:
            self.init(
                .journalUnavailable, phase: phase, message: "the journal cannot be written: nothing was sent",
                advice: .sameCall
            )
        }
        intent = gateway?.intent
        apiError = gateway?.apiError
        requestID = gateway?.requestID
        httpStatus = gateway?.httpStatus
    }
}

extension GatewayError {
    var httpStatus: Int? {
        if case .answered(let status) = fate { status } else { nil }
    }

    /// What to do about a request outside a payment that was certainly not executed.
    var adviceWhenNotExecuted: RetryAdvice {
        switch (fate, code) {
        // Only looking up what it was to be about can fail like this and certainly execute nothing.
        case (.unknown, _), (.answered(500...), _): .sameCall
        case (_, .notConnectedToGateway), (_, .rateLimited), (_, .requestTimedOut), (_, .gatewayConnectionLost),
            (_, .readerBusy):
            .sameCall
        case (_, .cardNotSupported): .anotherCard
        case (_, .canceled), (_, .collectionExpired), (_, .declinedByReader): .collectAgain
        default: .never
        }
    }
}

extension ReaderError.Fault {
    /// The code by which a program decides.
    fileprivate var code: TenderError.Code {
        switch self {
        case .missingKeys, .unnamed, .unexpected: .readerCommunicationError
        case .updateOfOtherReader, .updateBatteryLow, .updateExpired, .updateNotFetched: .notAvailable
        }
    }

    fileprivate var advice: RetryAdvice {
        switch self {
        case .unnamed, .unexpected, .updateExpired: .reconnect
        case .updateBatteryLow, .updateNotFetched: .sameCall
        case .missingKeys, .updateOfOtherReader: .never
        }
    }
}

extension ReaderError {
    /// The error as a sentence without its period.
    package var sentence: String {
        switch self {
        case .canceled(let origin): "canceled by the \(origin.rawValue)"
        case .disconnected(let reason): "the reader is gone: \(reason.rawValue)"
        case .busy: "the reader is busy"
        case .timedOut: "the reader's time ran out"
        case .cardNotRead(let fault): "the card could not be read: \(fault.rawValue)"
        case .refused(let text): "the reader refuses: \(text)"
        case .communication(let text), .failed(_, let text): text
        }
    }
}

extension GatewayError {
    /// Whether the wish for a conversion into the card's currency was refused.
    fileprivate var isAboutConversion: Bool { apiError?.param?.contains("dynamic_currency_conversion") == true }
}
