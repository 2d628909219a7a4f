/// What reaches the client of an exchange.
public enum Delivery: Hashable, Sendable {
    /// The whole answer.
    case answer(APIResponse)
    /// The headers and half of the body; then the connection is closed.
    case half(APIResponse)
    /// Nothing; the connection is closed.
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
    ///   - fault: what happens; for a delay the caller has waited already.
    ///   - held: the permission that `hold(_:)` gave before the delay.
    ///   - now: seconds since 1970.
    public mutating func handle(
        _ request: APIRequest, fault: Fault.Effect?, held: HeldKey? = nil, now: Int64
    ) -> Delivery {
        switch fault {
        case .dropRequest: return .closed
        case .status(let status):
            var response = Self.faultResponse(status)
            response.add("Request-Id", ids.make("req"))
            return .answer(response)
        case .statusAfter(let status):
            return .answer(answer(request, now: now, held: held) { _ in Self.faultResponse(status) })
        case nil, .delay, .dropAnswer, .closeMidBody, .html:
            return Self.deliver(answer(request, now: now, held: held, replacement: nil), fault)
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

    /// What a request is answered whose effects could not be kept.
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
