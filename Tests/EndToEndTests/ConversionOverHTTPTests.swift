import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import Tender
import Testing

/// A currency conversion from the reader to the issuer's ledger, through the simulated gateway on a real port.
@Suite struct ConversionOverHTTPTests {
    /// Sells for ten dollars with an offer, in a French shop.
    ///
    /// - Returns: What the card was charged, what the shop received and what the reader asked.
    private static func sell(_ card: SimulatedCard, _ consent: ConsentAnswer) async throws -> [String] {
        let gateway = try SimulatedGateway()
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_e2e"), connection: .init(baseURL: gateway.url))
        var script = ReaderScript(
            collections: [[.insert(card, after: .zero), .remove(after: .zero)]], readDuration: .zero)
        script.consent = consent
        let source = AskedSource(SimulatedReaderSource([script]))
        let terminal = Terminal(
            configuration: .init(
                gateway: client, readerSource: source, journal: InMemoryJournal(), customerLanguage: .french))
        for try await readers in terminal.discoverReaders(.simulated) {
            _ = try await terminal.connect(#require(readers.first))
        }
        let intent = try await terminal.createPaymentIntent(
            .init(amount: 1000, currency: .usd, captureMethod: .manual))
        let collected = try await terminal.collectPaymentMethod(
            intent,
            configuration: CollectConfiguration(updatePaymentIntent: true, requestDynamicCurrencyConversion: true))
        guard case .approved(let held) = try await terminal.confirmPaymentIntent(collected) else {
            return ["not approved"]
        }
        let paid = try await terminal.capturePaymentIntent(held)
        let told = paid.card?.dynamicCurrencyConversion
        let charged = told?.status == .accepted ? told?.presentment : paid.amount
        let ledger = gateway.ledger(paymentIntent: paid.id)
        return ["\(charged?.description ?? "")", "\(ledger?.captured ?? 0)"] + source.notices
    }

    @Test func theCustomerChoosesInTheCardsLanguage() async throws {
        let german = try SimulatedCard.named("onlinePinScaRetry")
        let question =
            "Nein: 10.00 USD bezahlen. Ja: 9.48 EUR bezahlen. 1 USD = 0.9476 EUR, 3 % Aufschlag auf den Referenzkurs."
        #expect(try await Self.sell(german, .accepted) == ["9.48 EUR", "1000", question])
        #expect(try await Self.sell(german, .declined) == ["10.00 USD", "1000", question])
    }

    /// The card asks for Chinese.
    @Test func whoeverPrefersNoKnownLanguageIsAskedInTheShopsOne() async throws {
        let chinese = try SimulatedCard.named("unionPay")
        let question =
            "Non : payer 10.00 USD. Oui : payer 74.16 CNY. 1 USD = 7.416 CNY, "
            + "majoration de 3 % par rapport au taux de référence."
        #expect(try await Self.sell(chinese, .declined) == ["10.00 USD", "1000", question])
    }

    @Test func whoeverIsOfferedNothingPaysWithoutAQuestion() async throws {
        #expect(try await Self.sell(.visa, .accepted) == ["10.00 USD", "1000"])
    }
}
