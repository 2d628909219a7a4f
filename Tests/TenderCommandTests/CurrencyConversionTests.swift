import CommandLineOptions
import Tender
@testable import TenderCommand
import Testing

/// `tender sale --offer-currency-conversion`: what it cannot be had with, and what its receipt says.
struct CurrencyConversionTests {
    private static func refusal(_ more: String) -> String? {
        let words = "--amount 10.00 --currency usd --offer-currency-conversion \(more)".split(separator: " ")
        do {
            _ = try SaleOptions(Arguments(words.map(String.init), SaleCommand.options))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func whatChangesTheAmountIsRefused() {
        let named = ["--tip 2.00", "--surcharge 1", "--split 5.00,5.00 --order 7"].map { more in
            Self.refusal(more)?.contains("conversion") == true
        }
        #expect(named == [true, true, true])
        #expect(Self.refusal("") == nil)
    }

    /// The lines about the conversion.
    private static func told(
        _ received: Int64, _ change: (inout DynamicCurrencyConversion) -> Void = { _ in }
    ) -> [String] {
        let amount = Amount(minorUnits: 1000, currency: .usd)
        let paid = Amount(minorUnits: received, currency: .usd)
        var told = DynamicCurrencyConversion()
        (told.originalAmount, told.originalCurrency, told.status) = (1000, "usd", .accepted)
        (told.presentmentAmount, told.presentmentCurrency) = (948, "eur")
        (told.cardholderRate, told.referenceMarkupPercent) = ("0.947600", "3")
        change(&told)
        var card = CardDetails()
        card.dynamicCurrencyConversion = told
        var intent = PaymentIntent(id: "pi_1", amount: amount, status: .succeeded)
        intent.amountReceived = paid
        intent.latestCharge = .object(
            Charge(
                id: "ch_1", amount: amount, amountCaptured: paid, amountRefunded: Amount(minorUnits: 0, currency: .usd),
                captured: true, refunded: false, status: .succeeded,
                paymentMethodDetails: .init(type: .cardPresent, cardPresent: card)))
        let words = ["CHARGED TO THE CARD", "Exchange rate", "Markup"]
        return SaleReceipt(intent: intent, order: nil, isSimulated: false).lines
            .filter { line in words.contains { line.hasPrefix($0) } }
            .map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test func theReceiptShowsTheRateAndTheMarkupOfTheTransactionIfTheyAreTold() {
        let heading = "CHARGED TO THE CARD 9.48 EUR"
        #expect(
            Self.told(1000) == [heading, "Exchange rate 1 USD = 0.9476 EUR", "Markup over the reference rate 3%"])
        let other = Self.told(1000) { ($0.transactionFxRate, $0.transactionMarkupPercent) = ("0.95", "3.5") }
        #expect(other == [heading, "Exchange rate 1 USD = 0.95 EUR", "Markup over the reference rate 3.5%"])
    }

    /// What the card is charged for a part is not told.
    @Test func theReceiptOfAPartShowsNoConvertedAmount() { #expect(Self.told(400) == []) }
}
