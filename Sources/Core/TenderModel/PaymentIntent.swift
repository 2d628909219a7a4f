/// A payment from its creation to its end, with the payments API's fields and names.
///
/// Its coded form is the API's JSON object; amounts are converted between ISO 4217 and the gateway's units.
public struct PaymentIntent: Hashable, Sendable, Codable, Identifiable {
    /// The id, `pi_…`.
    public var id: String
    /// The amount asked for; after a tip, with the tip.
    public var amount: Amount
    /// What may still be captured; nil where it is not told, as to the holder of a publishable key.
    public var amountCapturable: Amount?
    /// What was captured; nil where it is not told, as to the holder of a publishable key.
    public var amountReceived: Amount?
    /// The part of `amount` that is a tip.
    public var amountTip: Amount? {
        get { amountDetails?.tip }
        set { amountDetails = newValue.map(AmountDetails.init) }
    }
    /// The platform's fee.
    public var applicationFeeAmount: Amount?
    /// When it was canceled, seconds since 1970.
    public var canceledAt: Int64?
    /// Why it was canceled.
    public var cancellationReason: CancellationReason?
    /// When an approval is captured.
    public var captureMethod: CaptureMethod
    /// What lets a holder of the publishable key read and confirm it.
    public var clientSecret: ClientSecret?
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// The customer's id.
    public var customer: String?
    /// A text for people.
    public var description: String?
    /// The last decline.
    public var lastPaymentError: APIError?
    /// The newest charge, approved or failed.
    public var latestCharge: Expandable<Charge>?
    /// Whether real money moves.
    public var livemode: Bool
    /// The caller's own keys and values.
    @DefaultIfAbsent public var metadata: [String: String]
    /// What the customer must do before it goes on.
    public var nextAction: NextAction?
    /// The connected account that is merchant of record.
    public var onBehalfOf: String?
    /// The attached payment method.
    public var paymentMethod: Expandable<PaymentMethod>?
    /// The kinds of payment method that may pay it.
    public var paymentMethodTypes: [PaymentMethodType]
    /// Where a receipt is sent.
    public var receiptEmail: String?
    /// Whether the payment method is to be kept.
    public var setupFutureUsage: SetupFutureUsage?
    /// Where the goods are sent.
    public var shipping: ShippingDetails?
    /// The text on the cardholder's statement.
    public var statementDescriptor: String?
    /// The end of the text on the cardholder's statement.
    public var statementDescriptorSuffix: String?
    /// Where it stands.
    public var status: PaymentIntentStatus
    /// The connected account that has the money.
    public var transferData: TransferData?
    /// The group that ties transfers to it.
    public var transferGroup: String?

    private var object = CheckedKind()
    private var currency = SharedCurrency()
    private var amountDetails: AmountDetails?

    /// Makes an intent; only what identifies it is required, so that tests can build one.
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
        amountDetails = amountTip.map(AmountDetails.init)
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

    /// The shop's order that it pays, which `metadata` carries.
    public var order: String? { metadata[Self.orderMetadata] }

    /// The key of `metadata` that carries the order.
    public static let orderMetadata = "tender_order"

    /// The card that paid it or was attached to it, as far as the answer told.
    public var card: CardDetails? { latestCharge?.value?.card ?? paymentMethod?.value?.card }

    private enum CodingKeys: String, MoneyKey, ObjectKey {
        case object, id, amount, created, currency, customer, description, livemode, metadata, shipping, status
        case amountCapturable = "amount_capturable"
        case amountReceived = "amount_received"
        case amountDetails = "amount_details"
        case applicationFeeAmount = "application_fee_amount"
        case canceledAt = "canceled_at"
        case cancellationReason = "cancellation_reason"
        case captureMethod = "capture_method"
        case clientSecret = "client_secret"
        case lastPaymentError = "last_payment_error"
        case latestCharge = "latest_charge"
        case nextAction = "next_action"
        case onBehalfOf = "on_behalf_of"
        case paymentMethod = "payment_method"
        case paymentMethodTypes = "payment_method_types"
        case receiptEmail = "receipt_email"
        case setupFutureUsage = "setup_future_usage"
        case statementDescriptor = "statement_descriptor"
        case statementDescriptorSuffix = "statement_descriptor_suffix"
        case transferData = "transfer_data"
        case transferGroup = "transfer_group"

        static let kind = "payment_intent"
    }

    private struct AmountDetails: Hashable, Sendable, MoneyPart {
        struct Form: Codable {
            struct Tip: Codable { var amount: Int64? }
            var tip: Tip?
        }

        var tip: Amount

        init(tip: Amount) { self.tip = tip }

        init?(_ form: Form, _ currency: Currency) throws(AmountError) {
            guard let tip = form.tip?.amount else { return nil }
            self.tip = try Amount(gatewayUnits: tip, currency: currency)
        }

        func form() throws(AmountError) -> Form { Form(tip: Form.Tip(amount: try tip.gatewayUnits())) }
    }
}
