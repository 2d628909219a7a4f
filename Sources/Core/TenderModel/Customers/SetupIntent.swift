/// The saving of a payment method for later, from creation to end; no money moves.
public struct SetupIntent: Hashable, Sendable, Codable, Identifiable {
    /// The id, `seti_…`.
    public var id: String
    /// The current status.
    public var status: SetupIntentStatus
    /// The id of the Connect application that created it.
    @ExpandableID public var application: String?
    /// Why it was canceled, in the API's words.
    public var cancellationReason: String?
    /// The secret with which a holder of the publishable key reads and confirms it.
    public var clientSecret: ClientSecret?
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// The id of the customer it is saved for.
    @ExpandableID public var customer: String?
    /// A free text for people.
    public var description: String?
    /// The error of the last failed attempt.
    public var lastSetupError: APIError?
    /// The newest attempt.
    public var latestAttempt: Expandable<SetupAttempt>?
    /// Whether it is in live mode, where real money moves.
    public var livemode: Bool
    /// The id of the mandate for payments without the customer.
    @ExpandableID public var mandate: String?
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]
    /// What the customer must do next.
    public var nextAction: NextAction?
    /// How the card was taken offline, if it was.
    public var offlineDetails: OfflineDetails?
    /// The id of the connected account for which it is saved.
    @ExpandableID public var onBehalfOf: String?
    /// The attached payment method.
    public var paymentMethod: Expandable<PaymentMethod>?
    /// The settings of each type of payment method.
    public var paymentMethodOptions: PaymentMethodOptions?
    /// The types of payment method that may be saved.
    public var paymentMethodTypes: [PaymentMethodType]
    /// The id of the mandate for a single payment.
    @ExpandableID public var singleUseMandate: String?
    /// Whether the customer will be present when the payment method is used.
    public var usage: SetupFutureUsage

    /// The settings of each type of payment method that may be saved.
    public struct PaymentMethodOptions: Hashable, Sendable, Codable {
        /// The settings of a card that is typed.
        public struct Card: Hashable, Sendable, Codable {
            /// The network on which it is verified.
            public var network: String?
            /// When the cardholder is asked to authenticate.
            public var requestThreeDSecure: ThreeDSecureRequest?

            /// Creates settings.
            public init(network: String? = nil, requestThreeDSecure: ThreeDSecureRequest? = nil) {
                self.network = network
                self.requestThreeDSecure = requestThreeDSecure
            }

            private enum CodingKeys: String, CodingKey {
                case network
                case requestThreeDSecure = "request_three_d_secure"
            }
        }

        /// The settings of a card that is typed.
        public var card: Card?

        /// Creates settings.
        public init(card: Card? = nil) { self.card = card }
    }

    /// The id of the newest attempt.
    public var latestAttemptID: String? { latestAttempt?.id }

    /// The id of the reusable card, `pm_…`, that stands for the card that was presented at a reader; `nil` without one,
    /// or if the newest attempt was not expanded.
    public var generatedCard: String? { latestAttempt?.value?.paymentMethodDetails?.cardPresent?.generatedCard }

    private var object = CheckedKind()

    /// Creates a setup; little is required, so that tests can build one.
    public init(
        id: String, status: SetupIntentStatus, application: String? = nil, cancellationReason: String? = nil,
        clientSecret: ClientSecret? = nil, created: Int64 = 0, customer: String? = nil, description: String? = nil,
        lastSetupError: APIError? = nil, latestAttempt: Expandable<SetupAttempt>? = nil, livemode: Bool = false,
        mandate: String? = nil, metadata: [String: String] = [:], nextAction: NextAction? = nil,
        onBehalfOf: String? = nil, paymentMethod: Expandable<PaymentMethod>? = nil,
        paymentMethodOptions: PaymentMethodOptions? = nil, paymentMethodTypes: [PaymentMethodType] = [.card],
        singleUseMandate: String? = nil, usage: SetupFutureUsage = .offSession
    ) {
        self.id = id
        self.status = status
        self.application = application
        self.cancellationReason = cancellationReason
        self.clientSecret = clientSecret
        self.created = created
        self.customer = customer
        self.description = description
        self.lastSetupError = lastSetupError
        self.latestAttempt = latestAttempt
        self.livemode = livemode
        self.mandate = mandate
        self.metadata = metadata
        self.nextAction = nextAction
        self.onBehalfOf = onBehalfOf
        self.paymentMethod = paymentMethod
        self.paymentMethodOptions = paymentMethodOptions
        self.paymentMethodTypes = paymentMethodTypes
        self.singleUseMandate = singleUseMandate
        self.usage = usage
    }

    private enum CodingKeys: String, ObjectKey {
        case object, id, status, application, created, customer, description, livemode, mandate, metadata, usage
        case cancellationReason = "cancellation_reason"
        case clientSecret = "client_secret"
        case lastSetupError = "last_setup_error"
        case latestAttempt = "latest_attempt"
        case nextAction = "next_action"
        case offlineDetails = "offline_details"
        case onBehalfOf = "on_behalf_of"
        case paymentMethod = "payment_method"
        case paymentMethodOptions = "payment_method_options"
        case paymentMethodTypes = "payment_method_types"
        case singleUseMandate = "single_use_mandate"

        static let kind = "setup_intent"
    }
}
