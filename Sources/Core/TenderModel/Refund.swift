/// Money given back, or on its way back.
public struct Refund: Hashable, Sendable, Codable, Identifiable {
    /// The id, `re_…`.
    public var id: String
    /// How much.
    public var amount: Amount
    /// The charge it is taken from.
    public var charge: String?
    /// The PaymentIntent it belongs to.
    public var paymentIntent: String?
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// Why a refund failed.
    public var failureReason: String?
    /// The caller's own keys and values.
    @DefaultIfAbsent public var metadata: [String: String]
    /// Why it was made.
    public var reason: RefundReason?
    /// The reversal of the transfer that the charge's money had gone by.
    @ExpandableID public var transferReversal: String?
    /// Where it stands; `pending` is still open.
    public var status: RefundStatus

    private var object = WrittenKind()
    private var currency = SharedCurrency()

    /// Makes a refund.
    public init(
        id: String, amount: Amount, status: RefundStatus, charge: String? = nil, paymentIntent: String? = nil,
        created: Int64 = 0, failureReason: String? = nil, metadata: [String: String] = [:],
        reason: RefundReason? = nil, transferReversal: String? = nil
    ) {
        self.id = id
        self.amount = amount
        self.status = status
        self.charge = charge
        self.paymentIntent = paymentIntent
        self.created = created
        self.failureReason = failureReason
        self.metadata = metadata
        self.reason = reason
        self.transferReversal = transferReversal
    }

    private enum CodingKeys: String, MoneyKey, ObjectKey {
        case id, object, amount, charge, created, currency, metadata, reason, status
        case paymentIntent = "payment_intent"
        case failureReason = "failure_reason"
        case transferReversal = "transfer_reversal"

        static let kind = "refund"
    }
}
