public import TenderModel

extension DynamicCurrencyConversion {
    /// A complete offer of an amount in another currency.
    public static func offer(_ amount: Amount, as converted: Amount) -> Self {
        var offer = Self()
        offer.cardholderRate = "1.20"
        offer.referenceMarkupPercent = "3"
        offer.originalAmount = try? amount.gatewayUnits()
        offer.originalCurrency = amount.currency.code
        offer.presentmentAmount = try? converted.gatewayUnits()
        offer.presentmentCurrency = converted.currency.code
        offer.status = .offered
        return offer
    }
}
