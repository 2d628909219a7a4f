public import TenderModel

/// One line of what is sold at a checkout page or a link.
public struct LineItem: Hashable, Sendable, Codable, Identifiable {
    /// The id, `li_…`.
    public var id: String
    /// What is sold.
    public var description: String?
    /// How many; nil when nothing is counted.
    public var quantity: Int?
    /// What all of it costs.
    public var amountTotal: Amount
    /// What all of it costs without tax and discounts.
    public var amountSubtotal: Amount

    private var currency = SharedCurrency()

    /// Creates a line.
    public init(
        id: String, description: String?, quantity: Int?, amountTotal: Amount, amountSubtotal: Amount
    ) {
        self.id = id
        self.description = description
        self.quantity = quantity
        self.amountTotal = amountTotal
        self.amountSubtotal = amountSubtotal
    }

    private enum CodingKeys: String, MoneyKey {
        case id, description, quantity, currency
        case amountTotal = "amount_total"
        case amountSubtotal = "amount_subtotal"
    }
}
