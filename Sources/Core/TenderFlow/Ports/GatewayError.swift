public import TenderModel

/// The reason that an exchange with the gateway returned no object, and above all the fate of the request.
public struct GatewayError: Error, Hashable, Sendable {
    /// What is known about the request.
    public enum Fate: Hashable, Sendable {
        /// No byte of it left this machine.
        case notSent
        /// It may have been executed: there was no response, or a broken or unreadable one.
        case unknown
        /// The gateway answered with this status and its own error object.
        case answered(status: Int)
        /// It was not executed and no longer can be: its subject has ended otherwise, as the gateway reports.
        case precluded
    }

    /// What went wrong, as a public error code.
    public var code: TenderError.Code
    /// What is known about the request.
    public var fate: Fate
    /// A human-readable sentence, without secrets and card data.
    public var message: String
    /// The gateway's error object.
    @Apart public var apiError: APIError?
    /// The intent that came with the error: authoritative after a decline or a state error.
    @Apart public var intent: PaymentIntent?
    /// The SetupIntent that came with the error: authoritative after a decline or a state error.
    @Apart public var setupIntent: SetupIntent?
    /// The gateway's ID of the request.
    public var requestID: String?
    /// Whether the gateway replayed a response that it had stored under the key.
    public var isReplay: Bool
    /// Whether the response named the key of the request, so that it cannot be about another.
    public var isUnderKey: Bool
    /// Whether the request was read-only, so that it changed nothing, whatever its fate.
    public var isReading: Bool

    /// Creates an error.
    public init(
        _ code: TenderError.Code, fate: Fate, message: String, apiError: APIError? = nil,
        intent: PaymentIntent? = nil, requestID: String? = nil, isReplay: Bool = false,
        isUnderKey: Bool = false, isReading: Bool = false
    ) {
        self.code = code
        self.fate = fate
        self.message = message
        self.apiError = apiError
        self.intent = intent
        self.requestID = requestID
        self.isReplay = isReplay
        self.isUnderKey = isUnderKey
        self.isReading = isReading
    }
}

extension GatewayError: CustomStringConvertible {
    /// The sentence and the code.
    public var description: String { "\(message) (\(code.rawValue))" }
}
