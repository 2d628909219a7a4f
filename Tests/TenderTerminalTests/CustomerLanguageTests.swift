import SimulatedCard
import TenderFlow
import TenderMessages
import TenderModel
@testable import TenderTerminal
import Testing

/// The language in which a customer is spoken to.
@Suite struct CustomerLanguageTests {
    /// A German card is read twice for a payment, and then an American one for another.
    @Test func theReaderSpeaksTheCardsLanguageUntilTheNextPayment() async throws {
        let german = try SimulatedCard.named("onlinePinScaRetry")
        let shop = Shop(Shop.quickly([german, german, .visa]))
        let events = shop.terminal.events()
        let (first, second) = (try await shop.open(), try await shop.intent())
        for intent in [first, first] { _ = try await shop.terminal.collectPaymentMethod(intent) }
        #expect(await shop.terminal.customerLanguage == .german)
        _ = try await shop.terminal.collectPaymentMethod(second)
        try await shop.terminal.disconnect()
        var languages: [Language] = []
        for await event in events {
            if let message = event.customerMessage, message.language != languages.last {
                languages.append(message.language)
            }
            if case .disconnected = event.kind { break }
        }
        #expect(languages == [.english, .german, .english])
    }

    @Test func aQuestionIsInTheCardsLanguageAndAnApplicationsWordsStay() {
        let euro = Amount(minorUnits: 100, currency: .eur)
        let table: [([String], String?)] = [(["de"], nil), (["zh"], nil), ([], nil), (["de"], "1 percent")]
        let questions = table.map { languages, notice in
            ConsentRequest(amount: euro, subject: .surcharge(euro), notice: notice, languages: languages)
                .worded(till: .french).notice
        }
        let french = "Payer 2.00 EUR ? Ce montant comprend un supplément de 1.00 EUR."
        #expect(
            questions == [
                "2.00 EUR bezahlen? Darin ist ein Aufschlag von 1.00 EUR enthalten.", french, french, "1 percent",
            ])
    }
}
