extension TenderError {
    /// The finest name of the cause: `detail` where the engine knew it, else what code, phase and gateway say.
    public var errorCode: ErrorCode { detail ?? ErrorCode(code, phase: phase, apiError: apiError) }
}

extension ErrorCode {
    /// Names a cause by the phase it occurred in, if known, and the gateway's error object.
    public init(_ code: TenderError.Code, phase: TenderError.Phase? = nil, apiError: APIError? = nil) {
        self =
            switch code {
            case .invalidParameter: Self.parameter(phase, apiError?.param ?? "")
            case .invalidConfiguration: Self.configuration(phase)
            case .unexpectedState, .unexpectedOperation: Self.state(code, phase, apiError?.code ?? "")
            case .declinedByIssuer: phase == .refund ? .refundFailed : .declinedByIssuer
            case .readerBusy: phase == .connect ? .connectFailedReaderIsInUse : .readerBusy
            case .notAvailable:
                phase == .connect || phase == .collect ? .featureNotAvailableWithConnectedReader : .featureNotAvailable
            case .resourceMissing:
                apiError?.param.map(Self.namesLocation) == true ? .invalidLocationIDParameter : .resourceMissing
            case .invalidAmount: .invalidAmount
            case .invalidCurrency: .invalidCurrency
            case .invalidClientSecret: .invalidClientSecret
            case .busy: .terminalBusy
            case .notConnectedToReader: .notConnectedToReader
            case .alreadyConnectedToReader: .alreadyConnectedToReader
            case .readerNotFound: .readerNotFound
            case .readerDisconnected: .readerDisconnected
            case .readerCommunicationError: .readerCommunicationError
            case .discoveryTimedOut: .discoveryTimedOut
            case .connectionFailed: .readerConnectionFailed
            case .cardReadTimedOut: .cardReadTimedOut
            case .cardNotRead: .cardInsertNotRead
            case .cardRemoved: .cardRemoved
            case .cardNotSupported: .cardNotSupported
            case .declinedByReader: .declinedByReader
            case .collectionExpired: .collectionExpired
            case .canceled: .canceled
            case .connectionTokenFailed: .connectionTokenFailed
            case .notConnectedToGateway: .notConnectedToGateway
            case .requestTimedOut: .requestTimedOut
            case .gatewayConnectionLost: .gatewayConnectionLost
            case .responseNotUnderstood: .responseNotUnderstood
            case .answerMismatch: .answerMismatch
            case .authenticationFailed: .authenticationFailed
            case .permissionDenied: .permissionDenied
            case .idempotencyMismatch: .idempotencyMismatch
            case .rateLimited: .rateLimited
            case .apiError: .apiError
            case .refundFailed: .refundFailed
            case .journalUnavailable: .journalUnavailable
            case .offlineRefused: .offlineRefused
            case .outcomeUnknown: .outcomeUnknown
            }
    }

    /// Names what is wrong with a parameter, given in bracket notation.
    private static func parameter(_ phase: TenderError.Phase?, _ name: String) -> ErrorCode {
        if name.contains("surcharge") { return .surchargingNotAvailable }
        if name.contains("dynamic_currency_conversion") { return .dynamicCurrencyConversionNotAvailable }
        if name.contains("tipping") || name.contains("amount_eligible") { return .readerTippingParameterInvalid }
        if name.contains("collect_inputs") { return .collectInputsInvalidParameter }
        if name.contains("allow_redisplay") { return .commandInvalidAllowRedisplay }
        if namesLocation(name) { return .invalidLocationIDParameter }
        switch name {
        case "amount", "amount_to_capture": return .invalidAmount
        case "currency": return .invalidCurrency
        case "limit": return .invalidListLocationsLimitParameter
        default: return parameter(phase)
        }
    }

    private static func parameter(_ phase: TenderError.Phase?) -> ErrorCode {
        switch phase {
        case .refund: .invalidRefundParameters
        case .discover: .invalidDiscoveryConfiguration
        case .connect: .invalidConnectionConfiguration
        case .configure, .create, .edit, .retrieve, .collect, .inspect, .confirm, .capture, .increment, .cancel, .move,
            .forward, nil:
            .invalidRequiredParameter
        }
    }

    private static func configuration(_ phase: TenderError.Phase?) -> ErrorCode {
        switch phase {
        case .discover: .invalidDiscoveryConfiguration
        case .connect: .readerConnectionConfigurationInvalid
        case .configure, .create, .edit, .retrieve, .collect, .inspect, .confirm, .capture, .increment, .cancel,
            .refund, .move, .forward, nil:
            .invalidConfiguration
        }
    }

    private static func state(
        _ code: TenderError.Code, _ phase: TenderError.Phase?, _ apiCode: String
    ) -> ErrorCode {
        if apiCode == "setup_intent_unexpected_state" { return .confirmInvalidSetupIntent }
        if phase == .confirm { return .confirmInvalidPaymentIntent }
        return code == .unexpectedState ? .unexpectedState : .unexpectedOperation
    }

    private static func namesLocation(_ name: String) -> Bool { name == "location" || name.hasSuffix("[location]") }
}
