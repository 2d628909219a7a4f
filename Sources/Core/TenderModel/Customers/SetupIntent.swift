/// The saving of a payment method for later, from creation to end; no money moves.
public struct SetupIntent: Hashable, Sendable, Codable, Identifiable {
    /// The id, `seti_…`.
    public var id: String
    /// The current status.
    public var status: SetupIntentStatus
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
    /// The id of the newest attempt.
    @ExpandableID public var latestAttempt: String?
    /// Whether it is in live mode, where real money moves.
    public var livemode: Bool
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]
    /// What the customer must do next.
    public var nextAction: NextAction?
    /// The attached payment method.
    public var paymentMethod: Expandable<PaymentMethod>?
    /// The types of payment method that may be saved.
    public var paymentMethodTypes: [PaymentMethodType]
    /// Whether the customer will be present when the payment method is used.
    public var usage: SetupFutureUsage

    private var object = CheckedKind()

    /// Creates a setup; little is required, so that tests can build one.
    public init(
        id: String, status: SetupIntentStatus, cancellationReason: String? = nil, clientSecret: ClientSecret? = nil,
        created: Int64 = 0, customer: String? = nil, description: String? = nil, lastSetupError: APIError? = nil,
        latestAttempt: String? = nil, livemode: Bool = false, metadata: [String: String] = [:],
        nextAction: NextAction? = nil, paymentMethod: Expandable<PaymentMethod>? = nil,
        paymentMethodTypes: [PaymentMethodType] = [.card], usage: SetupFutureUsage = .offSession
    ) {
        self.id = id
        self.status = status
        self.cancellationReason = cancellationReason
        self.clientSecret = clientSecret
        self.created = created
        self.customer = customer
        self.description = description
        self.lastSetupError = lastSetupError
        self.latestAttempt = latestAttempt
        self.livemode = livemode
        self.metadata = metadata
        self.nextAction = nextAction
        self.paymentMethod = paymentMethod
        self.paymentMethodTypes = paymentMethodTypes
        self.usage = usage
    }

    private enum CodingKeys: String, ObjectKey {
        case object, id, status, created, customer, description, livemode, metadata, usage
        case cancellationReason = "cancellation_reason"
        case clientSecret = "client_secret"
        case lastSetupError = "last_setup_error"
        case latestAttempt = "latest_attempt"
        case nextAction = "next_action"
        case paymentMethod = "payment_method"
        case paymentMethodTypes = "payment_method_types"

        static let kind = "setup_intent"
    }
}
