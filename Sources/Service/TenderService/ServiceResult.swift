import FoundationEssentials
import TenderAPI
import TenderModel

/// What a call returns: a word for its outcome, and members.
struct ServiceResult: Encodable, Sendable {
    var outcome: String
    var members: [(name: String, value: any Encodable & Sendable)]

    init(_ outcome: String = "done", _ members: [(String, (any Encodable & Sendable)?)] = []) {
        self.outcome = outcome
        self.members = members.compactMap { name, value in value.map { (name, $0) } }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(outcome, forKey: Key("outcome"))
        for (name, value) in members {
            try value.encode(to: container.superEncoder(forKey: Key(name)))
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// The answer to a call: an HTTP status and a JSON object.
public struct ServiceAnswer: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// The word for the outcome.
    public let outcome: String
    /// The JSON object.
    public let body: [UInt8]
    /// What went wrong, in a word; `nil` if nothing did.
    private var errorCode: String?
    /// Whether it was given before under the same key.
    public internal(set) var isRepeated = false

    init(status: Int, outcome: String, body: [UInt8]) {
        self.status = status
        self.outcome = outcome
        self.body = body
    }

    /// Tells again what a command was answered.
    init(repeating known: CommandBook.Answer) {
        self.init(status: known.status, outcome: known.outcome, body: Array((known.body ?? "").utf8))
        isRepeated = true
    }

    init(_ result: ServiceResult) {
        self.init(status: 200, outcome: result.outcome, encoding: result)
    }

    /// Tells an error.
    public init(_ error: ServiceError) {
        self.init(status: error.status, outcome: error.outcome, encoding: ErrorBody(error))
        errorCode = error.body.code
    }

    private init(status: Int, outcome: String, encoding value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            self.init(
                status: 503, outcome: "failed",
                body: Array(#"{"error":{"code":"not_available","message":"it is no JSON"},"outcome":"failed"}"#.utf8))
            return
        }
        self.init(status: status, outcome: outcome, body: Array(data))
    }

    /// Whether it says that the payment is past what was asked for.
    var isUnexpectedState: Bool { errorCode == TenderError.Code.unexpectedState.rawValue }

    /// Whether nothing more can become of the call: the same answer is given to whoever asks again under its key.
    var isFinal: Bool { isSettled && (status < 300 || outcome == "canceled" || outcome == "declined") }

    /// Whether its outcome is known: until then the command stays open, and goes on when it is given again.
    var isSettled: Bool { outcome != "unknown" && outcome != "pending" }

    private struct ErrorBody: Encodable {
        let outcome: String
        let error: ServiceError.Body

        init(_ error: ServiceError) {
            outcome = error.outcome
            self.error = error.body
        }
    }
}

extension ServiceResult {
    /// Returns a value of the engine with its names in snake case, as those of the payments API are.
    static func snakeCase(_ value: some Encodable) throws -> APIValue {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return try JSONDecoder().decode(APIValue.self, from: encoder.encode(value))
    }

    /// Tells a payment as it is now.
    static func intent(_ intent: PaymentIntent, _ outcome: String = "done") -> ServiceResult {
        ServiceResult(outcome, [("payment_intent", intent.withoutSecret)])
    }

    /// Tells how a confirmation ended.
    init(_ outcome: PaymentOutcome) {
        switch outcome {
        case .approved(let intent): self = .intent(intent, "approved")
        case .declined(let decline, let intent):
            self.init("declined", [("payment_intent", intent.withoutSecret), ("decline", DeclineReport(decline))])
        case .canceled(let origin, let intent):
            self.init("canceled", [("payment_intent", intent.withoutSecret), ("canceled_by", origin.rawValue)])
        case .unknown(let unknown):
            self.init(
                "unknown",
                [
                    ("payment_intent", unknown.intent.withoutSecret), ("reason", unknown.reason.rawValue),
                    ("message", unknown.message),
                ])
        case .storedOffline(let approval):
            self.init("stored_offline", [("payment_intent", approval.intent.withoutSecret)])
        }
    }

    /// Tells how a refund ended.
    init(_ outcome: RefundOutcome) {
        switch outcome {
        case .succeeded(let refund): self.init("succeeded", [("refund", refund)])
        case .pending(let refund): self.init("pending", [("refund", refund)])
        case .failed(let refund): self.init("failed", [("refund", refund)])
        case .unknown: self.init("unknown")
        }
    }

    /// Tells how the saving of a card ended.
    init(_ outcome: SetupOutcome) {
        switch outcome {
        case .saved(let intent): self.init("saved", [("setup_intent", intent.withoutSecret)])
        case .declined(let decline, let intent):
            self.init("declined", [("setup_intent", intent.withoutSecret), ("decline", DeclineReport(decline))])
        case .canceled(let origin, let intent):
            self.init("canceled", [("setup_intent", intent.withoutSecret), ("canceled_by", origin.rawValue)])
        case .unknown(_, let intent): self.init("unknown", [("setup_intent", intent.withoutSecret)])
        case .storedOffline(let intent): self.init("stored_offline", [("setup_intent", intent.withoutSecret)])
        }
    }

    /// Tells who won when a command was stopped.
    init(_ result: CancelResult) {
        switch result {
        case .canceled(let origin): self.init("canceled", [("canceled_by", origin.rawValue)])
        case .reversed: self.init("reversed")
        case .reversalUnknown: self.init("unknown")
        case .tooLate(let outcome):
            var told = ServiceResult(outcome)
            told.members.append(("operation", told.outcome))
            told.outcome = "too_late"
            self = told
        case .notCancellable: self.init("not_cancelable")
        }
    }
}

/// Why a card was refused.
private struct DeclineReport: Encodable, Sendable {
    let code: String
    let declineCode: String?
    let message: String?

    init(_ decline: Decline) {
        code = decline.code
        declineCode = decline.declineCode
        message = decline.message
    }

    enum CodingKeys: String, CodingKey {
        case code, message
        case declineCode = "decline_code"
    }
}

extension PaymentIntent {
    /// The intent without its client secret, which no front end of the service needs.
    var withoutSecret: PaymentIntent {
        var intent = self
        intent.clientSecret = nil
        return intent
    }
}

extension SetupIntent {
    /// The intent without its client secret.
    var withoutSecret: SetupIntent {
        var intent = self
        intent.clientSecret = nil
        return intent
    }
}
