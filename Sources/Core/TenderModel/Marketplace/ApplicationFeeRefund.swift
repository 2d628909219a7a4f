/// Money of a platform's fee that was given back.
public struct ApplicationFeeRefund: Hashable, Sendable, Codable, Identifiable {
    /// The id, `fr_…`.
    public var id: String
    /// How much.
    public var amount: Amount
    /// The fee that it is taken from, `fee_…`.
    @ExpandableID public var fee: String
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// The caller's own keys and values.
    @DefaultIfAbsent public var metadata: [String: String]

    private var currency = SharedCurrency()

    /// Makes a refund.
    public init(id: String, amount: Amount, fee: String, created: Int64 = 0, metadata: [String: String] = [:]) {
        self.id = id
        self.amount = amount
        self.fee = fee
        self.created = created
        self.metadata = metadata
    }

    private enum CodingKeys: String, MoneyKey { case id, amount, currency, fee, created, metadata }
}
