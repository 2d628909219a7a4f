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

    /// Describes an intent of `amount`.
    public init(
        _ amount: Amount, captureMethod: CaptureMethod = .automatic,
        paymentMethodTypes: [PaymentMethodType] = [.cardPresent], description: String? = nil, customer: String? = nil,
        receiptEmail: String? = nil, statementDescriptorSuffix: String? = nil, applicationFeeAmount: Amount? = nil,
        transferData: TransferData? = nil, onBehalfOf: String? = nil, transferGroup: String? = nil,
        order: String? = nil, metadata: [String: String] = [:], idempotencyKey: String? = nil
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
