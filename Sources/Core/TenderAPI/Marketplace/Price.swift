public import TenderModel

/// The price of one unit of a product.
public struct Price: Hashable, Sendable, Codable, Identifiable {
    /// The id, `price_…`.
    public var id: String
    /// The product, `prod_…`.
    @ExpandableID public var product: String
    /// The amount; nil where the customer chooses it.
    public var unitAmount: Amount?
    /// Whether it can still be used.
    public var active: Bool

    private var currency = CheckedCurrency()

    /// Creates a price; pass nil for an amount that the customer chooses.
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
