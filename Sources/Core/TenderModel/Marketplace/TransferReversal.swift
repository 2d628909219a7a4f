/// Money of a transfer that was taken back.
public struct TransferReversal: Hashable, Sendable, Codable, Identifiable {
    /// The id, `trr_…`.
    public var id: String
    /// How much.
    public var amount: Amount
    /// The transfer that it is taken from, `tr_…`.
    @ExpandableID public var transfer: String
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// The caller's own keys and values.
    @DefaultIfAbsent public var metadata: [String: String]

    private var currency = SharedCurrency()

    /// Makes a reversal.
    public init(id: String, amount: Amount, transfer: String, created: Int64 = 0, metadata: [String: String] = [:]) {
        self.id = id
        self.amount = amount
        self.transfer = transfer
        self.created = created
        self.metadata = metadata
    }

    private enum CodingKeys: String, MoneyKey { case id, amount, currency, transfer, created, metadata }
}
