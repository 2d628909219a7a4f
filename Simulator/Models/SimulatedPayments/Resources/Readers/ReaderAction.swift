/// The action of a reader, and its result.
struct ReaderAction {
    enum Kind: String, CaseIterable {
        case processPaymentIntent = "process_payment_intent"
        case processSetupIntent = "process_setup_intent"
        case collectPaymentMethod = "collect_payment_method"
        case confirmPaymentIntent = "confirm_payment_intent"
        case refundPayment = "refund_payment"
        case collectInputs = "collect_inputs"
        case setReaderDisplay = "set_reader_display"
        case printContent = "print_content"

        /// The name of the member with its configuration.
        var configuration: String? {
            switch self {
            case .processPaymentIntent, .processSetupIntent: "process_config"
            case .collectPaymentMethod: "collect_config"
            case .confirmPaymentIntent: "confirm_config"
            case .refundPayment: "refund_payment_config"
            case .collectInputs, .setReaderDisplay, .printContent: nil
            }
        }
    }

    enum Status: String {
        case inProgress = "in_progress"
        case succeeded, failed
    }

    let kind: Kind
    /// The member named after the kind.
    var content: [String: JSONValue]
    private(set) var status = Status.inProgress
    private var failureCode: String?
    private var failureMessage: String?
    private var apiError = JSONValue.null

    init(_ kind: Kind, _ content: [String: JSONValue]) {
        self.kind = kind
        self.content = content
    }

    /// Returns the action of a reader, or `nil` without one.
    init?(of reader: Document) {
        guard let json = reader["action"], let kind = json["type"]?.text.flatMap({ Kind(rawValue: $0) }),
            let status = json["status"]?.text.flatMap({ Status(rawValue: $0) }),
            case .object(let content)? = json[kind.rawValue]
        else { return nil }
        self.kind = kind
        self.content = content
        self.status = status
        failureCode = json["failure_code"]?.text
        failureMessage = json["failure_message"]?.text
        apiError = json["api_error"] ?? .null
    }

    var json: JSONValue {
        [
            "type": .string(kind.rawValue), "status": .string(status.rawValue),
            "failure_code": .optional(failureCode), "failure_message": .optional(failureMessage),
            "api_error": apiError, kind.rawValue: .object(content),
        ]
    }

    var canBeCanceledByCustomer: Bool { configured("enable_customer_cancellation") == true }

    var skipsTipping: Bool { configured("skip_tipping") == true }

    private func configured(_ name: String) -> JSONValue? {
        kind.configuration.flatMap { content[$0]?[name] }
    }

    mutating func succeed() { status = .succeeded }

    /// - Parameter error: The API's error object, if there is one.
    mutating func fail(_ code: String, _ message: String, error: JSONValue = .null) {
        status = .failed
        failureCode = code
        failureMessage = message
        apiError = error
    }
}
