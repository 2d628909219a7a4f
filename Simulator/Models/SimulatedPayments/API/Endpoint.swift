/// The endpoint of a request, by its name in fault specifications.
public struct Endpoint: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The name, such as `confirm` or `customers.create`.
    public let rawValue: String

    /// Every endpoint, in the order of the documentation.
    public static let allCases: [Endpoint] = Operation.all.map(\.endpoint)

    /// Returns the endpoint with that name, or `nil` if the API has none.
    public init?(rawValue: String) {
        guard Operation.named[rawValue] != nil else { return nil }
        self.rawValue = rawValue
    }

    init(named name: String) { rawValue = name }

    /// The method and the path, such as `POST /v1/payment_intents/:id/confirm`.
    public var pattern: String {
        guard let operation = Operation.named[rawValue] else { return rawValue }
        return "\(operation.method.rawValue) \(operation.path)"
    }

    /// `POST /v1/payment_intents`.
    public static let create = Endpoint(named: "create")
    /// `GET /v1/payment_intents/:id`.
    public static let retrieve = Endpoint(named: "retrieve")
    /// `GET /v1/payment_intents`.
    public static let list = Endpoint(named: "list")
    /// `POST /v1/payment_intents/:id`.
    public static let update = Endpoint(named: "update")
    /// `POST /v1/payment_intents/:id/confirm`.
    public static let confirm = Endpoint(named: "confirm")
    /// `POST /v1/payment_intents/:id/capture`.
    public static let capture = Endpoint(named: "capture")
    /// `POST /v1/payment_intents/:id/increment_authorization`.
    public static let increment = Endpoint(named: "increment")
    /// `POST /v1/payment_intents/:id/cancel`.
    public static let cancel = Endpoint(named: "cancel")
    /// `POST /v1/refunds`.
    public static let refund = Endpoint(named: "refund")
    /// `GET /v1/refunds/:id`.
    public static let retrieveRefund = Endpoint(named: "retrieve-refund")
    /// `GET /v1/refunds`.
    public static let listRefunds = Endpoint(named: "list-refunds")
    /// `POST /v1/terminal/connection_tokens`.
    public static let connectionToken = Endpoint(named: "connection-token")
}
