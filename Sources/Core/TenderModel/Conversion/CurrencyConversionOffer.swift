/// An offer to charge a card in its own currency, with everything that its customer must see before choosing.
///
/// The rules of the card schemes: both amounts, the rate and the markup are shown, and the customer chooses.
public struct CurrencyConversionOffer: Hashable, Sendable, Codable {
    /// The amount in the shop's currency.
    public let amount: Amount
    /// The amount in the card's currency.
    public let converted: Amount
    /// The exchange, such as `1 USD = 0.9476 EUR`.
    public let exchange: String
    /// How much dearer the rate is than the reference rate, in percent, a decimal text.
    public let markup: String
    /// The languages that the card asks for, the best first, such as `de`.
    public let languages: [String]

    /// Reads the offer that a gateway made for a card; `nil` if there is none, or if it is incomplete or about another
    /// amount.
    ///
    /// - Parameter amount: The amount to pay, in the shop's currency.
    public init?(_ card: CardDetails, of amount: Amount) {
        guard let told = card.dynamicCurrencyConversion, told.status == .offered,
            told.originalCurrency?.lowercased() == amount.currency.code,
            let units = try? amount.gatewayUnits(), units == told.originalAmount,
            let converted = told.presentment, converted.minorUnits > 0, converted.currency != amount.currency,
            // What the customer chooses is sent, so that it must be an amount that can be.
            (try? converted.gatewayUnits()) != nil,
            let exchange = told.exchange, let markup = told.markup
        else { return nil }
        self.amount = amount
        self.converted = converted
        self.exchange = exchange
        self.markup = markup
        languages = card.preferredLocales ?? []
    }
}
