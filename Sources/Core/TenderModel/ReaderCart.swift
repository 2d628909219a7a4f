/// The customer's purchases as a reader's screen shows them; the total is not checked.
public struct ReaderCart: Hashable, Sendable, Codable {
    /// One line of a cart.
    public struct LineItem: Hashable, Sendable, Codable {
        /// The name of the goods.
        public var description: String
        /// The line's price.
        public var amount: Amount
        /// The number of units.
        public var quantity: Int

        /// Creates a line for goods, by default one unit.
        public init(_ description: String, amount: Amount, quantity: Int = 1) {
            self.description = description
            self.amount = amount
            self.quantity = quantity
        }
    }

    /// The total, in the currency of all lines.
    public var total: Amount
    /// The tax included.
    public var tax: Amount?
    /// The lines.
    public var lineItems: [LineItem]

    private var currency = SharedCurrency()

    /// Creates a cart; all amounts are in one currency.
    public init(total: Amount, tax: Amount? = nil, lineItems: [LineItem]) {
        self.total = total
        self.tax = tax
        self.lineItems = lineItems
    }

    private enum CodingKeys: String, MoneyKey {
        case currency, total, tax
        case lineItems = "line_items"
    }
}

extension ReaderCart.LineItem: MoneyPart {
    package struct Form: Codable {
        var description: String
        var amount: Int64
        var quantity: Int
    }

    package init(_ form: Form, _ currency: Currency) throws(AmountError) {
        let amount = try Amount(gatewayUnits: form.amount, currency: currency)
        self.init(form.description, amount: amount, quantity: form.quantity)
    }

    package func form() throws(AmountError) -> Form {
        Form(description: description, amount: try amount.gatewayUnits(), quantity: quantity)
    }
}
