/// What one of something costs.
public struct Price: Hashable, Sendable, Codable, Identifiable {
    /// The id, `price_…`.
    public var id: String
    /// What it is the price of, `prod_…`.
    public var product: String
    /// The amount; nil where the customer chooses it.
    public var unitAmount: Amount?
    /// Whether it can be used.
    public var active: Bool

    /// Makes a price.
    public init(id: String, product: String, unitAmount: Amount?, active: Bool = true) {
        self.id = id
        self.product = product
        self.unitAmount = unitAmount
        self.active = active
    }

    private enum CodingKeys: String, CodingKey {
        case id, product, currency, active
        case unitAmount = "unit_amount"
    }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        id = try container.decode(String.self, forKey: .id)
        product = try container.decode(ObjectName.self, forKey: .product).id
        unitAmount = try container.decodeAmountIfPresent(forKey: .unitAmount, currency)
        active = try container.decode(Bool.self, forKey: .active)
    }

    /// Writes the API's object; absent values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(product, forKey: .product)
        try container.encodeIfPresent(unitAmount?.currency, forKey: .currency)
        try container.encodeAmount(unitAmount, forKey: .unitAmount)
        try container.encode(active, forKey: .active)
    }
}
