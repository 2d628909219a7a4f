import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderMessages
import TenderModel
@testable import TenderTerminal
import Testing

/// The language in which a customer is spoken to.
@Suite struct CustomerLanguageTests {
    /// A German card is read for a payment; then a card is asked for once more, and for another payment.
    @Test func theReaderSpeaksTheCardsLanguageUntilTheNextPayment() async throws {
        let german = try SimulatedCard.named("onlinePinScaRetry")
        let shop = Shop(
            ReaderScript(
                collections: [[.insert(german, after: .zero), .remove(after: .zero)], [], []], readDuration: .zero))
        var events = shop.terminal.events().makeAsyncIterator()
        let (first, second) = (try await shop.open(), try await shop.intent())
        _ = try await shop.terminal.collectPaymentMethod(first)
        #expect(await shop.terminal.customerLanguage == .german)
        // What the reader shows comes beside its answer, and may come later.
        while let event = await events.next(), event.kind != .inputOptions([]) {}
        var languages: [Language?] = []
        for intent in [first, second] {
            let collecting = Task { try await shop.terminal.collectPaymentMethod(intent) }
            var asked: Language?
            while let event = await events.next(), event.kind != .inputOptions([]) {
                guard asked == nil, let message = event.customerMessage else { continue }
                asked = message.language
                collecting.cancel()
            }
            languages.append(asked)
            _ = await collecting.result
        }
        #expect(languages == [.german, .english])
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
