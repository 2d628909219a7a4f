/// Money refunded to the customer, or on its way.
public struct Refund: Hashable, Sendable, Codable, Identifiable {
    /// The id, `re_…`.
    public var id: String
    /// The amount refunded.
    public var amount: Amount
    /// The charge it refunds.
    public var charge: String?
    /// The PaymentIntent it belongs to.
    public var paymentIntent: String?
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// Why it failed.
    public var failureReason: String?
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]
    /// The id of the movement of the account's balance.
    @ExpandableID public var balanceTransaction: String?
    /// A text for people.
    public var description: String?
    /// The id of the movement that brought the money back when it failed.
    @ExpandableID public var failureBalanceTransaction: String?
    /// The id of the payment method that gets the money.
    @ExpandableID public var paymentMethod: String?
    /// The card that was presented for it, where it needed one.
    @Boxed public var paymentMethodDetails: Charge.Details? = nil
    /// Why it is still pending, in the API's words.
    public var pendingReason: String?
    /// The number on the receipt.
    public var receiptNumber: String?
    /// The reversal of the transfer that had brought the charge's money.
    @ExpandableID public var sourceTransferReversal: String?
    /// Why the customer was refunded.
    public var reason: RefundReason?
    /// The reversal of the transfer that had passed the charge's money on.
    @ExpandableID public var transferReversal: String?
    /// The current status; `pending` is undecided.
    public var status: RefundStatus

    private var object = WrittenKind()
    private var currency = SharedCurrency()

    /// Creates a refund; only its id, amount and status are required.
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
        (balanceTransaction, failureBalanceTransaction, paymentMethod, sourceTransferReversal) = (nil, nil, nil, nil)
    }

    private enum CodingKeys: String, MoneyKey, ObjectKey {
        case id, object, amount, charge, created, currency, description, metadata, reason, status
        case balanceTransaction = "balance_transaction"
        case failureBalanceTransaction = "failure_balance_transaction"
        case paymentIntent = "payment_intent"
        case failureReason = "failure_reason"
        case paymentMethod = "payment_method"
        case paymentMethodDetails = "payment_method_details"
        case pendingReason = "pending_reason"
        case receiptNumber = "receipt_number"
        case sourceTransferReversal = "source_transfer_reversal"
        case transferReversal = "transfer_reversal"

        static let kind = "refund"
    }
}
