/// What the customer buys, as a reader with a screen shows it; nothing is summed or checked.
public struct ReaderCart: Hashable, Sendable, Codable {
    /// One line of a cart.
    public struct LineItem: Hashable, Sendable, Codable {
        /// What it is.
        public var description: String
        /// What it costs.
        public var amount: Amount
        /// How many.
        public var quantity: Int

        /// Makes a line.
        public init(_ description: String, amount: Amount, quantity: Int = 1) {
            self.description = description
            self.amount = amount
            self.quantity = quantity
        }
    }

    /// The sum; its currency is the lines' too.
    public var total: Amount
    /// The tax in it.
    public var tax: Amount?
    /// The lines.
    public var lineItems: [LineItem]

    private var currency = SharedCurrency()

    /// Makes a cart.
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
    struct Form: Codable {
        var description: String
        var amount: Int64
        var quantity: Int
    }

    init(_ form: Form, _ currency: Currency) throws(AmountError) {
        let amount = try Amount(gatewayUnits: form.amount, currency: currency)
        self.init(form.description, amount: amount, quantity: form.quantity)
    }

    func form() throws(AmountError) -> Form {
        Form(description: description, amount: try amount.gatewayUnits(), quantity: quantity)
    }
}
