/// Money of a platform's fee that was given back.
public struct ApplicationFeeRefund: Hashable, Sendable, Codable, Identifiable {
    /// The id, `fr_…`.
    public var id: String
    /// How much.
    public var amount: Amount
    /// The fee that it is taken from, `fee_…`.
    public var fee: String
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Makes a refund.
    public init(id: String, amount: Amount, fee: String, created: Int64 = 0, metadata: [String: String] = [:]) {
        self.id = id
        self.amount = amount
        self.fee = fee
        self.created = created
        self.metadata = metadata
    }

    private enum CodingKeys: String, CodingKey { case id, amount, currency, fee, created, metadata }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        id = try container.decode(String.self, forKey: .id)
        amount = try container.decodeAmount(forKey: .amount, currency)
        fee = try container.decode(ObjectName.self, forKey: .fee).id
        created = try container.decode(Int64.self, forKey: .created)
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(amount.currency, forKey: .currency)
        try container.encodeAmount(amount, forKey: .amount)
        try container.encode(fee, forKey: .fee)
        try container.encode(created, forKey: .created)
        try container.encode(metadata, forKey: .metadata)
    }
}
