/// An offer to charge a card in its own currency, with everything that its customer must see before choosing.
///
/// The rules of the card schemes: both amounts, the rate and the markup are shown, and the customer chooses.
public struct CurrencyConversionOffer: Hashable, Sendable, Codable {
    /// The amount in the shop's currency.
    public let amount: Amount
    /// The amount in the card's currency.
    public let converted: Amount
    /// Units of the card's currency for one of the shop's, a decimal text.
    public let rate: String
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
            let rate = told.cardholderRate, Self.isDecimal(rate),
            let markup = told.referenceMarkupPercent, Self.isDecimal(markup)
        else { return nil }
        self.amount = amount
        self.converted = converted
        self.rate = rate
        self.markup = markup
        languages = card.preferredLocales ?? []
    }

    /// Whether a text can be shown as a number: digits, with a point between them at most.
    private static func isDecimal(_ text: String) -> Bool {
        guard text.utf8.count <= 20 else { return false }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
    }
}
