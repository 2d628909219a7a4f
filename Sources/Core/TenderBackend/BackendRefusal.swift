import FoundationEssentials

/// Why the merchant's server refuses a request, in the form of the API's errors; nothing was sent to the API.
public struct BackendRefusal: Error, Hashable, Sendable {
    /// The HTTP status, 400 to 499.
    public let status: Int
    /// A code for programs.
    public let code: String
    /// A sentence for people, without secrets.
    public let message: String
    /// The seconds after which a request may be repeated.
    public var retryAfter: Int64?

    private struct Envelope: Encodable {
        struct Content: Encodable {
            let type: String
            let code: String
            let message: String
        }

        let error: Content
    }

    /// The error object, as JSON.
    public var body: [UInt8] { Self.body(type: "invalid_request_error", code: code, message) }

    /// Returns an error object as JSON.
    public static func body(type: String, code: String, _ message: String) -> [UInt8] {
        let envelope = Envelope(error: .init(type: type, code: code, message: message))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(envelope)).map { [UInt8]($0) } ?? []
    }

    private init(_ status: Int, _ code: String, _ message: String, retryAfter: Int64? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}

extension BackendRefusal {
    static let unknownTill = BackendRefusal(
        401, "till_unknown", "This server does not know the till: its token is missing, wrong or withdrawn.")
    static let wrongMethod = BackendRefusal(405, "method_not_allowed", "Every call is a POST with a form.")
    static let noSuchCall = BackendRefusal(403, "call_unknown", "This server has no such call.")
    static let keyMissing = BackendRefusal(
        400, "idempotency_key_missing", "This call needs an Idempotency-Key of 1 to 255 characters.")
    static let noForm = BackendRefusal(400, "form_invalid", "The body is not a form.")
    static let currencyNotAllowed = BackendRefusal(
        400, "currency_not_allowed", "This server takes no payments in this currency.")
    static let noAmount = BackendRefusal(400, "amount_invalid", "The amount is not a whole number.")
    static let refundWithoutAmount = BackendRefusal(
        400, "refund_amount_missing", "This server limits refunds: name the amount.")
    static let surchargeWithoutLimit = BackendRefusal(
        400, "surcharge_not_allowed", "This server limits payments, and has no limit for surcharges: it takes none.")

    static let priceNotNamed = BackendRefusal(
        400, "price_not_named", "This server limits payments: name the price of each line, as whole units.")

    static func tooMany(retryAfter: Int64) -> BackendRefusal {
        BackendRefusal(
            429, "rate_limit", "The till makes too many requests: wait \(retryAfter) s.", retryAfter: retryAfter)
    }

    static func notAllowed(_ what: String) -> BackendRefusal {
        BackendRefusal(403, "not_allowed", "This server does not let the till use \(shown(what)).")
    }

    static func noSuchField(_ name: String) -> BackendRefusal {
        BackendRefusal(400, "field_not_allowed", "The field \(shown(name)), or its value, is not in the contract.")
    }

    static func twice(_ name: String) -> BackendRefusal {
        BackendRefusal(400, "field_repeated", "The field \(shown(name)) is there twice.")
    }

    static func noID(_ names: String) -> BackendRefusal {
        BackendRefusal(400, "id_invalid", "The call needs an id: \(names).")
    }

    static func amountTooLarge(limit: Int64) -> BackendRefusal {
        BackendRefusal(400, "amount_too_large", "The amount is above this server's limit of \(limit).")
    }

    /// Returns a name from outside, short.
    private static func shown(_ name: String) -> String { "'\(name.prefix(60))'" }
}
