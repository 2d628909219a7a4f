import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import Tender
import TenderSale
import Testing

/// A customer's saved card at the simulated gateway on a real port, through the whole checkout.
@Suite(.timeLimit(.minutes(2))) struct CheckoutOverHTTPTests {
    /// The app's own server: it holds the secret key, and knows who is signed in.
    private struct Server: EphemeralKeyProvider, BackendAPIAdapter {
        let client: PaymentsClient
        let customer: String

        private func key() -> IdempotencyKey { IdempotencyKey("server-\(UInt64.random(in: .min ... .max))") }

        func createEphemeralKey(apiVersion: String) async throws(GatewayError) -> EphemeralKey {
            try await client.createEphemeralKey(customer: customer, apiVersion: apiVersion, key: key())
        }

        func retrieveCustomer() async throws(GatewayError) -> Customer { try await client.retrieveCustomer(customer) }

        func attachSource(_ token: String) async throws(GatewayError) {
            _ = try await client.attachSource(token, toCustomer: customer, key: key())
        }

        func selectDefaultSource(_ id: String) async throws(GatewayError) {
            _ = try await client.updateCustomer(customer, CustomerParameters(defaultSource: id), key: key())
        }

        func deleteSource(_ id: String) async throws(GatewayError) {
            try await client.deleteSource(id, ofCustomer: customer)
        }
    }

    private struct Shop {
        let gateway: SimulatedGateway
        let client: PaymentsClient
        let server: Server

        init(cards: String..., faults: [String] = []) async throws {
            gateway = try SimulatedGateway(configuration: .init(faults: faults.map { try Fault(parsing: $0) }))
            client = try PaymentsClient(
                apiKey: SecretBytes(utf8: "sk_test_e2e"), connection: .init(baseURL: gateway.url))
            let customer = try await client.createCustomer(
                CustomerParameters(name: "Ann", email: "ann@shop.example"), key: IdempotencyKey("ann"))
            for card in cards {
                _ = try await client.attachPaymentMethod(card, toCustomer: customer.id, key: IdempotencyKey(card))
            }
            server = Server(client: client, customer: customer.id)
        }

        var connection: GatewayConnection { GatewayConnection(baseURL: gateway.url) }

        func payer(_ nextAction: (@Sendable (PaymentIntent) async -> Void)? = nil) -> SavedMethodPayer {
            var configuration = SavedMethodPayer.Configuration()
            configuration.policy = PaymentPolicy(
                maximumSends: 2, maximumAsks: 2, firstPause: .milliseconds(1), longestPause: .milliseconds(5))
            configuration.nextAction = nextAction
            return SavedMethodPayer(client, configuration: configuration)
        }

        func checkout(
            shipping: ShippingFields = [], _ nextAction: (@Sendable (PaymentIntent) async -> Void)? = nil
        ) -> PaymentContext {
            PaymentContext(
                customer: CustomerContext(keys: server, gateway: connection),
                configuration: CheckoutConfiguration(
                    amount: Amount(minorUnits: 1000, currency: .eur), requiredShipping: shipping, orderKey: "order"),
                payer: payer(nextAction))
        }

        /// What was taken of the customer, by the issuer's own ledger.
        func captured() async throws -> Int64 {
            let intents = try await client.listPaymentIntents(ofCustomer: server.customer, ListQuery(limit: 100)).data
            return intents.reduce(0) { $0 + (gateway.ledger(paymentIntent: $1.id)?.captured ?? 0) }
        }
    }

    @Test func aSavedCardPays() async throws {
        let shop = try await Shop(cards: "pm_card_visa", "pm_card_mastercard")
        let checkout = shop.checkout(shipping: [.address, .name])
        try await checkout.load()
        let methods = await checkout.state.methods
        #expect(methods.map(\.card?.brand) == [.mastercard, .visa])
        let home = ShippingDetails(address: Address(line1: "Weg 1", city: "Köln", country: "DE"), name: "Ann")
        try await checkout.enterShipping(home)
        try await checkout.select(try #require(methods.last).id)
        let finish = try await checkout.requestPayment()
        #expect(finish.status == .success)
        #expect(finish.intent?.card?.last4 == "4242")
        #expect(finish.intent?.shipping?.address == home.address)
        #expect(try await shop.captured() == 1000)
        while await checkout.state.knownShipping == nil { await Task.yield() }
        let customer = try await shop.client.retrieveCustomer(shop.server.customer)
        #expect(customer.shipping?.address == home.address)
    }

    /// Whatever the network does to the one request that charges: asked for until it is decided, it charges once.
    @Test(arguments: [
        "drop-request:create:1", "drop-request:create:9", "drop-answer:create:1", "drop-answer:create:9",
        "close-mid-body:create:1", "html:create:1", "status:create:1:500", "status-after:create:1:500",
        "status:create:2:429", "status:create:9:503", "delay:create:1:50ms",
    ])
    func noFaultChargesTwice(fault: String) async throws {
        let shop = try await Shop(cards: "pm_card_visa", faults: [fault])
        let checkout = shop.checkout()
        try await checkout.load()
        var statuses: [CheckoutFinish.Status] = []
        for _ in 0..<20 {
            let finish = try await checkout.requestPayment()
            statuses.append(finish.status)
            if finish.status == .success { break }
            #expect(finish.status != .error || finish.error?.fate == .notSent || fault.contains("429"))
        }
        #expect(statuses.last == .success, "\(statuses)")
        #expect(try await shop.captured() == 1000)
    }

    /// Somebody pressed twice: both checkouts wait for the customer's bank, and the customer gives up.
    ///
    /// The second one ends after the first has told the journal, when a payment without an order has no open record left.
    @Test func twoCheckoutsOfOneWishArePaidAtMostOnce() async throws {
        let shop = try await Shop(cards: "pm_card_authenticationRequired")
        let terminal = Terminal(
            configuration: .init(
                gateway: shop.client, readerSource: SimulatedReaderSource([]), journal: InMemoryJournal()))
        let card = try #require(
            try await shop.client.listPaymentMethods(ofCustomer: shop.server.customer, ListQuery()).data.first)
        let payment = PaymentResult(
            number: 1, key: IdempotencyKey("wish"), amount: Amount(minorUnits: 1000, currency: .eur),
            customer: shop.server.customer, paymentMethod: card)
        func pay(_ action: @escaping @Sendable (PaymentIntent) async -> Void) -> Task<CheckoutCompletion, Never> {
            var configuration = SavedMethodPayer.Configuration()
            configuration.nextAction = action
            let payer = SavedMethodPayer(shop.client, configuration: configuration, charger: terminal)
            return Task { await payer.pay(payment) }
        }
        let (firstAsks, secondAsks, firstEnds) = (Signal(), Signal(), Signal())
        let first = pay { _ in
            firstAsks.send()
            await secondAsks.wait()
        }
        await firstAsks.wait()
        let second = pay { _ in
            secondAsks.send()
            await firstEnds.wait()
        }
        let told = await first.value
        firstEnds.send()
        let toldNext = await second.value
        let made = try await shop.client.listPaymentIntents(ofCustomer: shop.server.customer, ListQuery()).data
        #expect(made.map(\.status) == [.canceled])
        #expect(told == .userCancellation)
        #expect(toldNext != .success(nil))
    }

    /// Something that happens once, and somebody who waits for it.
    private final class Signal: Sendable {
        private let happened = AsyncStream<Void>.makeStream()

        func send() { happened.continuation.finish() }

        func wait() async { for await _ in happened.stream {} }
    }

    @Test func aDeclinedCardIsFollowedByAnother() async throws {
        let shop = try await Shop(cards: "pm_card_visa", "pm_card_chargeCustomerFail")
        let checkout = shop.checkout()
        try await checkout.load()
        let first = try await checkout.requestPayment()
        #expect(first.status == .error)
        #expect(first.error?.code == .declinedByIssuer)
        try await checkout.select(try #require(await checkout.state.methods.last).id)
        #expect(try await checkout.requestPayment().status == .success)
        #expect(try await shop.captured() == 1000)
    }

    /// Every checkout is a program of its own: only the gateway knows what the one before did for the order.
    @Test func anOrderIsPaidOnceByHoweverManyPrograms() async throws {
        let shop = try await Shop(cards: "pm_card_visa", "pm_card_chargeCustomerFail")
        let declined = shop.checkout()
        try await declined.load()
        #expect(try await declined.requestPayment().status == .error)
        for hours in [0, 1, 25, 24 * 300] {
            shop.gateway.advanceClock(by: Int64(hours * 3600))
            let next = shop.checkout()
            try await next.load()
            try await next.select(try #require(await next.state.methods.last).id)
            let finish = try await next.requestPayment()
            #expect(finish.status == .success)
            #expect(finish.intent?.order == "order")
            #expect(finish.wasPaidBefore == (hours > 0))
        }
        #expect(try await shop.captured() == 1000)
        let intents = try await shop.client.listPaymentIntents(ofCustomer: shop.server.customer)
        #expect(intents.data.map(\.status) == [.succeeded, .requiresPaymentMethod])
    }

    @Test func aCustomerWhoDoesNotAuthenticateHasNotPaid() async throws {
        let shop = try await Shop(cards: "pm_card_authenticationRequired")
        let asking = shop.checkout()
        try await asking.load()
        let asked = try await asking.requestPayment()
        #expect(asked.status == .requiresAction)
        #expect(asked.intent?.nextAction != nil)
        let other = try await Shop(cards: "pm_card_authenticationRequired")
        let leaving = other.checkout { _ in }
        try await leaving.load()
        #expect(try await leaving.requestPayment().status == .userCancellation)
        let captured = try await [shop.captured(), other.captured()]
        #expect(captured == [0, 0])
    }

    @Test func anEndedKeyIsReplaced() async throws {
        let shop = try await Shop(cards: "pm_card_visa")
        let keys = EndingKeys(server: shop.server)
        let customer = CustomerContext(keys: keys, gateway: shop.connection)
        _ = try await customer.load(isFresh: true)
        try await shop.client.deleteEphemeralKey(try #require(await keys.ids.last))
        #expect(try await customer.load(isFresh: true).methods.count == 1)
        #expect(await keys.ids.count == 2)
    }

    private actor EndingKeys: EphemeralKeyProvider {
        let server: Server
        private(set) var ids: [String] = []

        init(server: Server) { self.server = server }

        func createEphemeralKey(apiVersion: String) async throws(GatewayError) -> EphemeralKey {
            let key = try await server.createEphemeralKey(apiVersion: apiVersion)
            ids.append(key.id)
            return key
        }
    }

    @Test func cardsAreAddedAndRemovedWithAShortLivedKey() async throws {
        let shop = try await Shop()
        let checkout = shop.checkout()
        try await checkout.load()
        try await checkout.add("pm_card_visa")
        try await checkout.add("pm_card_amex")
        try await checkout.remove(try #require(await checkout.state.methods.last).id)
        try await checkout.reload()
        #expect(await checkout.state.methods.map(\.card?.brand) == [.amex])
        await #expect(throws: CheckoutError.self) { try await checkout.add("pm_card_visa_chargeDeclined") }
        #expect(try await checkout.requestPayment().status == .success)
    }

    @Test func aSourceOfTheOlderFormPays() async throws {
        let shop = try await Shop()
        let checkout = PaymentContext(
            apiAdapter: shop.server,
            configuration: CheckoutConfiguration(amount: Amount(minorUnits: 1000, currency: .eur)),
            payer: shop.payer())
        try await checkout.load()
        try await checkout.add("tok_visa")
        try await checkout.add("tok_mastercard")
        let methods = await checkout.state.methods
        #expect(methods.map(\.card?.brand) == [.mastercard, .visa])
        #expect(methods.allSatisfy { $0.id.hasPrefix("card_") })
        let finish = try await checkout.requestPayment()
        #expect(finish.status == .success, "\(finish)")
        try await checkout.remove(methods[1].id)
        #expect(try await shop.captured() == 1000)
    }
}
