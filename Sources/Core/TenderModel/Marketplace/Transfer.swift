/// Money that a platform sent to a connected account.
public struct Transfer: Hashable, Sendable, Codable, Identifiable {
    /// The id, `tr_…`.
    public var id: String
    /// How much.
    public var amount: Amount
    /// How much was taken back.
    public var amountReversed: Amount
    /// Whether all of it was taken back.
    public var reversed: Bool
    /// The account that it went to.
    public var destination: String
    /// What it is to that account: a payment, `py_…`.
    public var destinationPayment: String?
    /// The charge whose money it is.
    public var sourceTransaction: String?
    /// The group that ties it to a payment.
    public var transferGroup: String?
    /// A text for people.
    public var description: String?
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Makes a transfer.
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

    private enum CodingKeys: String, CodingKey {
        case id, amount, reversed, destination, description, created, metadata, currency
        case amountReversed = "amount_reversed"
        case destinationPayment = "destination_payment"
        case sourceTransaction = "source_transaction"
        case transferGroup = "transfer_group"
    }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        id = try container.decode(String.self, forKey: .id)
        amount = try container.decodeAmount(forKey: .amount, currency)
        amountReversed = try container.decodeAmount(forKey: .amountReversed, currency)
        reversed = try container.decode(Bool.self, forKey: .reversed)
        destination = try container.decode(ObjectName.self, forKey: .destination).id
        destinationPayment = try container.decodeIDIfPresent(forKey: .destinationPayment)
        sourceTransaction = try container.decodeIDIfPresent(forKey: .sourceTransaction)
        transferGroup = try container.decodeIfPresent(String.self, forKey: .transferGroup)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        created = try container.decode(Int64.self, forKey: .created)
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
    }

    /// Writes the API's object; absent values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(amount.currency, forKey: .currency)
        try container.encodeAmount(amount, forKey: .amount)
        try container.encodeAmount(amountReversed, forKey: .amountReversed)
        try container.encode(reversed, forKey: .reversed)
        try container.encode(destination, forKey: .destination)
        try container.encodeIfPresent(destinationPayment, forKey: .destinationPayment)
        try container.encodeIfPresent(sourceTransaction, forKey: .sourceTransaction)
        try container.encodeIfPresent(transferGroup, forKey: .transferGroup)
        try container.encodeIfPresent(description, forKey: .description)
        try container.encode(created, forKey: .created)
        try container.encode(metadata, forKey: .metadata)
    }
}
