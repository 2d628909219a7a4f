/// What a new PaymentIntent is made of.
public struct PaymentIntentParameters: Hashable, Sendable, Codable {
    /// The amount to charge, above zero.
    public var amount: Amount
    /// When an approval is captured; the API's names, `automatic` by default.
    public var captureMethod: CaptureMethod
    /// The kinds of payment method that may pay it.
    public var paymentMethodTypes: [PaymentMethodType]
    /// A text for people.
    public var description: String?
    /// The customer's id.
    public var customer: String?
    /// Where a receipt is sent.
    public var receiptEmail: String?
    /// The end of the text on the cardholder's statement.
    public var statementDescriptorSuffix: String?
    /// What the platform keeps of it, where a connected account has the rest.
    public var applicationFeeAmount: Amount?
    /// The connected account that has the money.
    public var transferData: TransferData?
    /// The connected account that is merchant of record.
    public var onBehalfOf: String?
    /// The group that ties transfers to it.
    public var transferGroup: String?
    /// The shop's order that it pays: while the outcome of one card attempt for it is unknown, no other is started.
    public var order: String?
    /// The caller's own keys and values.
    public var metadata: [String: String]
    /// The key under which the gateway makes it at most once; made up when nil.
    public var idempotencyKey: String?
    /// What few payments have, behind a pointer, because machines copy these parameters often.
    @Boxed private var rest: Rest? = nil

    private struct Rest: Hashable, Sendable, Codable {
        var automaticPaymentMethods: AutomaticPaymentMethods?
        var paymentMethodOptions: PaymentMethodOptions?
        var setupFutureUsage: SetupFutureUsage?
        var shipping: ShippingDetails?
        var statementDescriptor: String?
    }

    /// Describes an intent of `amount`.
    public init(
        _ amount: Amount, captureMethod: CaptureMethod = .automatic,
        paymentMethodTypes: [PaymentMethodType] = [.cardPresent], description: String? = nil, customer: String? = nil,
        receiptEmail: String? = nil, statementDescriptorSuffix: String? = nil, applicationFeeAmount: Amount? = nil,
        transferData: TransferData? = nil, onBehalfOf: String? = nil, transferGroup: String? = nil,
        order: String? = nil, metadata: [String: String] = [:], idempotencyKey: String? = nil,
        automaticPaymentMethods: AutomaticPaymentMethods? = nil, paymentMethodOptions: PaymentMethodOptions? = nil,
        setupFutureUsage: SetupFutureUsage? = nil, shipping: ShippingDetails? = nil,
        statementDescriptor: String? = nil
    ) {
        self.amount = amount
        self.captureMethod = captureMethod
        self.paymentMethodTypes = paymentMethodTypes
        self.description = description
        self.customer = customer
        self.receiptEmail = receiptEmail
        self.statementDescriptorSuffix = statementDescriptorSuffix
        self.applicationFeeAmount = applicationFeeAmount
        self.transferData = transferData
        self.onBehalfOf = onBehalfOf
        self.transferGroup = transferGroup
        self.order = order
        self.metadata = metadata
        self.idempotencyKey = idempotencyKey
        let rest = Rest(
            automaticPaymentMethods: automaticPaymentMethods, paymentMethodOptions: paymentMethodOptions,
            setupFutureUsage: setupFutureUsage, shipping: shipping, statementDescriptor: statementDescriptor)
        self.rest = rest == Rest() ? nil : rest
    }

    /// Whether the account's settings choose the payment methods, in place of `paymentMethodTypes`.
    public var automaticPaymentMethods: AutomaticPaymentMethods? {
        get { rest?.automaticPaymentMethods }
        set { change { $0.automaticPaymentMethods = newValue } }
    }

    /// What is asked of the issuer and the network of a card at a reader.
    public var paymentMethodOptions: PaymentMethodOptions? {
        get { rest?.paymentMethodOptions }
        set { change { $0.paymentMethodOptions = newValue } }
    }

    /// Whether the payment method is saved, and for which use.
    public var setupFutureUsage: SetupFutureUsage? {
        get { rest?.setupFutureUsage }
        set { change { $0.setupFutureUsage = newValue } }
    }

    /// Where goods are sent, and to whom.
    public var shipping: ShippingDetails? {
        get { rest?.shipping }
        set { change { $0.shipping = newValue } }
    }

    /// The text on the statement of a payment that is made without a card; for a card it is
    /// `statementDescriptorSuffix`.
    public var statementDescriptor: String? {
        get { rest?.statementDescriptor }
        set { change { $0.statementDescriptor = newValue } }
    }

    /// Whether they have fields that the first journals have no place for.
    package var hasLaterFields: Bool { rest != nil }

    private mutating func change(_ body: (inout Rest) -> Void) {
        var changed = rest ?? Rest()
        body(&changed)
        rest = changed == Rest() ? nil : changed
    }

    /// Whether others than the account that makes it have a part of the money.
    public var isShared: Bool {
        applicationFeeAmount != nil || transferData != nil || onBehalfOf != nil || transferGroup != nil
    }

    /// Describes an intent of `amount` ISO 4217 minor units of `currency`.
    public init(amount: Int64, currency: Currency, captureMethod: CaptureMethod = .automatic) {
        self.init(Amount(minorUnits: amount, currency: currency), captureMethod: captureMethod)
    }
}
