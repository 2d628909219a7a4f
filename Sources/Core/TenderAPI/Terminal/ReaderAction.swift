public import TenderModel

/// A task given to a smart reader, and its result.
public struct ReaderAction: Hashable, Sendable {
    /// The kind of a task.
    public enum Kind: OpenEnum {
        /// `collect_payment_method`: a card is read, nothing is charged.
        case collectPaymentMethod
        /// `confirm_payment_intent`: the card that was read is charged.
        case confirmPaymentIntent
        /// `process_payment_intent`: a card is read and charged.
        case processPaymentIntent
        /// `process_setup_intent`: a card is saved.
        case processSetupIntent
        /// `refund_payment`: the card at the reader is refunded.
        case refundPayment
        /// `collect_inputs`: the customer fills in forms.
        case collectInputs
        /// `set_reader_display`: a cart is shown.
        case setReaderDisplay
        /// `print_content`: a picture is printed.
        case printContent
        /// A value that this version cannot name.
        case unknown(String)

        /// The named cases.
        public static let known: [Kind] = [
            .collectPaymentMethod, .confirmPaymentIntent, .processPaymentIntent, .processSetupIntent, .refundPayment,
            .collectInputs, .setReaderDisplay, .printContent,
        ]

        /// The API's string.
        public var rawValue: String {
            switch self {
            case .collectPaymentMethod: "collect_payment_method"
            case .confirmPaymentIntent: "confirm_payment_intent"
            case .processPaymentIntent: "process_payment_intent"
            case .processSetupIntent: "process_setup_intent"
            case .refundPayment: "refund_payment"
            case .collectInputs: "collect_inputs"
            case .setReaderDisplay: "set_reader_display"
            case .printContent: "print_content"
            case .unknown(let value): value
            }
        }
    }

    /// The progress of an action.
    public enum Status: OpenEnum {
        /// `in_progress`.
        case inProgress
        /// `succeeded`.
        case succeeded
        /// `failed`.
        case failed
        /// A value that this version cannot name.
        case unknown(String)

        /// The named cases.
        public static let known: [Status] = [.inProgress, .succeeded, .failed]

        /// The API's string.
        public var rawValue: String {
            switch self {
            case .inProgress: "in_progress"
            case .succeeded: "succeeded"
            case .failed: "failed"
            case .unknown(let value): value
            }
        }
    }

    /// The kind of action.
    public var kind: Kind
    /// The current status.
    public var status: Status
    /// Why it failed, such as `card_declined` or `customer_canceled`.
    public var failureCode: String?
    /// Why it failed, in words.
    public var failureMessage: String?
    /// The API error behind the failure.
    public var apiError: APIError?
    /// The PaymentIntent it is about.
    public var paymentIntent: String?
    /// The SetupIntent it is about.
    public var setupIntent: String?
    /// The charge being refunded.
    public var charge: String?
    /// The resulting refund.
    public var refund: String?
    /// The metadata of the resulting refund.
    public var metadata: [String: String]
    /// The card that was read.
    public var paymentMethod: Expandable<PaymentMethod>?
    /// The forms, with the customer's answers.
    public var inputs: [ReaderInput]
    /// The cart that is shown.
    public var cart: ReaderCart?

    /// Creates an action; which of its subjects are given depends on the kind.
    public init(
        _ kind: Kind, _ status: Status, failureCode: String? = nil, failureMessage: String? = nil,
        apiError: APIError? = nil, paymentIntent: String? = nil, setupIntent: String? = nil, charge: String? = nil,
        refund: String? = nil, metadata: [String: String] = [:], paymentMethod: Expandable<PaymentMethod>? = nil,
        inputs: [ReaderInput] = [], cart: ReaderCart? = nil
    ) {
        self.kind = kind
        self.status = status
        self.failureCode = failureCode
        self.failureMessage = failureMessage
        self.apiError = apiError
        self.paymentIntent = paymentIntent
        self.setupIntent = setupIntent
        self.charge = charge
        self.refund = refund
        self.metadata = metadata
        self.paymentMethod = paymentMethod
        self.inputs = inputs
        self.cart = cart
    }
}

extension ReaderAction: Codable {
    private enum SubjectKeys: String, CodingKey {
        case charge, refund, metadata, inputs, cart, type
        case paymentIntent = "payment_intent"
        case setupIntent = "setup_intent"
        case paymentMethod = "payment_method"
    }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ReaderKey.self)
        self.init(
            try container.decode(Kind.self, forKey: .type), try container.decode(Status.self, forKey: .status))
        failureCode = try container.decodeIfPresent(String.self, forKey: .failureCode)
        failureMessage = try container.decodeIfPresent(String.self, forKey: .failureMessage)
        apiError = try container.decodeIfPresent(APIError.self, forKey: .apiError)
        let name = ReaderKey(stringValue: kind.rawValue)
        guard container.contains(name), try !container.decodeNil(forKey: name) else { return }
        let subject = try container.nestedContainer(keyedBy: SubjectKeys.self, forKey: name)
        paymentIntent = try subject.decodeIDIfPresent(forKey: .paymentIntent)
        setupIntent = try subject.decodeIDIfPresent(forKey: .setupIntent)
        charge = try subject.decodeIDIfPresent(forKey: .charge)
        refund = try subject.decodeIDIfPresent(forKey: .refund)
        metadata = try subject.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
        paymentMethod = try subject.decodeIfPresent(Expandable<PaymentMethod>.self, forKey: .paymentMethod)
        inputs = try subject.decodeIfPresent([ReaderInput].self, forKey: .inputs) ?? []
        cart = try subject.decodeIfPresent(ReaderCart.self, forKey: .cart)
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ReaderKey.self)
        try container.encode(kind, forKey: .type)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(failureCode, forKey: .failureCode)
        try container.encodeIfPresent(failureMessage, forKey: .failureMessage)
        try container.encodeIfPresent(apiError, forKey: .apiError)
        var subject = container.nestedContainer(
            keyedBy: SubjectKeys.self, forKey: ReaderKey(stringValue: kind.rawValue))
        try subject.encodeIfPresent(paymentIntent, forKey: .paymentIntent)
        try subject.encodeIfPresent(setupIntent, forKey: .setupIntent)
        try subject.encodeIfPresent(charge, forKey: .charge)
        try subject.encodeIfPresent(refund, forKey: .refund)
        if !metadata.isEmpty { try subject.encode(metadata, forKey: .metadata) }
        try subject.encodeIfPresent(paymentMethod, forKey: .paymentMethod)
        if !inputs.isEmpty { try subject.encode(inputs, forKey: .inputs) }
        guard let cart else { return }
        try subject.encode("cart", forKey: .type)
        try subject.encode(cart, forKey: .cart)
    }
}
