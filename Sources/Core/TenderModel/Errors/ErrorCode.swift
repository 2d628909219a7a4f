/// The finest name of an error's cause: one for each code of the field's SDK that has a cause here, and our own.
///
/// `ErrorCatalogue` of TenderMessages says of each what to do and who must act; docs/errors.md is made from it.
public enum ErrorCode: String, Hashable, Sendable, Codable, CaseIterable {
    // The caller's own.
    case canceled, unexpectedOperation, terminalBusy, confirmInvalidPaymentIntent, confirmInvalidSetupIntent
    case nilRefundPaymentMethod
    case unexpectedEngineError
    case invalidAmount, invalidCurrency, invalidRequiredParameter, invalidRefundParameters, invalidClientSecret
    case invalidConfiguration, invalidDiscoveryConfiguration, invalidConnectionConfiguration
    case readerConnectionConfigurationInvalid, invalidLocationIDParameter, invalidListLocationsLimitParameter
    case surchargeConsentRequiresAmountSurcharge, surchargeConsentNoticeRequiresAmountSurchargeAndCollectConsent
    case surchargeConsentRequestedForUnsupportedReader, surchargeConsentDeclined, surchargeConsentTimeout
    case surchargeNoticeRequiresUpdatePaymentIntent, surchargeNoticeNotAvailable
    case amountSurchargeRequiresUpdatePaymentIntent, amountSurchargeNotSupportedOffline, displaySurchargeConsentFailed
    case readerTippingParameterInvalid, surchargingNotAvailable, commandInvalidAllowRedisplay
    case requestDynamicCurrencyConversionRequiresUpdatePaymentIntent, dynamicCurrencyConversionNotAvailable
    case surchargeUnavailableWithDynamicCurrencyConversion
    case collectInputsInvalidParameter, collectInputsTimedOut, collectInputsApplicationError
    case collectDataApplicationError, featureNotAvailable, featureNotAvailableWithConnectedReader
    // The reader.
    case notConnectedToReader, alreadyConnectedToReader, readerNotFound, readerBusy, connectFailedReaderIsInUse
    case readerConnectedToAnotherDevice, readerAccessDenied, incompatibleReader, readerConnectionFailed
    case readerConnectTimedOut, discoveryTimedOut, readerCommunicationError, readerDisconnected, readerLinkLost
    case usbDisconnected, readerBatteryCriticallyLow, unsupportedReaderVersion, readerMissingEncryptionKeys
    case genericReaderError, unexpectedReaderError
    case invalidReaderForUpdate, readerSoftwareUpdateFailed, readerSoftwareUpdateFailedBatteryLow
    case readerSoftwareUpdateFailedInterrupted, readerSoftwareUpdateFailedExpiredUpdate
    case readerSoftwareUpdateFailedReaderError, readerSoftwareUpdateFailedServerError
    // The card.
    case cardReadTimedOut, cardInsertNotRead, cardSwipeNotRead, cardRemoved, cardNotSupported, declinedByReader
    case collectionExpired
    // The gateway.
    case connectionTokenMissing, connectionTokenFailed, connectionTokenTimedOut
    case notConnectedToGateway, requestTimedOut, gatewayConnectionLost, responseNotUnderstood, answerMismatch
    case authenticationFailed, permissionDenied, resourceMissing, unexpectedState, idempotencyMismatch, rateLimited
    case apiError, declinedByIssuer, refundFailed
    // The journal.
    case journalUnavailable, journalFull, journalOfOtherAccount
    // The chain.
    case laneBlocked, journalBehindCopy
    // Offline.
    case offlineRefused, offlineTooOld, offlineNotEnabled, updateUnavailableOffline, amountExceedsMaxOfflineAmount
    case invalidOfflineCurrency, offlinePaymentsTooMany, cardSwipeNotAvailable, interacNotSupportedOffline
    case offlineAndCardExpired, storedCardUnreadable, onlineRequired
    // The printer.
    case printerBusy, printerOutOfPaper, printerCoverOpen, printerAbsent, printerUnavailable, printerError
    // Nobody knows yet.
    case outcomeUnknown
}
