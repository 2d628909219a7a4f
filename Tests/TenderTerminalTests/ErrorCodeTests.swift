import TenderFlow
import TenderModel
@testable import TenderTerminal
import Testing

/// Which code each cause of the flow gets; nil where the coarse code says it all.
@Suite struct ErrorCodeTests {
    private static let reader: [(DisconnectReason, ErrorCode)] = [
        (.criticallyLowBattery, .readerBatteryCriticallyLow), (.usbDisconnected, .usbDisconnected),
        (.linkLost, .readerLinkLost), (.unknown, .readerDisconnected), (.disconnectRequested, .readerDisconnected),
        (.rebootRequested, .readerDisconnected), (.securityReboot, .readerDisconnected),
        (.poweredOff, .readerDisconnected), (.idlePowerDown, .readerDisconnected),
    ]
    private static let journal: [(JournalError.Reason, ErrorCode?)] = [
        (.full, .journalFull), (.otherGateway("x"), .journalOfOtherAccount),
        (.offlineRefused(.tooMany(limit: 1)), .offlinePaymentsTooMany), (.readOnly, nil), (.corrupt, nil),
        (.journalBusy(pid: nil), nil), (.exposed, nil), (.keyTooOld, nil), (.storedTooLongAgo, nil), (.failed, nil),
        (.orderIsOpen(intentID: "pi_1", attempt: 1), nil), (.refundIsOpen(IdempotencyKey("k")), nil),
        (.terminalIsOpen(intentID: "pi_1"), nil),
    ]
    private static let opening: [(ReaderError, ErrorCode?)] = [
        (.disconnected(.linkLost), .readerLinkLost), (.busy, .connectFailedReaderIsInUse),
        (.timedOut, .readerConnectTimedOut), (.communication("x"), .readerCommunicationError),
        (.canceled(by: .application), nil), (.cardNotRead(.insert), nil), (.refused("x"), nil),
        (.failed(.updateBatteryLow, "x"), .readerSoftwareUpdateFailedBatteryLow),
    ]
    private static let collection: [(CollectionFailure, ErrorCode?)] = [
        (.readerLost(.usbDisconnected), .usbDisconnected), (.cardNotRead(.insert), .cardInsertNotRead),
        (.cardNotRead(.swipe), .cardSwipeNotRead), (.cardNotRead(.removed), nil), (.cardNotRead(.notSupported), nil),
        (.canceled(by: .customer), nil), (.readerBusy, nil), (.timedOut, nil),
        (.failed(.missingKeys, "x"), .readerMissingEncryptionKeys), (.failed(.unnamed, "x"), .genericReaderError),
        (.failed(.unexpected, "x"), .unexpectedReaderError),
    ]
    private static let update: [(CollectionFailure, ErrorCode?)] = [
        (.readerLost(.usbDisconnected), .readerSoftwareUpdateFailedInterrupted),
        (.refused("x"), .readerSoftwareUpdateFailed), (.timedOut, .readerSoftwareUpdateFailedReaderError),
        (.communication("x"), .readerSoftwareUpdateFailedReaderError),
        (.failed(.updateOfOtherReader, "x"), .invalidReaderForUpdate),
        (.failed(.updateBatteryLow, "x"), .readerSoftwareUpdateFailedBatteryLow),
        (.failed(.updateExpired, "x"), .readerSoftwareUpdateFailedExpiredUpdate),
        (.failed(.updateNotFetched, "x"), .readerSoftwareUpdateFailedServerError),
        (.canceled(by: .application), nil), (.readerBusy, nil),
    ]
    private static let quarantine: [(OfflinePayment.Quarantine.Reason, ErrorCode?)] = [
        (.tooOld, .offlineTooOld), (.payloadMissing, .storedCardUnreadable), (.payloadDamaged, .storedCardUnreadable),
        (.answerMismatch, .answerMismatch), (.outcomeUnknown, .outcomeUnknown), (.unclaimed, nil), (.requested, nil),
        (.refused, nil), (.canceledElsewhere, nil), (.tooManyAttempts, nil),
    ]
    private static let token: [(TenderError.Code, ErrorCode)] = [
        (.requestTimedOut, .connectionTokenTimedOut), (.responseNotUnderstood, .connectionTokenMissing),
        (.authenticationFailed, .connectionTokenFailed), (.notConnectedToGateway, .connectionTokenFailed),
    ]

    @Test func eachCauseHasItsCode() {
        var wrong: [String] = []
        func check(_ cause: some Any, _ found: ErrorCode?, _ expected: ErrorCode?) {
            if found != expected { wrong.append("\(cause): \(found?.rawValue ?? "none")") }
        }
        for (cause, code) in Self.reader { check(cause, ErrorCode(cause), code) }
        for (cause, code) in Self.journal { check(cause, ErrorCode(JournalError(cause, message: "")), code) }
        for (cause, code) in Self.opening { check(cause, ErrorCode(opening: cause), code) }
        for (cause, code) in Self.collection { check(cause, ErrorCode(cause), code) }
        for (cause, code) in Self.update { check(cause, ErrorCode(update: cause), code) }
        for (cause, code) in Self.quarantine { check(cause, ErrorCode(cause), code) }
        for (cause, code) in Self.token {
            check(cause, ErrorCode(token: GatewayError(cause, fate: .unknown, message: "")), code)
        }
        check("no error", ErrorCode(token: nil), .connectionTokenFailed)
        #expect(wrong == [])
    }

    @Test func aRefusedRestartOrUpdateIsNoMatterOfACard() {
        let table: [(CollectionFailure, TenderError.Code, RetryAdvice, ErrorCode)] = [
            (.refused("x"), .notAvailable, .never, .featureNotAvailableWithConnectedReader),
            (.readerBusy, .readerBusy, .sameCall, .readerBusy),
            (.timedOut, .readerCommunicationError, .reconnect, .readerCommunicationError),
            (.communication("x"), .readerCommunicationError, .reconnect, .readerCommunicationError),
            (.readerLost(.usbDisconnected), .readerDisconnected, .reconnect, .usbDisconnected),
            (.canceled(by: .application), .canceled, .sameCall, .canceled),
        ]
        let wrong = table.compactMap { failure, code, advice, name -> String? in
            let error = TenderError(ofReader: failure)
            let isRight = error.code == code && error.advice == advice && error.errorCode == name
            let isOfCard = error.phase != .connect || error.message.contains("collection")
            return isRight && !isOfCard ? nil : "\(failure): \(error)"
        }
        #expect(wrong == [])
    }

    /// The public error carries the fine code, and its coarse one stays what a program decides by.
    @Test func thePublicErrorCarriesTheCode() {
        let full = TenderError(JournalError(.full, message: "full"), .confirm, nil)
        let opening = TenderError(opening: .disconnected(.usbDisconnected))
        let collected = TenderError(CollectionFailure.cardNotRead(.insert), nil, nil)
        #expect(
            [full, opening, collected].map { "\($0.code.rawValue) \($0.errorCode.rawValue)" } == [
                "journalUnavailable journalFull", "connectionFailed usbDisconnected", "cardNotRead cardInsertNotRead",
            ])
    }
}
