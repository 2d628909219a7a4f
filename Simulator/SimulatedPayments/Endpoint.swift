/// What a request asks for; the raw value is its name in fault specifications.
public enum Endpoint: String, Hashable, Sendable, CaseIterable {
    /// `POST /v1/payment_intents`.
    case create
    /// `GET /v1/payment_intents/:id`.
    case retrieve
    /// `GET /v1/payment_intents`.
    case list
    /// `POST /v1/payment_intents/:id`.
    case update
    /// `POST /v1/payment_intents/:id/confirm`.
    case confirm
    /// `POST /v1/payment_intents/:id/capture`.
    case capture
    /// `POST /v1/payment_intents/:id/cancel`.
    case cancel
    /// `POST /v1/refunds`.
    case refund
    /// `GET /v1/refunds/:id`.
    case retrieveRefund = "retrieve-refund"
    /// `GET /v1/refunds`.
    case listRefunds = "list-refunds"
    /// `POST /v1/terminal/connection_tokens`.
    case connectionToken = "connection-token"

    /// Whether a publishable key with a client secret may ask for it.
    var isForPublishableKeys: Bool { self == .retrieve || self == .confirm }
}

/// An endpoint and the id in the path.
struct Route {
    let endpoint: Endpoint
    let id: String

    init(_ endpoint: Endpoint, id: String = "") {
        self.endpoint = endpoint
        self.id = id
    }

    init?(_ request: APIRequest) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        let known: Endpoint? =
            switch (request.method, parts.count) {
            case ("POST", _) where parts == ["v1", "terminal", "connection_tokens"]: .connectionToken
            case ("POST", 2) where parts == ["v1", "payment_intents"]: .create
            case ("GET", 2) where parts == ["v1", "payment_intents"]: .list
            case ("POST", 2) where parts == ["v1", "refunds"]: .refund
            case ("GET", 2) where parts == ["v1", "refunds"]: .listRefunds
            case ("GET", 3) where parts.starts(with: ["v1", "payment_intents"]): .retrieve
            case ("POST", 3) where parts.starts(with: ["v1", "payment_intents"]): .update
            case ("GET", 3) where parts.starts(with: ["v1", "refunds"]): .retrieveRefund
            case ("POST", 4) where parts.starts(with: ["v1", "payment_intents"]): Self.action(parts[3])
            default: nil
            }
        guard let known else { return nil }
        endpoint = known
        id = parts.count > 2 ? parts[2] : ""
    }

    private static func action(_ name: String) -> Endpoint? {
        switch name {
        case "confirm": .confirm
        case "capture": .capture
        case "cancel": .cancel
        default: nil
        }
    }
}
