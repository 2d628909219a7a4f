/// What the customer buys, as a reader with a screen shows it; nothing is summed or checked.
public struct ReaderCart: Hashable, Sendable, Codable {
    /// One line of a cart.
    public struct LineItem: Hashable, Sendable {
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

    /// Makes a cart.
    public init(total: Amount, tax: Amount? = nil, lineItems: [LineItem]) {
        self.total = total
        self.tax = tax
        self.lineItems = lineItems
    }

    enum CodingKeys: String, CodingKey {
        case currency, total, tax
        case lineItems = "line_items"
    }

    private enum LineKeys: String, CodingKey { case description, amount, quantity }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        total = try container.decodeAmount(forKey: .total, currency)
        tax = try container.decodeAmountIfPresent(forKey: .tax, currency)
        lineItems = []
        var list = try container.nestedUnkeyedContainer(forKey: .lineItems)
        while !list.isAtEnd {
            let line = try list.nestedContainer(keyedBy: LineKeys.self)
            lineItems.append(
                LineItem(
                    try line.decode(String.self, forKey: .description),
                    amount: try line.decodeAmount(forKey: .amount, currency),
                    quantity: try line.decode(Int.self, forKey: .quantity)))
        }
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(total.currency, forKey: .currency)
        try container.encodeAmount(total, forKey: .total)
        try container.encodeAmount(tax, forKey: .tax)
        var list = container.nestedUnkeyedContainer(forKey: .lineItems)
        for item in lineItems {
            var line = list.nestedContainer(keyedBy: LineKeys.self)
            try line.encode(item.description, forKey: .description)
            try line.encodeAmount(item.amount, forKey: .amount)
            try line.encode(item.quantity, forKey: .quantity)
        }
    }
}
