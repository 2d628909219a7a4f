/// A payment from creation to end, with the payments API's fields and names.
///
/// It is coded as the API's JSON object; amounts are converted between ISO 4217 and the gateway's units.
public struct PaymentIntent: Hashable, Sendable, Codable, Identifiable {
    /// The id, `pi_…`.
    public var id: String
    /// The amount to pay, including a tip and a surcharge once there are any.
    public var amount: Amount
    /// The amount that may still be captured; nil where the API does not say, as to a publishable key.
    public var amountCapturable: Amount?
    /// The amount captured; nil where the API does not say, as to a publishable key.
    public var amountReceived: Amount?
    /// What the amount consists of; nil where nothing was added.
    public var amountDetails: AmountDetails?
    /// The amount that was requested, if the issuer approved only the part of it that `amount` is.
    public var amountRequested: Amount?
    /// The part of `amount` that is a tip.
    public var amountTip: Amount? {
        get { amountDetails?.tip }
        set { amountDetails = AmountDetails(tip: newValue, surcharge: amountDetails?.surcharge).orNothing }
    }
    /// The part of `amount` that is a surcharge, once it was charged.
    public var amountSurcharge: Amount? { amountDetails?.surcharge?.amount }
    /// The platform's fee.
    public var applicationFeeAmount: Amount?
    /// When it was canceled, in seconds since 1970.
    public var canceledAt: Int64?
    /// Why it was canceled.
    public var cancellationReason: CancellationReason?
    /// Whether the account's settings chose the payment methods.
    @Boxed public var automaticPaymentMethods: AutomaticPaymentMethods? = nil
    /// Whether an approval is captured at once.
    public var captureMethod: CaptureMethod
    /// The secret with which a holder of the publishable key reads and confirms it.
    public var clientSecret: ClientSecret?
    /// Who may confirm it.
    public var confirmationMethod: ConfirmationMethod?
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// The customer's id.
    public var customer: String?
    /// A free text for people.
    public var description: String?
    /// The error of the last failed attempt.
    @Boxed public var lastPaymentError: APIError?
    /// The newest charge, approved or failed.
    public var latestCharge: Expandable<Charge>?
    /// Whether it is in live mode, where real money moves.
    public var livemode: Bool
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]
    /// What the customer must do next.
    @Boxed public var nextAction: NextAction?
    /// How it was taken without asking the issuer; the API never tells it.
    @Boxed public var offlineDetails: OfflineDetails? = nil
    /// The connected account that is the merchant of record.
    public var onBehalfOf: String?
    /// The attached payment method.
    public var paymentMethod: Expandable<PaymentMethod>?
    /// What was asked of the issuer and the network, by type of payment method.
    public var paymentMethodOptions: PaymentMethodOptions?
    /// The types of payment method that may pay it.
    public var paymentMethodTypes: [PaymentMethodType]
    /// The email address for the receipt.
    public var receiptEmail: String?
    /// Whether the payment method is saved, and for which use.
    public var setupFutureUsage: SetupFutureUsage?
    /// The shipping address.
    @Boxed public var shipping: ShippingDetails?
    /// The text on the cardholder's statement.
    public var statementDescriptor: String?
    /// The suffix of the text on the cardholder's statement.
    public var statementDescriptorSuffix: String?
    /// The current status.
    public var status: PaymentIntentStatus
    /// The connected account that receives the money.
    public var transferData: TransferData?
    /// The group that links transfers to it.
    public var transferGroup: String?

    private var object = CheckedKind()
    private var currency = SharedCurrency()

    /// Creates an intent; little is required, so that tests can build one.
    public init(
        id: String, amount: Amount, status: PaymentIntentStatus, amountCapturable: Amount? = nil,
        amountReceived: Amount? = nil, amountTip: Amount? = nil, applicationFeeAmount: Amount? = nil,
        canceledAt: Int64? = nil, cancellationReason: CancellationReason? = nil,
        captureMethod: CaptureMethod = .automatic, clientSecret: ClientSecret? = nil, created: Int64 = 0,
        customer: String? = nil, description: String? = nil, lastPaymentError: APIError? = nil,
        latestCharge: Expandable<Charge>? = nil, livemode: Bool = false, metadata: [String: String] = [:],
        nextAction: NextAction? = nil, onBehalfOf: String? = nil, paymentMethod: Expandable<PaymentMethod>? = nil,
        paymentMethodTypes: [PaymentMethodType] = [.cardPresent], receiptEmail: String? = nil,
        setupFutureUsage: SetupFutureUsage? = nil, shipping: ShippingDetails? = nil, statementDescriptor: String? = nil,
        statementDescriptorSuffix: String? = nil, transferData: TransferData? = nil, transferGroup: String? = nil
    ) {
        self.id = id
        self.amount = amount
        self.amountCapturable = amountCapturable
        self.amountReceived = amountReceived
        amountDetails = amountTip.map { AmountDetails(tip: $0) }
        self.applicationFeeAmount = applicationFeeAmount
        self.canceledAt = canceledAt
        self.cancellationReason = cancellationReason
        self.captureMethod = captureMethod
        self.clientSecret = clientSecret
        self.created = created
        self.customer = customer
        self.description = description
        self.lastPaymentError = lastPaymentError
        self.latestCharge = latestCharge
        self.livemode = livemode
        self.metadata = metadata
        self.nextAction = nextAction
        self.onBehalfOf = onBehalfOf
        self.paymentMethod = paymentMethod
        self.paymentMethodTypes = paymentMethodTypes
        self.receiptEmail = receiptEmail
        self.setupFutureUsage = setupFutureUsage
        self.shipping = shipping
        self.statementDescriptor = statementDescriptor
        self.statementDescriptorSuffix = statementDescriptorSuffix
        self.status = status
        self.transferData = transferData
        self.transferGroup = transferGroup
    }

    /// The shop's order that it pays, taken from `metadata`.
    public var order: String? { metadata[Self.orderMetadata] }

    /// The key of the order in `metadata`.
    public static let orderMetadata = "tender_order"

    /// The key of `metadata` under which a till names the journal that it writes, so that tills of one account can tell
    /// their payments apart.
    public static let journalMetadata = "tender_journal"

    /// The card that paid it or is attached to it, where the API expanded it.
    public var card: CardDetails? { latestCharge?.value?.card ?? paymentMethod?.value?.card }

    /// The id of the attached payment method, expanded or not.
    public var paymentMethodID: String? { paymentMethod?.id }

    /// The charges that the API told in full: the newest one, or none.
    public var charges: [Charge] { latestCharge?.value.map { [$0] } ?? [] }

    private enum CodingKeys: String, MoneyKey, ObjectKey {
        case object, id, amount, created, currency, customer, description, livemode, metadata, shipping, status
        case amountCapturable = "amount_capturable"
        case amountReceived = "amount_received"
        case amountDetails = "amount_details"
        case amountRequested = "amount_requested"
        case applicationFeeAmount = "application_fee_amount"
        case canceledAt = "canceled_at"
        case cancellationReason = "cancellation_reason"
        case automaticPaymentMethods = "automatic_payment_methods"
        case captureMethod = "capture_method"
        case clientSecret = "client_secret"
        case confirmationMethod = "confirmation_method"
        case lastPaymentError = "last_payment_error"
        case latestCharge = "latest_charge"
        case nextAction = "next_action"
        case offlineDetails = "offline_details"
        case onBehalfOf = "on_behalf_of"
        case paymentMethod = "payment_method"
        case paymentMethodOptions = "payment_method_options"
        case paymentMethodTypes = "payment_method_types"
        case receiptEmail = "receipt_email"
        case setupFutureUsage = "setup_future_usage"
        case statementDescriptor = "statement_descriptor"
        case statementDescriptorSuffix = "statement_descriptor_suffix"
        case transferData = "transfer_data"
        case transferGroup = "transfer_group"

        static let kind = "payment_intent"
    }
}
