/// What one of something costs.
public struct Price: Hashable, Sendable, Codable, Identifiable {
    /// The id, `price_…`.
    public var id: String
    /// What it is the price of, `prod_…`.
    @ExpandableID public var product: String
    /// The amount; nil where the customer chooses it.
    public var unitAmount: Amount?
    /// Whether it can be used.
    public var active: Bool

    private var currency = CheckedCurrency()

    /// Makes a price.
    public init(id: String, product: String, unitAmount: Amount?, active: Bool = true) {
        self.id = id
        self.product = product
        self.unitAmount = unitAmount
        self.active = active
    }

    private enum CodingKeys: String, MoneyKey {
        case id, product, currency, active
        case unitAmount = "unit_amount"
    }
}
