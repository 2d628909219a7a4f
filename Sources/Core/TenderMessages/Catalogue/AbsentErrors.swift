/// The SDK's codes that have none here, by the reason.
enum AbsentErrors {
    static let all: [AbsentError] = [
        .init(
            .notApplicable,
            """
            a cancel that comes too late is a result (`CancelResult`), not an error
            """,
            [
                .init(number: 1010, name: "CancelFailedAlreadyCompleted"),
                .init(number: 1011, name: "CancelFailedUnavailable"),
            ]),
        .init(
            .notApplicable,
            """
            forwarding asks for no connection token
            """,
            [
                .init(number: 1511, name: "ConnectionTokenProviderCompletedWithNothingWhileForwarding"),
                .init(number: 9051, name: "ConnectionTokenProviderCompletedWithErrorWhileForwarding"),
            ]),
        .init(
            .notApplicable,
            """
            the types do not allow the value to be missing
            """,
            [
                .init(number: 1540, name: "NilPaymentIntent"),
                .init(number: 1542, name: "NilSetupIntent"),
            ]),
        .init(
            .notApplicable,
            """
            every request names the API version that it is written for
            """,
            [
                .init(number: 1870, name: "UnsupportedSDK")
            ]),
        .init(
            .notApplicable,
            """
            no driver uses Bluetooth; a reader's lost link is `readerLinkLost`
            """,
            [
                .init(number: 1910, name: "BluetoothConnectionInvalidLocationIdParameter"),
                .init(number: 2320, name: "BluetoothDisabled"),
                .init(number: 2321, name: "BluetoothAccessDenied"),
                .init(number: 2330, name: "BluetoothScanTimedOut"),
                .init(number: 2340, name: "BluetoothLowEnergyUnsupported"),
                .init(number: 3200, name: "BluetoothError"),
                .init(number: 3210, name: "BluetoothConnectTimedOut"),
                .init(number: 3230, name: "BluetoothDisconnected"),
                .init(number: 3240, name: "BluetoothPeerRemovedPairingInformation"),
                .init(number: 3241, name: "BluetoothAlreadyPairedWithAnotherDevice"),
                .init(number: 3890, name: "BluetoothReconnectStarted"),
            ]),
        .init(
            .notApplicable,
            """
            it is about a telephone as a reader
            """,
            [
                .init(number: 1921, name: "InvalidRequiredParameterOnBehalfOf"),
                .init(number: 2900, name: "CommandNotAllowed"),
                .init(number: 2910, name: "UnsupportedMobileDeviceConfiguration"),
                .init(number: 2920, name: "PasscodeNotEnabled"),
                .init(number: 2930, name: "CommandNotAllowedDuringCall"),
                .init(number: 2960, name: "TapToPayReaderTOSAcceptanceRequiresiCloudSignIn"),
                .init(number: 2970, name: "TapToPayReaderTOSAcceptanceCanceled"),
                .init(number: 3100, name: "NFCDisabled"),
                .init(number: 3900, name: "ReaderNotAccessibleInBackground"),
                .init(number: 3905, name: "TapToPayReaderRequestInterrupted"),
                .init(number: 3910, name: "TapToPayReaderFailedToPrepare"),
                .init(number: 3920, name: "TapToPayReaderDeviceBanned"),
                .init(number: 3930, name: "TapToPayReaderTOSNotYetAccepted"),
                .init(number: 3940, name: "TapToPayReaderTOSAcceptanceFailed"),
                .init(number: 3950, name: "TapToPayReaderMerchantBlocked"),
                .init(number: 3960, name: "TapToPayReaderInvalidMerchant"),
                .init(number: 3970, name: "TapToPayReaderAccountDeactivated"),
                .init(number: 3971, name: "TapToPayReaderOfflineModeNotAllowed"),
                .init(number: 3972, name: "TapToPayReaderOfflineModeSessionExpired"),
                .init(number: 3973, name: "TapToPayReaderOfflineModeSessionInvalidated"),
                .init(number: 3974, name: "TapToPayReaderOfflineModeTokenIssuerChanged"),
                .init(number: 9041, name: "TapToPayInternalNetworkError"),
            ]),
        .init(
            .notApplicable,
            """
            the SDK keeps it for old programs only
            """,
            [
                .init(number: 1936, name: "UpdatePaymentIntentUnavailableWhileOfflineModeEnabled")
            ]),
        .init(
            .notApplicable,
            """
            a journal belongs to one account and mode: another one is `journalOfOtherAccount`
            """,
            [
                .init(number: 1937, name: "ForwardingTestModePaymentInLiveMode"),
                .init(number: 1938, name: "ForwardingLiveModePaymentInTestMode"),
            ]),
        .init(
            .notApplicable,
            """
            a second command waits or is refused (`terminalBusy`); none is pre-empted
            """,
            [
                .init(number: 1961, name: "CanceledDueToIntegrationError")
            ]),
        .init(
            .noCause,
            """
            the API has no code for forms that a reader cannot show: they are refused as `invalidRequiredParameter`
            """,
            [
                .init(number: 1998, name: "CollectInputsUnsupported")
            ]),
        .init(
            .notApplicable,
            """
            Linux grants no location to programs
            """,
            [
                .init(number: 2200, name: "LocationServicesDisabled")
            ]),
        .init(
            .notApplicable,
            """
            the collection waits until the card is removed
            """,
            [
                .init(number: 2850, name: "CardLeftInReader")
            ]),
        .init(
            .notApplicable,
            """
            readers on this machine open without the gateway, whether or not they were seen before
            """,
            [
                .init(number: 2870, name: "ReaderConnectionNotAvailableOffline"),
                .init(number: 2871, name: "ReaderConnectionOfflineLocationMismatch"),
                .init(number: 2872, name: "ReaderConnectionOfflineNeedsUpdate"),
                .init(number: 2873, name: "ReaderConnectionOfflinePairingUnseenDisabled"),
                .init(number: 2880, name: "NoLastSeenAccount"),
            ]),
        .init(
            .notApplicable,
            """
            a card that could not be read is named by the way it was read
            """,
            [
                .init(number: 2892, name: "MissingEMVData")
            ]),
        .init(
            .notApplicable,
            """
            the journal does not open without its key
            """,
            [
                .init(number: 2973, name: "OfflineEncryptionKeysUnavailable"),
                .init(number: 5003, name: "EncryptionKeyStillInitializing"),
            ]),
        .init(
            .notApplicable,
            """
            a reader's address comes from its discovery; one that does not answer is `readerConnectTimedOut`
            """,
            [
                .init(number: 3860, name: "UnknownReaderIpAddress")
            ]),
        .init(
            .noCause,
            """
            no reader here reports it apart from its other refusals
            """,
            [
                .init(number: 4100, name: "ReaderTampered")
            ]),
        .init(
            .noCause,
            """
            receipt printers report a jam as `printerError`
            """,
            [
                .init(number: 4001, name: "PrinterPaperJam")
            ]),
        .init(
            .notApplicable,
            """
            the consent is the parameter `allow_redisplay`; a missing one is `commandInvalidAllowRedisplay`
            """,
            [
                .init(number: 6700, name: "CommandRequiresCardholderConsent")
            ]),
        .init(
            .noCause,
            """
            no reader here decides offline
            """,
            [
                .init(number: 6903, name: "OfflineTransactionDeclined"),
                .init(number: 6905, name: "OnlinePinNotSupportedOffline"),
            ]),
        .init(
            .notApplicable,
            """
            a payment is made online or offline when it is created, and stays so
            """,
            [
                .init(number: 6904, name: "OfflineCollectAndConfirmMismatch")
            ]),
        .init(
            .notApplicable,
            """
            it is about the SDK's own simulation of being offline
            """,
            [
                .init(number: 6906, name: "OfflineTestCardInLivemode"),
                .init(number: 6908, name: "SimulatedOfflineModeNotAvailableInLivemode"),
                .init(number: 6909, name: "SimulatedOfflineModeNotAvailableForAccount"),
            ]),
        .init(
            .notApplicable,
            """
            there is no session: every request carries its credential; an expired one is `authenticationFailed`
            """,
            [
                .init(number: 9060, name: "SessionExpired")
            ]),
    ]
}
