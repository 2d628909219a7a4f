import SimulatedCard
import SimulatedGateway
import SimulatedReader
import Tender
import Testing

/// A card that is accepted without the gateway, and saved with it, on a real port.
@Suite struct OfflineSetupOverHTTPTests {
    private struct Unexpected: Error {}

    @Test func aStoredCardIsSavedOnceForItsCustomer() async throws {
        let gateway = try SimulatedGateway()
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_e2e"), connection: .init(baseURL: gateway.url))
        let limit = Amount(minorUnits: 1000, currency: .eur)
        let source = SimulatedReaderSource([
            ReaderScript(collections: [[.insert(.visa, after: .zero), .remove(after: .zero)]], readDuration: .zero)
        ])
        let terminal = Terminal(
            configuration: .init(
                gateway: client, readerSource: source, journal: InMemoryJournal(),
                policy: PaymentPolicy(firstPause: .milliseconds(1), longestPause: .milliseconds(5)),
                offline: OfflineLimits(perPayment: [limit], stored: [limit]), forwardsByItself: false))
        _ = try await terminal.connect(source.readers[0])
        let customer = try await client.createCustomer(CustomerParameters(name: "Ann"), key: IdempotencyKey("ann")).id
        let intent = try await terminal.createSetupIntent(
            SetupIntentParameters(customer: customer, paymentMethodTypes: [.cardPresent]),
            offlineBehavior: .forceOffline)
        guard case .storedOffline(let stored) = try await terminal.processSetupIntent(intent, allowRedisplay: .limited)
        else { throw Unexpected() }
        let before = try await client.listPaymentMethods(ofCustomer: customer).data.count
        await terminal.forwardNow()
        await terminal.waitForForwarding()
        let read = try await terminal.retrieveSetupIntent(id: stored.id)
        let after = try await client.listPaymentMethods(ofCustomer: customer).data.map(\.id)
        #expect(before == 0)
        #expect(after == [read.generatedCard])
    }
}
