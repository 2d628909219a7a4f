import TenderModel

/// The exchange rates of the simulated gateway: fixed, and nobody's.
enum ExchangeRates {
    /// How much dearer a card's rate is than the reference rate, in percent.
    private static let markup: Int64 = 3

    /// The currency of the cards of a country.
    private static let currencies: [String: Currency?] = [
        "AU": .aud, "CA": .cad, "CN": Currency("cny"), "DE": .eur, "ES": .eur, "FR": .eur, "GB": .gbp, "IT": .eur,
        "JP": .jpy, "NL": .eur, "SG": Currency("sgd"), "US": .usd,
    ]

    /// Ten-thousandths of a currency for one US dollar.
    private static let perDollar: [String: Int64] = [
        "aud": 15_000, "cad": 13_600, "cny": 72_000, "eur": 9_200, "gbp": 7_900, "jpy": 1_500_000, "sgd": 13_400,
        "usd": 10_000,
    ]

    /// Returns the offer to charge a card in its own currency; `nil` if that is the amount's, or has no rate.
    ///
    /// - Parameter now: The time of the rate, in seconds since 1970.
    static func offer(_ amount: Amount, to card: CardDetails, now: Int64) -> DynamicCurrencyConversion? {
        guard let own = card.country.flatMap({ currencies[$0] ?? nil }), own != amount.currency,
            let shops = perDollar[amount.currency.code], let cards = perDollar[own.code]
        else { return nil }
        let reference = cards * 1_000_000 / shops
        let rate = reference * (100 + markup) / 100
        let exponents = (own.exponent, amount.currency.exponent)
        let converted = try? Amount(minorUnits: amount.minorUnits, currency: own).share(
            rate * power(exponents.0 - exponents.1), of: 1_000_000 * power(exponents.1 - exponents.0), .nearest)
        guard let units = try? converted?.gatewayUnits(), units > 0 else { return nil }
        var offer = DynamicCurrencyConversion()
        offer.cardholderRate = decimal(rate)
        offer.fxAsOf = now
        offer.originalAmount = try? amount.gatewayUnits()
        offer.originalCurrency = amount.currency.code
        offer.presentmentAmount = units
        offer.presentmentCurrency = own.code
        offer.referenceFxRate = decimal(reference)
        offer.referenceMarkupPercent = String(markup)
        offer.status = .offered
        return offer
    }

    /// Ten to this power; one for a negative power.
    private static func power(_ exponent: Int) -> Int64 {
        (0..<max(0, exponent)).reduce(Int64(1)) { product, _ in product * 10 }
    }

    private static func decimal(_ millionths: Int64) -> String {
        let fraction = String(millionths % 1_000_000)
        return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    }
}
