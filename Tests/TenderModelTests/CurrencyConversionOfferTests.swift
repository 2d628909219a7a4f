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
        #expect(Self.offer(Self.complete)?.converted == Amount(minorUnits: 1123, currency: .usd))
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
