/// One attempt to save a payment method with a SetupIntent.
public struct SetupAttempt: Hashable, Sendable, Codable, Identifiable {
    /// The id, `setatt_…`.
    public var id: String
    /// The status: `requires_confirmation`, `requires_action`, `processing`, `succeeded`, `failed` or `abandoned`.
    public var status: String
    /// The id of the Connect application that made it.
    @ExpandableID public var application: String?
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// The id of the customer it is saved for.
    @ExpandableID public var customer: String?
    /// Whether it is in live mode.
    public var livemode: Bool
    /// The id of the connected account for which it is saved.
    @ExpandableID public var onBehalfOf: String?
    /// The id of the payment method that was tried.
    @ExpandableID public var paymentMethod: String?
    /// What came of the payment method.
    public var paymentMethodDetails: Details?
    /// The id of the SetupIntent.
    @ExpandableID public var setupIntent: String?
    /// Why it failed.
    public var setupError: APIError?
    /// Whether the customer will be present when the payment method is used.
    public var usage: SetupFutureUsage?

    /// What came of the payment method in an attempt.
    public struct Details: Hashable, Sendable, Codable {
        /// The payment method's type, such as `card_present`.
        public var type: PaymentMethodType
        /// What came of a presented card.
        public var cardPresent: SetupAttemptCardPresentDetails?

        /// Creates details.
        public init(type: PaymentMethodType, cardPresent: SetupAttemptCardPresentDetails? = nil) {
            self.type = type
            self.cardPresent = cardPresent
        }

        private enum CodingKeys: String, CodingKey {
            case type
            case cardPresent = "card_present"
        }
    }

    private var object = CheckedKind()

    /// Creates an attempt; little is required, so that tests can build one.
    public init(
        id: String, status: String, application: String? = nil, created: Int64 = 0, customer: String? = nil,
        livemode: Bool = false, onBehalfOf: String? = nil, paymentMethod: String? = nil,
        paymentMethodDetails: Details? = nil, setupIntent: String? = nil, setupError: APIError? = nil,
        usage: SetupFutureUsage? = nil
    ) {
        self.id = id
        self.status = status
        self.application = application
        self.created = created
        self.customer = customer
        self.livemode = livemode
        self.onBehalfOf = onBehalfOf
        self.paymentMethod = paymentMethod
        self.paymentMethodDetails = paymentMethodDetails
        self.setupIntent = setupIntent
        self.setupError = setupError
        self.usage = usage
    }

    private enum CodingKeys: String, ObjectKey {
        case object, id, status, application, created, customer, livemode, usage
        case onBehalfOf = "on_behalf_of"
        case paymentMethod = "payment_method"
        case paymentMethodDetails = "payment_method_details"
        case setupIntent = "setup_intent"
        case setupError = "setup_error"

        static let kind = "setup_attempt"
    }
}

/// What came of a presented card in an attempt to save it.
public struct SetupAttemptCardPresentDetails: Hashable, Sendable, Codable {
    /// The id of the reusable card, `pm_…`, that stands for the presented one; `nil` until the attempt succeeded.
    @ExpandableID public var generatedCard: String?
    /// The issuer's data for the chip, in hexadecimal.
    public var emvAuthData: String?

    /// Creates details.
    public init(generatedCard: String? = nil, emvAuthData: String? = nil) {
        self.generatedCard = generatedCard
        self.emvAuthData = emvAuthData
    }

    private enum CodingKeys: String, CodingKey {
        case generatedCard = "generated_card"
        case emvAuthData = "emv_auth_data"
    }
}
