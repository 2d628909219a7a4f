import TenderModel

/// The entries of the catalogue, by what the cause is about.
enum ErrorEntries {
    static let calls: [ErrorEntry] = [
        .init(
            .canceled, .init(number: 2020, name: "Canceled"), [], .collectAgain, .cashier,
            .canceled),
        .init(
            .unexpectedOperation, .init(number: 5008, name: "UnexpectedOperationError"), [], .never, .developer,
            .programFault),
        .init(
            .terminalBusy, nil, [], .sameCall, .cashier,
            .tillBusy),
        .init(
            .confirmInvalidPaymentIntent, .init(number: 1530, name: "ConfirmInvalidPaymentIntent"), [.confirm],
            .collectAgain, .developer,
            .wrongState),
        .init(
            .confirmInvalidSetupIntent, .init(number: 1531, name: "ConfirmInvalidSetupIntent"), [.confirm],
            .collectAgain, .developer,
            .wrongState),
        .init(
            .nilRefundPaymentMethod, .init(number: 1550, name: "NilRefundPaymentMethod"), [.refund], .collectAgain,
            .cashier,
            .noCard),
        .init(
            .unexpectedEngineError, .init(number: 5000, name: "UnexpectedSdkError"), [], .verifyFirst, .developer,
            .programFault),
        .init(
            .invalidAmount, .init(number: 2940, name: "InvalidAmount"), [], .never, .cashier,
            .amountRefused),
        .init(
            .invalidCurrency, .init(number: 2950, name: "InvalidCurrency"), [], .never, .administrator,
            .currencyRefused),
        .init(
            .invalidRequiredParameter, .init(number: 1920, name: "InvalidRequiredParameter"), [], .never, .developer,
            .programFault),
        .init(
            .invalidRefundParameters, .init(number: 1555, name: "InvalidRefundParameters"), [.refund], .never,
            .developer,
            .programFault),
        .init(
            .invalidClientSecret, .init(number: 1560, name: "InvalidClientSecret"), [], .never, .developer,
            .programFault),
        .init(
            .invalidConfiguration, nil, [.configure], .never, .administrator,
            .setupFault),
        .init(
            .invalidDiscoveryConfiguration, .init(number: 1590, name: "InvalidDiscoveryConfiguration"), [.discover],
            .never, .administrator,
            .setupFault),
        .init(
            .invalidConnectionConfiguration, .init(number: 1591, name: "InvalidConnectionConfiguration"), [.connect],
            .never, .administrator,
            .setupFault),
        .init(
            .readerConnectionConfigurationInvalid, .init(number: 1940, name: "ReaderConnectionConfigurationInvalid"),
            [.connect], .never, .administrator,
            .setupFault),
        .init(
            .invalidLocationIDParameter, .init(number: 1960, name: "InvalidLocationIdParameter"), [.connect], .never,
            .administrator,
            .setupFault),
        .init(
            .invalidListLocationsLimitParameter, .init(number: 1900, name: "InvalidListLocationsLimitParameter"),
            [.retrieve], .never, .developer,
            .programFault),
        .init(
            .readerTippingParameterInvalid, .init(number: 1950, name: "ReaderTippingParameterInvalid"),
            [.collect, .confirm], .never, .developer,
            .programFault),
        .init(
            .surchargingNotAvailable, .init(number: 1943, name: "SurchargingNotAvailable"), [.collect, .confirm],
            .never, .administrator,
            .featureMissing),
        .init(
            .surchargeConsentRequiresAmountSurcharge,
            .init(number: 1944, name: "SurchargeConsentRequiresAmountSurcharge"),
            [.confirm], .never, .developer,
            .programFault),
        .init(
            .surchargeConsentNoticeRequiresAmountSurchargeAndCollectConsent,
            .init(number: 1945, name: "SurchargeConsentNoticeRequiresAmountSurchargeAndCollectConsent"),
            [.confirm], .never, .developer,
            .programFault),
        .init(
            .surchargeConsentRequestedForUnsupportedReader,
            .init(number: 1946, name: "SurchargeConsentRequestedForUnsupportedReader"),
            [.confirm], .never, .administrator,
            .featureMissing),
        .init(
            .surchargeConsentDeclined, .init(number: 1947, name: "SurchargeConsentDeclined"),
            [.confirm], .never, .customer,
            .surchargeDeclined),
        .init(
            .surchargeConsentTimeout, .init(number: 1948, name: "SurchargeConsentTimeout"),
            [.confirm], .sameCall, .customer,
            .surchargeNotAnswered),
        .init(
            .surchargeNoticeRequiresUpdatePaymentIntent,
            .init(number: 1951, name: "SurchargeNoticeRequiresUpdatePaymentIntent"),
            [.collect], .never, .developer,
            .programFault),
        .init(
            .surchargeNoticeNotAvailable, .init(number: 1953, name: "SurchargeNoticeNotAvailable"),
            [.collect], .never, .administrator,
            .featureMissing),
        .init(
            .amountSurchargeRequiresUpdatePaymentIntent,
            .init(number: 1954, name: "AmountSurchargeRequiresUpdatePaymentIntent"),
            [.confirm], .collectAgain, .developer,
            .programFault),
        .init(
            .amountSurchargeNotSupportedOffline, .init(number: 6907, name: "AmountSurchargeNotSupportedOffline"),
            [.confirm], .never, .developer,
            .notOffline),
        .init(
            .displaySurchargeConsentFailed, .init(number: 5007, name: "DisplaySurchargeConsentApplicationError"),
            [.confirm], .sameCall, .cashier,
            .readerSilent),
        .init(
            .commandInvalidAllowRedisplay, .init(number: 6701, name: "CommandInvalidAllowRedisplay"),
            [.collect, .confirm], .never, .developer,
            .programFault),
        .init(
            .requestDynamicCurrencyConversionRequiresUpdatePaymentIntent,
            .init(number: 1941, name: "RequestDynamicCurrencyConversionRequiresUpdatePaymentIntent"),
            [.collect], .never, .developer,
            .programFault),
        .init(
            .dynamicCurrencyConversionNotAvailable,
            .init(number: 1942, name: "DynamicCurrencyConversionNotAvailable"), [.collect, .inspect],
            .never, .cashier,
            .featureMissing),
        .init(
            .surchargeUnavailableWithDynamicCurrencyConversion,
            .init(number: 1952, name: "SurchargeUnavailableWithDynamicCurrencyConversion"),
            [.collect, .confirm], .never, .developer,
            .programFault),
        .init(
            .collectInputsInvalidParameter, .init(number: 1997, name: "CollectInputsInvalidParameter"), [.collect],
            .never, .developer,
            .programFault),
        .init(
            .collectInputsTimedOut, .init(number: 2971, name: "CollectInputsTimedOut"), [.collect], .sameCall,
            .customer,
            .formNotAnswered),
        .init(
            .collectInputsApplicationError, .init(number: 5004, name: "CollectInputsApplicationError"), [.collect],
            .sameCall, .cashier,
            .readerFault),
        .init(
            .collectDataApplicationError, .init(number: 5006, name: "CollectDataApplicationError"), [.collect],
            .reconnect, .cashier,
            .readerFault),
        .init(
            .featureNotAvailable, .init(number: 1890, name: "FeatureNotAvailable"), [], .never, .administrator,
            .featureMissing),
        .init(
            .featureNotAvailableWithConnectedReader,
            .init(number: 1880, name: "FeatureNotAvailableWithConnectedReader"), [.connect, .collect], .never,
            .administrator,
            .featureMissing),
    ]

    static let reader: [ErrorEntry] = [
        .init(
            .notConnectedToReader, .init(number: 1100, name: "NotConnectedToReader"), [.connect, .collect], .reconnect,
            .cashier,
            .noReader),
        .init(
            .alreadyConnectedToReader, .init(number: 1110, name: "AlreadyConnectedToReader"), [.discover, .connect],
            .never, .developer,
            .readerAlreadyConnected),
        .init(
            .readerNotFound, nil, [.discover, .connect], .sameCall, .cashier,
            .readerNotFound),
        .init(
            .readerBusy, .init(number: 3010, name: "ReaderBusy"), [.collect, .confirm], .sameCall, .cashier,
            .readerInUse),
        .init(
            .connectFailedReaderIsInUse, .init(number: 3880, name: "ConnectFailedReaderIsInUse"), [.connect], .sameCall,
            .cashier,
            .readerInUse),
        .init(
            .readerConnectedToAnotherDevice, .init(number: 4020, name: "ReaderConnectedToAnotherDevice"), [.connect],
            .reconnect, .cashier,
            .readerElsewhere),
        .init(
            .readerAccessDenied, nil, [.connect], .reconnect, .administrator,
            .readerForbidden),
        .init(
            .incompatibleReader, .init(number: 3030, name: "IncompatibleReader"), [.connect], .never, .administrator,
            .readerUnsupported),
        .init(
            .readerConnectionFailed, nil, [.connect], .sameCall, .cashier,
            .readerSilent),
        .init(
            .readerConnectTimedOut, .init(number: 3870, name: "InternetConnectTimeOut"), [.connect], .sameCall,
            .cashier,
            .readerSilent),
        .init(
            .discoveryTimedOut, .init(number: 2972, name: "UsbDiscoveryTimedOut"), [.discover], .sameCall, .cashier,
            .readerNotFound),
        .init(
            .readerCommunicationError, .init(number: 3060, name: "ReaderCommunicationError"), [.connect, .collect],
            .reconnect, .cashier,
            .readerSilent),
        .init(
            .readerDisconnected, nil, [.collect], .reconnect, .cashier,
            .noReader),
        .init(
            .readerLinkLost, nil, [.collect], .reconnect, .cashier,
            .readerSilent),
        .init(
            .usbDisconnected, .init(number: 3990, name: "UsbDisconnected"), [.collect], .reconnect, .cashier,
            .readerUnplugged),
        .init(
            .readerBatteryCriticallyLow, .init(number: 2680, name: "BluetoothConnectionFailedBatteryCriticallyLow"),
            [.connect, .collect], .reconnect, .cashier,
            .readerBattery),
        .init(
            .unsupportedReaderVersion, .init(number: 3850, name: "UnsupportedReaderVersion"), [.connect], .never,
            .administrator,
            .readerUnsupported),
        .init(
            .readerMissingEncryptionKeys, .init(number: 3980, name: "ReaderMissingEncryptionKeys"), [.collect], .never,
            .administrator,
            .readerUnsupported),
        .init(
            .genericReaderError, .init(number: 5005, name: "GenericReaderError"), [.collect], .reconnect, .cashier,
            .readerFault),
        .init(
            .unexpectedReaderError, .init(number: 5001, name: "UnexpectedReaderError"), [.collect], .reconnect,
            .cashier,
            .readerFault),
        .init(
            .invalidReaderForUpdate, .init(number: 1861, name: "InvalidReaderForUpdate"), [.connect], .never,
            .administrator,
            .featureMissing),
        .init(
            .readerSoftwareUpdateFailed, .init(number: 3800, name: "ReaderSoftwareUpdateFailed"), [.connect], .never,
            .administrator,
            .readerUpdateFailed),
        .init(
            .readerSoftwareUpdateFailedBatteryLow, .init(number: 2650, name: "ReaderSoftwareUpdateFailedBatteryLow"),
            [.connect], .sameCall, .cashier,
            .readerUpdateBattery),
        .init(
            .readerSoftwareUpdateFailedInterrupted, .init(number: 2660, name: "ReaderSoftwareUpdateFailedInterrupted"),
            [.connect], .reconnect, .cashier,
            .readerUpdateFailed),
        .init(
            .readerSoftwareUpdateFailedExpiredUpdate,
            .init(number: 2670, name: "ReaderSoftwareUpdateFailedExpiredUpdate"), [.connect], .reconnect, .cashier,
            .readerUpdateExpired),
        .init(
            .readerSoftwareUpdateFailedReaderError, .init(number: 3830, name: "ReaderSoftwareUpdateFailedReaderError"),
            [.connect], .reconnect, .cashier,
            .readerUpdateFailed),
        .init(
            .readerSoftwareUpdateFailedServerError, .init(number: 3840, name: "ReaderSoftwareUpdateFailedServerError"),
            [.connect], .sameCall, .cashier,
            .readerUpdateFailed),
    ]

    static let card: [ErrorEntry] = [
        .init(
            .cardReadTimedOut, .init(number: 2830, name: "CardReadTimedOut"), [.collect], .collectAgain, .customer,
            .noCard),
        .init(
            .cardInsertNotRead, .init(number: 2810, name: "CardInsertNotRead"), [.collect], .collectAgain, .customer,
            .chipNotRead),
        .init(
            .cardSwipeNotRead, .init(number: 2820, name: "CardSwipeNotRead"), [.collect], .collectAgain, .customer,
            .stripeNotRead),
        .init(
            .cardRemoved, .init(number: 2840, name: "CardRemoved"), [.collect], .collectAgain, .customer,
            .cardRemoved),
        .init(
            .cardNotSupported, .init(number: 6510, name: "CardNotSupported"), [.collect], .anotherCard, .customer,
            .cardNotAccepted),
        .init(
            .declinedByReader, .init(number: 6500, name: "DeclinedByReader"), [.collect], .anotherCard, .customer,
            .cardRefusedByReader),
        .init(
            .collectionExpired, nil, [.confirm], .collectAgain, .cashier,
            .noCard),
    ]

    static let gateway: [ErrorEntry] = [
        .init(
            .connectionTokenMissing, .init(number: 1510, name: "ConnectionTokenProviderCompletedWithNothing"),
            [.connect], .sameCall, .developer,
            .setupFault),
        .init(
            .connectionTokenFailed, .init(number: 9050, name: "ConnectionTokenProviderCompletedWithError"), [.connect],
            .sameCall, .cashier,
            .serviceTrouble),
        .init(
            .connectionTokenTimedOut, .init(number: 9052, name: "ConnectionTokenProviderTimedOut"), [.connect],
            .sameCall, .cashier,
            .noNetwork),
        .init(
            .notConnectedToGateway, .init(number: 9000, name: "NotConnectedToInternet"), [], .sameCall, .cashier,
            .noNetwork),
        .init(
            .requestTimedOut, .init(number: 9010, name: "RequestTimedOut"), [], .verifyFirst, .cashier,
            .noAnswer),
        .init(
            .gatewayConnectionLost, .init(number: 9040, name: "InternalNetworkError"), [], .verifyFirst, .cashier,
            .noAnswer),
        .init(
            .responseNotUnderstood, .init(number: 9030, name: "StripeAPIResponseDecodingError"), [], .verifyFirst,
            .cashier,
            .noAnswer),
        .init(
            .answerMismatch, nil, [], .verifyFirst, .developer,
            .noAnswer),
        .init(
            .authenticationFailed, nil, [], .never, .administrator,
            .keyRefused),
        .init(
            .permissionDenied, nil, [], .never, .administrator,
            .keyRefused),
        .init(
            .resourceMissing, nil, [], .never, .cashier,
            .notFound),
        .init(
            .unexpectedState, nil, [], .never, .cashier,
            .wrongState),
        .init(
            .idempotencyMismatch, nil, [], .never, .developer,
            .programFault),
        .init(
            .rateLimited, nil, [], .sameCall, .nobody,
            .serviceTrouble),
        .init(
            .apiError, .init(number: 9020, name: "StripeAPIError"), [], .sameCall, .cashier,
            .serviceTrouble),
        .init(
            .declinedByIssuer, .init(number: 6000, name: "DeclinedByStripeAPI"), [.confirm], .anotherCard, .customer,
            .declined),
        .init(
            .refundFailed, .init(number: 6800, name: "RefundFailed"), [.refund], .never, .cashier,
            .refundRefused),
    ]

    static let journal: [ErrorEntry] = [
        .init(
            .journalUnavailable, nil, [], .sameCall, .administrator,
            .recordsFailed),
        .init(
            .journalFull, nil, [], .sameCall, .administrator,
            .recordsFailed),
        .init(
            .journalOfOtherAccount, .init(number: 1930, name: "AccountIdMismatchWhileForwarding"), [], .never,
            .administrator,
            .setupFault),
    ]

    static let chain: [ErrorEntry] = [
        .init(.laneBlocked, nil, [.create, .collect], .never, .administrator, .laneBlocked),
        .init(.journalBehindCopy, nil, [.create, .collect], .never, .administrator, .recordsMissing),
    ]

    static let offline: [ErrorEntry] = [
        .init(
            .offlineRefused, nil, [.create, .collect, .confirm], .never, .cashier,
            .notOffline),
        .init(
            .offlineTooOld, nil, [.collect, .confirm, .forward], .verifyFirst, .cashier,
            .goOnline),
        .init(
            .offlineNotEnabled, .init(number: 10107, name: "OfflineBehaviorForceOfflineWithFeatureDisabled"), [.create],
            .never, .administrator,
            .notOffline),
        .init(
            .updateUnavailableOffline, .init(number: 1935, name: "UpdatePaymentIntentUnavailableWhileOffline"), [.edit],
            .never, .cashier,
            .notOffline),
        .init(
            .amountExceedsMaxOfflineAmount, .init(number: 2890, name: "AmountExceedsMaxOfflineAmount"),
            [.collect, .confirm], .never, .cashier,
            .offlineAmount),
        .init(
            .invalidOfflineCurrency, .init(number: 2891, name: "InvalidOfflineCurrency"), [.collect, .confirm], .never,
            .administrator,
            .notOffline),
        .init(
            .offlinePaymentsTooMany, .init(number: 2860, name: "OfflinePaymentsDatabaseTooLarge"),
            [.collect, .confirm], .never, .cashier,
            .goOnline),
        .init(
            .cardSwipeNotAvailable, .init(number: 6900, name: "CardSwipeNotAvailable"), [.confirm], .collectAgain,
            .customer,
            .cardNotOffline),
        .init(
            .interacNotSupportedOffline, .init(number: 6901, name: "InteracNotSupportedOffline"), [.confirm],
            .anotherCard, .customer,
            .cardNotOffline),
        .init(
            .offlineAndCardExpired, .init(number: 6902, name: "OfflineAndCardExpired"), [.confirm], .anotherCard,
            .customer,
            .cardExpired),
        .init(
            .storedCardUnreadable, .init(number: 5002, name: "EncryptionKeyFailure"), [.forward], .verifyFirst,
            .administrator,
            .storedCardLost),
        .init(
            .onlineRequired, .init(number: 10106, name: "NotConnectedToInternetAndOfflineBehaviorRequireOnline"),
            [.create], .sameCall, .cashier,
            .noNetwork),
    ]

    static let printer: [ErrorEntry] = [
        .init(
            .printerBusy, .init(number: 4000, name: "PrinterBusy"), [], .sameCall, .cashier,
            .printerUnavailable),
        .init(
            .printerOutOfPaper, .init(number: 4002, name: "PrinterOutOfPaper"), [], .sameCall, .cashier,
            .printerPaper),
        .init(
            .printerCoverOpen, .init(number: 4003, name: "PrinterCoverOpen"), [], .sameCall, .cashier,
            .printerCover),
        .init(
            .printerAbsent, .init(number: 4004, name: "PrinterAbsent"), [], .never, .administrator,
            .printerUnavailable),
        .init(
            .printerUnavailable, .init(number: 4005, name: "PrinterUnavailable"), [], .sameCall, .cashier,
            .printerUnavailable),
        .init(
            .printerError, .init(number: 4006, name: "PrinterError"), [], .sameCall, .cashier,
            .printerUnavailable),
    ]

    static let unknown: [ErrorEntry] = [
        .init(
            .outcomeUnknown, nil, [], .verifyFirst, .cashier,
            .outcomeUnknown)
    ]
}
