/// What the account holds at the gateway, by currency.
public struct Balance: Hashable, Sendable, Codable {
    /// A sum, and how it came about.
    public struct Funds: Hashable, Sendable, Codable {
        /// The sum; below zero when more went out than came in.
        public var amount: Amount

        /// Makes a sum.
        public init(_ amount: Amount) { self.amount = amount }

        enum CodingKeys: String, CodingKey { case amount, currency }

        /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let currency = try container.decode(Currency.self, forKey: .currency)
            amount = try container.decodeAmount(forKey: .amount, currency)
        }

        /// Writes the API's object.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(amount.currency, forKey: .currency)
            try container.encodeAmount(amount, forKey: .amount)
        }
    }

    /// What can be paid out.
    public var available: [Funds]
    /// What will be available later.
    public var pending: [Funds]

    /// Makes a balance.
    public init(available: [Funds], pending: [Funds]) {
        self.available = available
        self.pending = pending
    }
}
