public import TenderModel

/// Money that a platform sent to a connected account.
public struct Transfer: Hashable, Sendable, Codable, Identifiable {
    /// The id, `tr_…`.
    public var id: String
    /// The amount.
    public var amount: Amount
    /// The amount reversed.
    public var amountReversed: Amount
    /// Whether it was reversed in full.
    public var reversed: Bool
    /// The account it went to.
    @ExpandableID public var destination: String
    /// The payment that it is for that account, `py_…`.
    @ExpandableID public var destinationPayment: String?
    /// The charge whose money it transfers.
    @ExpandableID public var sourceTransaction: String?
    /// The group that links it to a payment.
    public var transferGroup: String?
    /// A free text for people.
    public var description: String?
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    private var currency = SharedCurrency()

    /// Creates a transfer; nothing is reversed unless `amountReversed` says so.
    public init(
        id: String, amount: Amount, destination: String, amountReversed: Amount? = nil, reversed: Bool = false,
        destinationPayment: String? = nil, sourceTransaction: String? = nil, transferGroup: String? = nil,
        description: String? = nil, created: Int64 = 0, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.amount = amount
        self.destination = destination
        self.amountReversed = amountReversed ?? Amount(minorUnits: 0, currency: amount.currency)
        self.reversed = reversed
        self.destinationPayment = destinationPayment
        self.sourceTransaction = sourceTransaction
        self.transferGroup = transferGroup
        self.description = description
        self.created = created
        self.metadata = metadata
    }

    private enum CodingKeys: String, MoneyKey {
        case id, amount, reversed, destination, description, created, metadata, currency
        case amountReversed = "amount_reversed"
        case destinationPayment = "destination_payment"
        case sourceTransaction = "source_transaction"
        case transferGroup = "transfer_group"
    }
}
