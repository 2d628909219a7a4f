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
    public var account: String
    /// The payment that it was taken from.
    public var charge: String?
    /// The platform's charge behind that payment.
    public var originatingTransaction: String?
    /// When it was earned, seconds since 1970.
    public var created: Int64

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

    private enum CodingKeys: String, CodingKey {
        case id, amount, refunded, account, charge, created, currency
        case amountRefunded = "amount_refunded"
        case originatingTransaction = "originating_transaction"
    }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        id = try container.decode(String.self, forKey: .id)
        amount = try container.decodeAmount(forKey: .amount, currency)
        amountRefunded = try container.decodeAmount(forKey: .amountRefunded, currency)
        refunded = try container.decode(Bool.self, forKey: .refunded)
        account = try container.decode(ObjectName.self, forKey: .account).id
        charge = try container.decodeIDIfPresent(forKey: .charge)
        originatingTransaction = try container.decodeIDIfPresent(forKey: .originatingTransaction)
        created = try container.decode(Int64.self, forKey: .created)
    }

    /// Writes the API's object; absent values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(amount.currency, forKey: .currency)
        try container.encodeAmount(amount, forKey: .amount)
        try container.encodeAmount(amountRefunded, forKey: .amountRefunded)
        try container.encode(refunded, forKey: .refunded)
        try container.encode(account, forKey: .account)
        try container.encodeIfPresent(charge, forKey: .charge)
        try container.encodeIfPresent(originatingTransaction, forKey: .originatingTransaction)
        try container.encode(created, forKey: .created)
    }
}
