import Foundation
import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import Tender
import TenderBackend
import TenderBackendServer
import TenderTestSupport
import Testing

/// A till with a token at the merchant's server, which holds the secret key of the simulated payments API.
@Suite(.timeLimit(.minutes(1))) struct MerchantServerTests {
    private final class Shop: Sendable {
        let gateway: SimulatedGateway
        let server: BackendServer
        let token: String
        let tills: URL

        init(_ settings: BackendSettings = BackendSettings(), faults: [String] = []) throws {
            gateway = try SimulatedGateway(configuration: .init(faults: try faults.map { try Fault(parsing: $0) }))
            tills = FileManager.default.temporaryDirectory.appending(path: "tills-\(UUID().uuidString).json")
            token = TillToken.make()
            try TillsFile(path: tills.path).write(
                BackendTills([BackendTill(name: "counter", tokenHash: TillToken.hash(Array(token.utf8)))]))
            server = try BackendServer(
                .init(
                    apiURL: gateway.url, apiKey: SecretBytes(utf8: "sk_test_merchant"),
                    apiVersion: PaymentsClient.apiVersion, settings: settings, tillsFile: tills.path))
        }

        deinit { try? FileManager.default.removeItem(at: tills) }

        var client: PaymentsClient {
            get throws {
                try PaymentsClient(apiKey: SecretBytes(utf8: token), connection: .init(baseURL: server.url))
            }
        }

        /// The gateway of a till that goes this way.
        func till(_ way: Way) throws -> any Gateway {
            guard way == .withPublishableKey else { return try client }
            let backend = try BackendClient(
                credential: SecretBytes(utf8: token), connection: .init(baseURL: server.url))
            let publishable = try PaymentsClient(
                apiKey: SecretBytes(utf8: "pk_test_merchant"), connection: .init(baseURL: gateway.url))
            return try BackendGateway(backend: backend, client: publishable, clock: TestClock())
        }

        func terminal(_ gateway: (any Gateway)? = nil, _ script: ReaderScript? = nil) throws -> Terminal {
            let swipe = ReaderScript(collections: [[.swipe(.visa, after: .zero)]], readDuration: .zero)
            return Terminal(
                configuration: .init(
                    gateway: try gateway ?? client, readerSource: SimulatedReaderSource([script ?? swipe]),
                    journal: InMemoryJournal(),
                    policy: PaymentPolicy(firstPause: .milliseconds(1), longestPause: .milliseconds(5))))
        }

        /// The merchant's own client, with the secret key.
        var merchant: PaymentsClient {
            get throws {
                try PaymentsClient(
                    apiKey: SecretBytes(utf8: "sk_test_merchant"), connection: .init(baseURL: gateway.url))
            }
        }

        func sell(_ terminal: Terminal, _ capture: CaptureMethod = .automatic) async throws -> PaymentIntent? {
            _ = try await terminal.easyConnect(.simulated)
            let intent = try await terminal.createPaymentIntent(
                .init(amount: 1000, currency: .eur, captureMethod: capture))
            guard case .approved(let approved) = try await terminal.processPaymentIntent(intent) else { return nil }
            return approved
        }

        /// Holds ten dollars on a card that was inspected, and captures all that is held.
        func charge(
            _ way: Way, _ card: SimulatedCard = .visa, convertsCurrency: Bool = false, surcharge: Int64? = nil
        ) async throws -> PaymentIntent {
            var script = ReaderScript(
                collections: [[.insert(card, after: .zero), .remove(after: .zero)]], readDuration: .zero)
            script.consent = .accepted
            let terminal = try terminal(till(way), script)
            _ = try await terminal.easyConnect(.simulated)
            let intent = try await terminal.createPaymentIntent(
                .init(amount: 1000, currency: .usd, captureMethod: .manual))
            let collected = try await terminal.collectPaymentMethod(
                intent,
                configuration: CollectConfiguration(
                    updatePaymentIntent: true, requestDynamicCurrencyConversion: convertsCurrency))
            let asked = surcharge.map { SurchargeConfiguration(amount: Amount(minorUnits: $0, currency: .usd)) }
            let outcome = try await terminal.confirmPaymentIntent(
                collected, configuration: ConfirmConfiguration(surcharge: asked))
            guard case .approved(let held) = outcome else { throw Unexpected() }
            return try await terminal.capturePaymentIntent(held)
        }
    }

    /// How a till reaches the payments API.
    enum Way: CaseIterable { case throughTheServer, withPublishableKey }

    @Test func ourServerKeepsTheContract() async throws {
        let shop = try Shop()
        let contract = try BackendContract(url: shop.server.url, token: SecretBytes(utf8: shop.token))
        let checks = await contract.run()
        #expect(checks.filter { $0.finding != .kept }.map { "\($0)" } == [])
    }

    @Test func aServerOfAnotherKindBreaksTheContract() async throws {
        let gateway = try SimulatedGateway()
        let contract = try BackendContract(url: gateway.url, token: SecretBytes(utf8: "sk_test_x"))
        let checks = await contract.run()
        #expect(checks.contains { if case .broken = $0.finding { true } else { false } })
    }

    @Test func aTillSellsRefundsAndVoids() async throws {
        let shop = try Shop()
        let terminal = try shop.terminal()
        let sold = try #require(try await shop.sell(terminal))
        guard case .succeeded = try await terminal.refund(.init(paymentIntent: sold.id)) else { throw Unexpected() }
        #expect(shop.gateway.ledger(paymentIntent: sold.id)?.refunded == 1000)
        try await terminal.disconnect()
        let held = try #require(try await shop.sell(shop.terminal(), .manual))
        _ = try await terminal.cancelPaymentIntent(held)
        #expect(shop.gateway.ledger(paymentIntent: held.id)?.released == 1000)
    }

    @Test(arguments: [1000, 999] as [Int64]) func aWholePaymentGoesBackWithinTheLimit(limit: Int64) async throws {
        let shop = try Shop(BackendSettings(maximumRefund: limit))
        let terminal = try shop.terminal()
        let sold = try #require(try await shop.sell(terminal))
        let outcome = try? await terminal.voidPayment(id: sold.id)
        #expect((outcome != nil) == (limit == 1000))
        #expect(shop.gateway.ledger(paymentIntent: sold.id)?.refunded == (limit == 1000 ? 1000 : 0))
    }

    @Test func aTillWithAPublishableKeyConfirmsByItself() async throws {
        let shop = try Shop()
        let terminal = try shop.terminal(shop.till(.withPublishableKey))
        let held = try #require(try await shop.sell(terminal, .manual))
        #expect(try await terminal.capturePaymentIntent(held).status == .succeeded)
        #expect(shop.gateway.ledger(paymentIntent: held.id)?.captured == 1000)
    }

    @Test(arguments: Way.allCases) func aSurchargeIsChargedOnTop(way: Way) async throws {
        let shop = try Shop(BackendSettings(currencies: ["usd": 1000], maximumSurcharge: 25))
        let paid = try await shop.charge(way, surcharge: 25)
        #expect(shop.gateway.ledger(paymentIntent: paid.id)?.captured == 1025)
    }

    @Test func aSurchargeAboveTheServersLimitIsNotCharged() async throws {
        for limit in [nil, 24] as [Int64?] {
            let shop = try Shop(BackendSettings(currencies: ["usd": 1000], maximumSurcharge: limit))
            await #expect(throws: TenderError.self) { try await shop.charge(.throughTheServer, surcharge: 25) }
            #expect(shop.gateway.requests(.confirm) == 0)
        }
    }

    @Test(arguments: Way.allCases) func aCardIsChargedInItsOwnCurrency(way: Way) async throws {
        let shop = try Shop(BackendSettings(currencies: ["usd": 1000]))
        let paid = try await shop.charge(way, .named("onlinePinScaRetry"), convertsCurrency: true)
        #expect(paid.card?.dynamicCurrencyConversion?.presentment == Amount(minorUnits: 948, currency: .eur))
        #expect(shop.gateway.ledger(paymentIntent: paid.id)?.captured == 1000)
    }

    @Test func aSmartReaderIsDrivenThroughTheServer() async throws {
        let shop = try Shop()
        let platform = try shop.merchant
        let address = Address(
            line1: "1 Main Street", city: "San Francisco", state: "CA", postalCode: "94111", country: "US")
        let location = try await platform.createLocation(
            displayName: "Shop", address: address, key: IdempotencyKey("location"))
        let till = try shop.client
        _ = try await till.registerReader(
            code: "simulated-wpe", location: location.id, key: IdempotencyKey("reader"))
        let policy = InternetReaderPolicy(
            firstPause: .milliseconds(2), longestPause: .milliseconds(5), maximumDoubts: 3)
        let terminal = Terminal(
            configuration: .init(
                gateway: InternetReaderGateway(till, policy: policy),
                readerSource: InternetReaderSource(till, policy: policy), journal: InMemoryJournal()))
        let events = terminal.events()
        for try await found in terminal.discoverReaders(.internet(location: location.id)) {
            _ = try await terminal.connect(#require(found.first))
        }
        let intent = try await terminal.createPaymentIntent(.init(amount: 1000, currency: .usd))
        let connected = await terminal.connectedReader
        let reader = try #require(connected)
        let customer = Task {
            for await event in events {
                guard case .inputOptions(let options) = event.kind, !options.isEmpty else { continue }
                return try await platform.presentPaymentMethod(
                    to: reader.id, number: "4242424242424242", key: IdempotencyKey("card"))
            }
            throw Unexpected()
        }
        guard case .approved = try await terminal.processPaymentIntent(intent) else { throw Unexpected() }
        _ = try await customer.value
        #expect(shop.gateway.ledger(paymentIntent: intent.id)?.captured == 1000)
    }

    @Test(arguments: [
        nil, "drop-answer:setup_intents.create:1", "drop-answer:setup_intents.confirm:1",
        "drop-request:setup_intents.confirm:1", "html:setup_intents.confirm:1",
    ])
    func aCardIsSavedOnceThroughTheServer(fault: String?) async throws {
        let shop = try Shop(faults: [fault].compactMap(\.self))
        let terminal = try shop.terminal()
        _ = try await terminal.easyConnect(.simulated)
        let customer = try await shop.merchant.createCustomer(.init(name: "A"), key: IdempotencyKey("customer")).id
        let intent = try await terminal.createSetupIntent(
            SetupIntentParameters(customer: customer, paymentMethodTypes: [.cardPresent]))
        guard case .saved(let saved) = try await terminal.processSetupIntent(intent, allowRedisplay: .limited) else {
            throw Unexpected()
        }
        let cards = try await shop.merchant.listPaymentMethods(ofCustomer: customer, type: .card).data
        #expect(cards.map(\.id) == [saved.generatedCard])
    }

    @Test(arguments: [
        nil, "drop-answer:terminal.readers.process_setup_intent:1",
        "drop-request:terminal.readers.process_setup_intent:1", "html:terminal.readers.process_setup_intent:1",
    ])
    func aCardIsSavedOnceAtASmartReaderThroughTheServer(fault: String?) async throws {
        let shop = try Shop(faults: [fault].compactMap(\.self))
        let counter = try SmartReaderCounter(shop.gateway, key: "sk_test_merchant", till: shop.client)
        let reader = try await counter.open()
        let intent = try await counter.createSetup()
        let word = await counter.save(at: reader, intent) {
            try await $0.processSetupIntent(intent, allowRedisplay: .always)
        }
        #expect(word == "saved")
        #expect(try await counter.savedCards(intent) == 1)
    }

    @Test func aSmartReaderCollectsConfirmsShowsAndStopsThroughTheServer() async throws {
        let shop = try Shop()
        let counter = try SmartReaderCounter(shop.gateway, key: "sk_test_merchant", till: shop.client)
        let reader = try await counter.open()
        let collected = try await counter.collect(reader)
        #expect(await counter.confirm(collected) == "approved")
        #expect(counter.ledger(collected)?.captured == 1000)
        let price = Amount(minorUnits: 250, currency: .usd)
        try await counter.terminal.setReaderDisplay(ReaderCart(total: price, lineItems: [.init("Tea", amount: price)]))
        #expect(try await counter.client.retrieveReader(reader.id).action?.cart?.total == price)
        try await counter.terminal.clearReaderDisplay()
        #expect(try await counter.client.retrieveReader(reader.id).action == nil)
    }

    @Test(arguments: [
        nil, "drop-answer:terminal.readers.refund_payment:1", "drop-request:terminal.readers.refund_payment:1",
        "html:terminal.readers.refund_payment:1",
    ])
    func aSmartReaderRefundsOnceThroughTheServer(fault: String?) async throws {
        let shop = try Shop(faults: [fault].compactMap(\.self))
        let counter = try SmartReaderCounter(shop.gateway, key: "sk_test_merchant", till: shop.client)
        let reader = try await counter.open()
        guard case .approved(let paid) = try await counter.sellToInterac(reader),
            case .succeeded = try await counter.refund(paid, 400, at: reader)
        else { throw Unexpected() }
        #expect(counter.ledger(paid)?.refunded == 400)
    }

    @Test func whatFailsBehindTheServerChargesOnce() async throws {
        var wrong: [String] = []
        for fault in ["drop-answer:confirm:1", "close-mid-body:confirm:1", "html:confirm:1", "drop-request:confirm:2"] {
            let shop = try Shop(faults: [fault])
            let sold = try await shop.sell(shop.terminal())
            let captured = sold.flatMap { shop.gateway.ledger(paymentIntent: $0.id)?.captured }
            if captured != 1000 { wrong.append(fault) }
        }
        #expect(wrong == [])
    }

    @Test func aLostAnswerLeavesTheOutcomeUnknown() async throws {
        let shop = try Shop(faults: ["drop-answer:create:1"])
        let parameters = PaymentIntentParameters(Amount(minorUnits: 1000, currency: .eur))
        let error = await #expect(throws: GatewayError.self) {
            try await shop.client.createPaymentIntent(parameters, key: IdempotencyKey("k1"))
        }
        #expect(error?.fate == .answered(status: 502))
        let again = try await shop.client.createPaymentIntent(parameters, key: IdempotencyKey("k1"))
        #expect(again.amount == parameters.amount)
        #expect(try await shop.client.listPaymentIntents(ListQuery()).data.count == 1)
    }

    @Test func aWithdrawnTillAndALargeAmountAreRefused() async throws {
        let shop = try Shop(BackendSettings(currencies: ["eur": 900]))
        let parameters = PaymentIntentParameters(Amount(minorUnits: 1000, currency: .eur))
        let large = await #expect(throws: GatewayError.self) {
            try await shop.client.createPaymentIntent(parameters, key: IdempotencyKey("k1"))
        }
        #expect(large?.apiError?.code == "amount_too_large")
        try TillsFile(path: shop.tills.path).write(BackendTills())
        let unknown = await #expect(throws: GatewayError.self) { try await shop.client.createConnectionToken() }
        #expect(unknown?.fate == .answered(status: 401))
        #expect(shop.gateway.requests(.create) == 0)
    }

    private struct Unexpected: Error {}
}
