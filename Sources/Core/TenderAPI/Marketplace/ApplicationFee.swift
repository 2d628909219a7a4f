public import TenderModel

/// A platform's share of a connected account's payment.
public struct ApplicationFee: Hashable, Sendable, Codable, Identifiable {
    /// The id, `fee_…`.
    public var id: String
    /// The fee.
    public var amount: Amount
    /// The part that was refunded.
    public var amountRefunded: Amount
    /// Whether it was refunded in full.
    public var refunded: Bool
    /// The account that paid it.
    @ExpandableID public var account: String
    /// The payment it was taken from.
    @ExpandableID public var charge: String?
    /// The platform's charge behind that payment.
    @ExpandableID public var originatingTransaction: String?
    /// When it was earned, in seconds since 1970.
    public var created: Int64

    private var currency = SharedCurrency()

    /// Creates a fee; both amounts are in one currency.
    public init(
        id: String, amount: Amount, amountRefunded: Amount, refunded: Bool, account: String, charge: String? = nil,
        originatingTransaction: String? = nil, created: Int64 = 0
    ) {
        self.id = id
        self.amount = amount
        self.amountRefunded = amountRefunded
        self.refunded = refunded
        self.account = account
        self.charge = charge
        self.originatingTransaction = originatingTransaction
        self.created = created
    }

    private enum CodingKeys: String, MoneyKey {
        case id, amount, refunded, account, charge, created, currency
        case amountRefunded = "amount_refunded"
        case originatingTransaction = "originating_transaction"
    }
}
