/// An error object of the API as an answer.
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
    /// The message for devices instead, where the message says whose something is.
    var publicMessage: String?
    var code: String?
    var declineCode: String?
    var param: String?
    /// The failed charge of a decline.
    var charge: String?
    /// The intent that the request was about, as it is after the failure.
    var paymentIntent: String?
    /// The SetupIntent that the request was about, as it is after the failure.
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

    /// Returns the failure for an unknown object, named by the URL, or by the parameter `param` if `isParameter`.
    static func unknown(_ object: String, _ id: String, param: String, isParameter: Bool = false) -> APIFailure {
        let name = object == WebhookEndpoint.object ? "webhook endpoint" : object.trimmingPrefix("terminal.")
        var failure = invalid("No such \(name): '\(id)'", code: "resource_missing", param: param)
        failure.status = isParameter ? 400 : 404
        return failure
    }

    /// Returns the failure for an operation that the intent's state does not allow.
    static func unexpectedState(_ intent: String, _ message: String) -> APIFailure {
        var failure = invalid(message, code: "payment_intent_unexpected_state")
        failure.paymentIntent = intent
        failure.isExecuted = true
        return failure
    }

    /// Returns a refusal because of the objects' state, raised while executing.
    static func refused(
        _ message: String, code: String?, param: String? = nil, intent: String? = nil
    ) -> APIFailure {
        var failure = invalid(message, code: code, param: param)
        failure.paymentIntent = intent
        failure.isExecuted = true
        return failure
    }

    /// Returns the same failure, with a message for devices.
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
