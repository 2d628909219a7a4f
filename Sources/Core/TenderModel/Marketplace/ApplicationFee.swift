/// What a platform kept of a payment of a connected account.
public struct ApplicationFee: Hashable, Sendable, Codable, Identifiable {
    /// The id, `fee_…`.
    public var id: String
    /// How much.
    public var amount: Amount
    /// How much was given back.
    public var amountRefunded: Amount
    /// Whether all of it was given back.
    public var refunded: Bool
    /// The account that paid it.
    @ExpandableID public var account: String
    /// The payment that it was taken from.
    @ExpandableID public var charge: String?
    /// The platform's charge behind that payment.
    @ExpandableID public var originatingTransaction: String?
    /// When it was earned, seconds since 1970.
    public var created: Int64

    private var currency = SharedCurrency()

    /// Makes a fee.
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
