import Foundation
import TenderModel
import Testing

/// An offer of a gateway, which is one only if its customer can be shown everything.
struct CurrencyConversionOfferTests {
    private static let euros = Amount(minorUnits: 1000, currency: .eur)

    private static var complete: DynamicCurrencyConversion {
        var told = DynamicCurrencyConversion()
        (told.cardholderRate, told.referenceMarkupPercent, told.status) = ("1.1234", "3.5", .offered)
        (told.originalAmount, told.originalCurrency) = (1000, "eur")
        (told.presentmentAmount, told.presentmentCurrency) = (1123, "usd")
        return told
    }

    private static func offer(_ told: DynamicCurrencyConversion) -> CurrencyConversionOffer? {
        var card = CardDetails()
        card.dynamicCurrencyConversion = told
        return CurrencyConversionOffer(card, of: euros)
    }

    @Test func aCompleteOfferIsRead() {
        let offer = Self.offer(Self.complete)
        #expect(offer?.converted == Amount(minorUnits: 1123, currency: .usd))
        #expect(offer?.exchange == "1 EUR = 1.1234 USD")
    }

    @Test func zerosThatSayNothingAreNotShown() {
        let texts = ["0.947600", "1.50", "3.0", "100", "0.0", "10"].map { text in
            var told = DynamicCurrencyConversion()
            told.referenceMarkupPercent = text
            return told.markup
        }
        #expect(texts == ["0.9476", "1.5", "3", "100", "0", "10"])
    }

    /// Whatever the gateway's object says beside it, what the card was charged is read.
    @Test func aMemberThatCannotBeReadHidesNoOther() throws {
        let json = """
            {"cardholder_rate": 1.1, "fx_as_of": "now", "original_amount": "1000", "original_currency": {},
            "presentment_amount": 1123, "presentment_currency": "usd", "reference_fx_rate": [], "status": "accepted",
            "reference_markup_percent": 3, "transaction_fx_rate": false, "transaction_markup_percent": 4}
            """
        let told = try JSONDecoder().decode(DynamicCurrencyConversion.self, from: Data(json.utf8))
        #expect(told.choice(of: Self.euros) == .accepted(Amount(minorUnits: 1123, currency: .usd)))
    }

    @Test func whatIsIncompleteHostileOrAboutSomethingElseIsNone() {
        let damages: [(inout DynamicCurrencyConversion) -> Void] = [
            { $0.status = nil }, { $0.status = .accepted }, { $0.status = .declined }, { $0.status = .unknown("x") },
            { $0.cardholderRate = nil }, { $0.cardholderRate = "" }, { $0.cardholderRate = "1.2.3" },
            { $0.cardholderRate = ".5" }, { $0.cardholderRate = "-1" }, { $0.cardholderRate = "1\u{1B}[2J" },
            { $0.cardholderRate = "٣" }, { $0.cardholderRate = String(repeating: "1", count: 21) },
            { $0.referenceMarkupPercent = nil }, { $0.referenceMarkupPercent = "3 %" },
            { $0.originalAmount = nil }, { $0.originalAmount = 999 }, { $0.originalAmount = .min },
            { $0.originalCurrency = nil }, { $0.originalCurrency = "usd" },
            { $0.presentmentAmount = nil }, { $0.presentmentAmount = 0 }, { $0.presentmentAmount = .min },
            { ($0.presentmentAmount, $0.presentmentCurrency) = (1234, "kwd") },
            { ($0.presentmentAmount, $0.presentmentCurrency) = (12_345, "isk") },
            { $0.presentmentCurrency = nil }, { $0.presentmentCurrency = "xxx" }, { $0.presentmentCurrency = "eur" },
        ]
        let read = damages.indices.filter { index in
            var told = Self.complete
            damages[index](&told)
            return Self.offer(told) != nil
        }
        #expect(read == [])
    }
}
