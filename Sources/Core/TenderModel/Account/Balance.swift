/// What the account holds at the gateway, by currency.
public struct Balance: Hashable, Sendable, Codable {
    /// A sum, and how it came about.
    public struct Funds: Hashable, Sendable, Codable {
        /// The sum; below zero when more went out than came in.
        public var amount: Amount

        private var currency = SharedCurrency()

        /// Makes a sum.
        public init(_ amount: Amount) { self.amount = amount }

        private enum CodingKeys: String, MoneyKey { case amount, currency }
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
