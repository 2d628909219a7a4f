/// The part of an exchange that reaches the client.
public enum Delivery: Hashable, Sendable {
    /// The whole answer.
    case answer(APIResponse)
    /// The headers and half of the body; then the connection closes.
    case half(APIResponse)
    /// Nothing; the connection closes.
    case closed
}

extension SimulatedPayments {
    private static let page = """
        <!DOCTYPE html>
        <html><head><title>Sign in to the network</title></head><body><h1>Welcome</h1></body></html>

        """

    /// Answers a request that a fault may hit.
    ///
    /// - Parameters:
    ///   - fault: The fault; for a delay the caller has waited already.
    ///   - held: The permission from `hold(_:)` before the delay.
    ///   - now: The seconds since 1970.
    public mutating func handle(
        _ request: APIRequest, fault: Fault.Effect?, held: HeldKey? = nil, now: Int64
    ) -> Delivery {
        switch fault {
        case .dropRequest:
            logUnserved(request, id: context.newID(.requests), nil, fault, now: now)
            return .closed
        case .status(let status):
            var response = Self.faultResponse(status)
            let id = context.newID(.requests)
            response.add("Request-Id", id)
            logUnserved(request, id: id, response, fault, now: now)
            return .answer(response)
        case .statusAfter(let status):
            let response = answer(request, now: now, held: held) { _ in Self.faultResponse(status) }
            note(fault, in: response, now: now)
            return .answer(response)
        case nil, .delay, .dropAnswer, .closeMidBody, .html:
            let response = answer(request, now: now, held: held, replacement: nil)
            note(fault, in: response, now: now)
            return Self.deliver(response, fault)
        }
    }

    /// Logs a request that a fault kept from the rules.
    private mutating func logUnserved(
        _ request: APIRequest, id: String, _ response: APIResponse?, _ fault: Fault.Effect?, now: Int64
    ) {
        guard let credential = try? credential(of: request, now: context.time(now)) else { return }
        log(request, id: id, Route(request), credential, response, now: context.time(now))
        requestLog.change(id) { $0.fault = fault?.name }
    }

    /// Adds the fault of an answered request to the log, and whether the answer arrived.
    private mutating func note(_ fault: Fault.Effect?, in response: APIResponse, now: Int64) {
        guard let fault, let id = response.header("Request-Id") else { return }
        requestLog.change(id) { entry in
            entry.fault = fault.name
            if fault == .dropAnswer || fault == .closeMidBody { entry.status = nil }
        }
    }

    private static func deliver(_ response: APIResponse, _ fault: Fault.Effect?) -> Delivery {
        switch fault {
        case .dropAnswer: .closed
        case .closeMidBody: .half(response)
        case .html: .answer(APIResponse(status: 200, contentType: "text/html", body: Array(page.utf8)))
        default: .answer(response)
        }
    }

    /// The answer to a request whose effects could not be stored.
    public static let notWritten: APIResponse = {
        let message =
            "The simulated gateway's file could not be written: what was asked may be lost, and nothing else is answered."
        let error: JSONValue = ["error": ["type": "api_error", "message": .string(message)]]
        return APIResponse(status: 500, body: error.rendered())
    }()

    private static func faultResponse(_ status: Int) -> APIResponse {
        let error: JSONValue =
            switch status {
            case 429: ["type": "invalid_request_error", "code": "rate_limit", "message": "Too many requests."]
            case 500...: ["type": "api_error", "message": "An unknown error occurred."]
            default: ["type": "invalid_request_error", "message": "The request was refused by a fault."]
            }
        return APIResponse(status: status, body: JSONValue.object(["error": error]).rendered())
    }
}
