public import TenderModel

/// Why an exchange with the gateway gave no object, and above all what became of the request.
public struct GatewayError: Error, Hashable, Sendable {
    /// What is known of the request.
    public enum Fate: Hashable, Sendable {
        /// No byte of it left this machine.
        case notSent
        /// It may have been executed: no answer, a broken answer, or one that cannot be read.
        case unknown
        /// The gateway answered with this status and an error object of its own.
        case answered(status: Int)
        /// It was not executed and cannot be any more: what it is about has ended otherwise, as the gateway says.
        case precluded
    }

    /// What went wrong, in the public errors' words.
    public var code: TenderError.Code
    /// What is known of the request.
    public var fate: Fate
    /// A sentence for people; without secrets and card data.
    public var message: String
    /// The gateway's error object.
    @Apart public var apiError: APIError?
    /// The intent that came with the error: the truth after a decline or a state error.
    @Apart public var intent: PaymentIntent?
    /// The gateway's name for the request.
    public var requestID: String?
    /// Whether the gateway repeated an answer that it had stored under the key.
    public var isReplay: Bool
    /// Whether the answer named the key of the request, and so is about no other.
    public var isUnderKey: Bool
    /// Whether the request only read: it changed nothing, whatever became of it.
    public var isReading: Bool

    /// Makes an error.
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
