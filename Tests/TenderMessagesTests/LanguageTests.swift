import TenderMessages
import TenderModel
import Testing

/// Every message exists in every language, and the customer's language goes before the till's.
struct LanguageTests {
    @Test(arguments: Language.allCases) func everySentenceIsWrittenAndDiffers(_ language: Language) {
        let sentences = CashierMessage.allCases.map { $0.text(in: language) }
        #expect(sentences.allSatisfy { !$0.isEmpty })
        #expect(Set(sentences).count == CashierMessage.allCases.count)
    }

    @Test(arguments: Language.allCases) func everyReaderMessageIsWrittenAndDiffers(_ language: Language) {
        let messages = ReaderDisplayMessage.allCases.map { LocalizedMessage($0, in: language).text }
        #expect(messages.allSatisfy { !$0.isEmpty })
        #expect(Set(messages).count == ReaderDisplayMessage.allCases.count)
    }

    @Test(arguments: Language.allCases) func everySetOfInputsIsWrittenAndDiffers(_ language: Language) {
        let texts = (0..<8).map { LocalizedMessage(ReaderInputOptions(rawValue: $0), in: language).text }
        #expect(texts.allSatisfy { !$0.isEmpty })
        #expect(Set(texts).count == 8)
    }

    /// The card schemes demand both amounts, the rate and the markup in the question.
    @Test func theQuestionAboutACurrencyShowsAllThatItMust() throws {
        var conversion = DynamicCurrencyConversion()
        (conversion.cardholderRate, conversion.referenceMarkupPercent, conversion.status) = ("1.1234", "3.5", .offered)
        (conversion.originalAmount, conversion.originalCurrency) = (1000, "eur")
        (conversion.presentmentAmount, conversion.presentmentCurrency) = (1123, "usd")
        var card = CardDetails()
        card.dynamicCurrencyConversion = conversion
        let offer = try #require(CurrencyConversionOffer(card, of: Amount(minorUnits: 1000, currency: .eur)))
        let texts = Language.allCases.map { offer.text(in: $0) }
        let wrong = texts.filter { text in
            !["10.00 EUR", "11.23 USD", "1 EUR = 1.1234 USD"].allSatisfy { text.contains($0) }
                || !text.contains("3.5%") && !text.contains("3.5 %")
        }
        #expect(wrong == [])
        #expect(Set(texts).count == texts.count)
    }

    @Test func theQuestionAboutASurchargeShowsItAndTheTotal() {
        let surcharge = SurchargeConfiguration(amount: Amount(minorUnits: 25, currency: .eur))
        let total = Amount(minorUnits: 1025, currency: .eur)
        let texts = Language.allCases.map { surcharge.question(total: total, in: $0) }
        #expect(texts.filter { !$0.contains("0.25 EUR") || !$0.contains("10.25 EUR") } == [])
        #expect(Set(texts).count == texts.count)
    }

    @Test func noSentenceIsLeftInEnglish() {
        let foreign = Language.allCases.filter { $0 != .english }
        let left = CashierMessage.allCases.filter { message in
            foreign.contains { message.text(in: $0) == message.text(in: .english) }
        }
        #expect(left.isEmpty)
    }

    @Test(arguments: [("de-CH", Language.german), ("PT_br", .portuguese), ("ja", .japanese)])
    func aTagIsRead(_ tag: String, _ language: Language) {
        #expect(Language(tag: tag) == language)
    }

    @Test(arguments: ["", "xx", "deu", "-"]) func anotherTagIsNone(_ tag: String) { #expect(Language(tag: tag) == nil) }

    @Test func theCardsLanguageGoesBeforeTheTills() {
        #expect(Language.forCustomer(tags: ["sv", "fr-CA", "en"], till: .german) == .french)
        #expect(Language.forCustomer(tags: ["sv"], till: .german) == .german)
    }
}
