import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import Tender
import Testing

/// A surcharge from the reader to the issuer's ledger, through the simulated gateway on a real port.
@Suite struct SurchargeOverHTTPTests {
    private static func source(_ card: SimulatedCard) -> AskedSource {
        AskedSource(
            SimulatedReaderSource([
                ReaderScript(
                    collections: [[.insert(card, after: .zero), .remove(after: .zero)]], readDuration: .zero)
            ]))
    }

    /// What was collected for a card, and how it was charged with a surcharge of 2.5 percent, in an Italian shop.
    private static func sell(
        _ card: SimulatedCard, units: Int64 = 1000, surcharge: Int64? = nil
    ) async throws -> String {
        try await sell(source(card), units: units, surcharge: surcharge)
    }

    private static func sell(
        _ source: AskedSource, units: Int64 = 1000, surcharge: Int64? = nil
    ) async throws -> String {
        let gateway = try SimulatedGateway()
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_e2e"), connection: .init(baseURL: gateway.url))
        let terminal = Terminal(
            configuration: .init(
                gateway: client, readerSource: source, journal: InMemoryJournal(), customerLanguage: .italian))
        for try await readers in terminal.discoverReaders(.simulated) {
            _ = try await terminal.connect(#require(readers.first))
        }
        let intent = try await terminal.createPaymentIntent(
            .init(amount: units, currency: .usd, captureMethod: .manual))
        let collected = try await terminal.collectPaymentMethod(
            intent, configuration: CollectConfiguration(updatePaymentIntent: true))
        let details = collected.amountDetails?.surcharge
        let wanted = try SurchargeRules(basisPoints: 250).surcharge(on: collected)
        let asked = surcharge.map { Amount(minorUnits: $0, currency: .usd) } ?? wanted
        do {
            let outcome = try await terminal.confirmPaymentIntent(
                collected,
                configuration: ConfirmConfiguration(
                    surcharge: asked.map {
                        SurchargeConfiguration(amount: $0, consent: SurchargeConsent(collection: .enabled))
                    }))
            guard case .approved(let held) = outcome else { return "not approved" }
            let paid = try await terminal.capturePaymentIntent(held)
            let ledger = gateway.ledger(paymentIntent: paid.id)
            return "\(details?.status?.rawValue ?? "") \(paid.amountDetails?.surcharge?.amount?.minorUnits ?? 0) "
                + "\(ledger?.captured ?? 0)"
        } catch let error as TenderError {
            return "\(error.errorCode) \(gateway.ledger(paymentIntent: intent.id)?.authorized ?? 0)"
        }
    }

    @Test func creditCardsAreChargedTheSurchargeAndOthersNone() async throws {
        let found = [
            try await Self.sell(.visa), try await Self.sell(try .named("visaDebit")),
            try await Self.sell(.visa, surcharge: 30), try await Self.sell(.visa, surcharge: 31),
            try await Self.sell(try .named("visaDebit"), surcharge: 1),
        ]
        #expect(
            found == [
                "available 25 1025", "unavailable 0 1000", "available 30 1030", "surchargingNotAvailable 0",
                "surchargingNotAvailable 0",
            ])
    }

    /// The first card asks for German; the second for Chinese, which the shop does not speak.
    @Test func theCustomerIsAskedInTheCardsLanguageElseInTheShops() async throws {
        var asked: [String] = []
        for name in ["onlinePinScaRetry", "unionPay"] {
            let source = Self.source(try SimulatedCard.named(name))
            _ = try await Self.sell(source)
            asked += source.notices
        }
        #expect(
            asked == [
                "10.25 USD bezahlen? Darin ist ein Aufschlag von 0.25 USD enthalten.",
                "Pagare 10.25 USD? È compreso un supplemento di 0.25 USD.",
            ])
    }
}
