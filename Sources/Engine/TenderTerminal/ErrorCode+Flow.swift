import TenderFlow
import TenderModel

extension ErrorCode {
    /// Names why a payment is not stored offline.
    init(_ refusal: OfflineLimits.Refusal) {
        self =
            switch refusal {
            case .currencyNotAllowed: .invalidOfflineCurrency
            case .amountTooLarge: .amountExceedsMaxOfflineAmount
            case .totalTooLarge, .tooMany: .offlinePaymentsTooMany
            case .oldestTooOld: .offlineTooOld
            case .swipedCard: .cardSwipeNotAvailable
            case .interacCard: .interacNotSupportedOffline
            case .expiredCard: .offlineAndCardExpired
            case .notEnabled: .offlineNotEnabled
            case .cardNotAccepted: .offlineRefused
            }
    }

    /// Names why a stored payment was set aside; `nil` if its code says it all.
    init?(_ reason: OfflinePayment.Quarantine.Reason) {
        switch reason {
        case .tooOld: self = .offlineTooOld
        case .payloadMissing, .payloadDamaged: self = .storedCardUnreadable
        case .answerMismatch: self = .answerMismatch
        case .outcomeUnknown: self = .outcomeUnknown
        case .unclaimed, .requested, .refused, .canceledElsewhere, .tooManyAttempts: return nil
        }
    }

    /// Names why a record was not written; `nil` if its code says it all.
    init?(_ error: JournalError) {
        switch error.reason {
        case .full: self = .journalFull
        case .otherGateway: self = .journalOfOtherAccount
        case .offlineRefused(let refusal): self.init(refusal)
        case .readOnly, .corrupt, .journalBusy, .exposed, .keyTooOld, .orderIsOpen, .refundIsOpen, .terminalIsOpen,
            .storedTooLongAgo, .failed:
            return nil
        }
    }

    /// Names why a reader is gone.
    init(_ reason: DisconnectReason) {
        self =
            switch reason {
            case .criticallyLowBattery: .readerBatteryCriticallyLow
            case .usbDisconnected: .usbDisconnected
            case .linkLost: .readerLinkLost
            case .unknown, .disconnectRequested, .rebootRequested, .securityReboot, .poweredOff, .idlePowerDown:
                .readerDisconnected
            }
    }

    /// Names why a reader did not open; `nil` if its code says it all.
    init?(opening error: ReaderError) {
        switch error {
        case .disconnected(let reason): self.init(reason)
        case .busy: self = .connectFailedReaderIsInUse
        case .timedOut: self = .readerConnectTimedOut
        case .communication: self = .readerCommunicationError
        case .failed(let fault, _): self.init(fault)
        case .canceled, .cardNotRead, .refused: return nil
        }
    }

    /// Names why there is no connection token.
    init(token error: GatewayError?) {
        self =
            switch error?.code {
            case .requestTimedOut: .connectionTokenTimedOut
            case .responseNotUnderstood: .connectionTokenMissing
            default: .connectionTokenFailed
            }
    }

    /// Names why no card was collected; `nil` if its code says it all.
    init?(_ failure: CollectionFailure) {
        switch failure {
        case .readerLost(let reason): self.init(reason)
        case .cardNotRead(.insert): self = .cardInsertNotRead
        case .cardNotRead(.swipe): self = .cardSwipeNotRead
        case .failed(let fault, _): self.init(fault)
        case .cardNotRead(.removed), .cardNotRead(.notSupported), .canceled, .readerBusy, .timedOut, .refused,
            .communication, .journalUnavailable, .notAttached:
            return nil
        }
    }

    /// Names why an update was not installed; `nil` if it was stopped, or may be tried at once.
    init?(update failure: CollectionFailure) {
        switch failure {
        case .readerLost: self = .readerSoftwareUpdateFailedInterrupted
        case .refused: self = .readerSoftwareUpdateFailed
        case .communication, .timedOut: self = .readerSoftwareUpdateFailedReaderError
        case .failed(let fault, _): self.init(fault)
        case .canceled, .readerBusy, .cardNotRead, .journalUnavailable, .notAttached: return nil
        }
    }

    /// Names what a reader says of its own failure.
    init(_ fault: ReaderError.Fault) {
        self =
            switch fault {
            case .missingKeys: .readerMissingEncryptionKeys
            case .unnamed: .genericReaderError
            case .unexpected: .unexpectedReaderError
            case .updateOfOtherReader: .invalidReaderForUpdate
            case .updateBatteryLow: .readerSoftwareUpdateFailedBatteryLow
            case .updateExpired: .readerSoftwareUpdateFailedExpiredUpdate
            case .updateNotFetched: .readerSoftwareUpdateFailedServerError
            }
    }
}
