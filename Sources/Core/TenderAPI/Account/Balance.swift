public import TenderModel

/// The account's balance at the gateway, by currency.
public struct Balance: Hashable, Sendable, Codable {
    /// The balance in one currency.
    public struct Funds: Hashable, Sendable, Codable {
        /// The balance; negative when more went out than came in.
        public var amount: Amount

        private var currency = SharedCurrency()

        /// Creates a balance in the amount's currency.
        public init(_ amount: Amount) { self.amount = amount }

        private enum CodingKeys: String, MoneyKey { case amount, currency }
    }

    /// The funds that can be paid out.
    public var available: [Funds]
    /// The funds that become available later.
    public var pending: [Funds]

    /// Creates a balance from the funds of each currency.
    public init(available: [Funds], pending: [Funds]) {
        self.available = available
        self.pending = pending
    }
}
