/// An answer that is an error object of the API.
struct APIFailure: Error {
    enum Kind: String {
        case api = "api_error"
        case card = "card_error"
        case idempotency = "idempotency_error"
        case invalidRequest = "invalid_request_error"
    }

    var status = 400
    var kind = Kind.invalidRequest
    var message: String
    /// What a device is told in its place, where the message says whose something is.
    var publicMessage: String?
    var code: String?
    var declineCode: String?
    var param: String?
    /// The failed charge of a decline.
    var charge: String?
    /// The intent that the request was about, shown as it is after the failure.
    var paymentIntent: String?
    /// The same for a SetupIntent.
    var setupIntent: String?
    /// The payment method that was declined.
    var paymentMethod: String?
    /// Whether the endpoint had begun to execute, so that the answer belongs to the idempotency key.
    var isExecuted = false

    static func invalid(_ message: String, code: String? = nil, param: String? = nil) -> APIFailure {
        APIFailure(message: message, code: code, param: param)
    }

    static func missing(_ param: String) -> APIFailure {
        invalid("Missing required param: \(param).", code: "parameter_missing", param: param)
    }

    /// An object that is named by the URL, or by the parameter `param` when `isParameter`.
    static func unknown(_ object: String, _ id: String, param: String, isParameter: Bool = false) -> APIFailure {
        let name = object == WebhookEndpoint.object ? "webhook endpoint" : object.trimmingPrefix("terminal.")
        var failure = invalid("No such \(name): '\(id)'", code: "resource_missing", param: param)
        failure.status = isParameter ? 400 : 404
        return failure
    }

    /// An operation that the intent's state does not allow.
    static func unexpectedState(_ intent: String, _ message: String) -> APIFailure {
        var failure = invalid(message, code: "payment_intent_unexpected_state")
        failure.paymentIntent = intent
        failure.isExecuted = true
        return failure
    }

    /// A refusal on grounds of the objects as they are, raised while executing.
    static func refused(
        _ message: String, code: String?, param: String? = nil, intent: String? = nil
    ) -> APIFailure {
        var failure = invalid(message, code: code, param: param)
        failure.paymentIntent = intent
        failure.isExecuted = true
        return failure
    }

    /// The same, with a message for devices.
    func telling(devices message: String) -> APIFailure {
        var failure = self
        failure.publicMessage = message
        return failure
    }

    static func exclusive(_ names: String...) -> APIFailure {
        invalid(
            "You may only specify one of these parameters: \(names.joined(separator: ", ")).",
            code: "parameters_exclusive", param: names.last)
    }

    static func unauthorized(_ message: String, code: String? = nil) -> APIFailure {
        APIFailure(status: 401, message: message, code: code)
    }
}
