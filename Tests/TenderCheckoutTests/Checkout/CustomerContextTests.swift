import TenderPaymentSheet
import TenderBytes
import TenderFlow
import TenderModel
import TenderCheckout
import TenderTestSupport
import Testing

/// The app's server and the payments API behind it, as a test plays them.
private actor ScriptedAPI: EphemeralKeyProvider {
    private(set) var keys = 0
    private(set) var calls: [String] = []
    private(set) var versions: [String] = []
    private var refused: Set<Int> = []
    private var customer = "cus_1"
    private var isEndless = false
    private var methods = [CheckoutFixture.two, CheckoutFixture.one]
    private var gate: CheckedContinuation<Void, Never>?
    private var isGated = false

    func refuse(key: Int) { refused.insert(key) }
    func signIn(_ customer: String) { self.customer = customer }
    func set(_ methods: [PaymentMethod]) { self.methods = methods }
    func close() { isGated = true }
    func open() {
        isGated = false
        gate?.resume()
        gate = nil
    }

    func createEphemeralKey(apiVersion: String) async throws(GatewayError) -> EphemeralKey {
        keys += 1
        versions.append(apiVersion)
        let (number, customer) = (keys, customer)
        if isGated { await withCheckedContinuation { gate = $0 } }
        return EphemeralKey(
            id: "ephkey_\(number)", secret: SecretBytes(utf8: "ek_test_\(number)"), created: 1000, expires: 4600,
            associatedObjects: [.init(id: customer, type: "customer")])
    }

    func call(_ name: String, key: Int) throws(GatewayError) {
        calls.append("\(name) with \(key)")
        if refused.contains(key) {
            throw GatewayError(.authenticationFailed, fate: .answered(status: 401), message: "expired")
        }
    }

    func page(after id: String?) -> ListPage<PaymentMethod> {
        let rest = methods.drop { $0.id != id }.dropFirst()
        let part = Array((id == nil ? methods[...] : rest).prefix(1))
        return ListPage(data: isEndless ? methods : part, hasMore: isEndless || part.last?.id != methods.last?.id)
    }

    /// From now on every page has everything, and is not the last.
    func neverEnd() { isEndless = true }
}

private struct ScriptedSource: CustomerGatewaySource {
    let api: ScriptedAPI
    let apiVersion = "2026-01-01.test"

    func customerGateway(for key: EphemeralKey) throws(GatewayError) -> any CustomerGateway {
        ScriptedCustomerGateway(api: api, customer: key.customer ?? "", key: Int(key.id.dropFirst(7)) ?? 0)
    }
}

private struct ScriptedCustomerGateway: CustomerGateway {
    let api: ScriptedAPI
    let customer: String
    let key: Int

    func retrieveCustomer() async throws(GatewayError) -> Customer {
        try await api.call("retrieve", key: key)
        return Customer(id: customer, defaultPaymentMethod: "pm_1", shipping: CheckoutFixture.home)
    }

    func listPaymentMethods(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentMethod> {
        try await api.call("list", key: key)
        return await api.page(after: query.startingAfter)
    }

    func attachPaymentMethod(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        try await api.call("attach \(id)", key: self.key)
        return CheckoutFixture.method(id)
    }

    func detachPaymentMethod(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        try await api.call("detach \(id)", key: self.key)
        return CheckoutFixture.method(id)
    }

    func updateCustomer(_ parameters: CustomerParameters, key: IdempotencyKey) async throws(GatewayError) -> Customer {
        let what = parameters.defaultPaymentMethod ?? parameters.defaultSource ?? parameters.shipping?.name ?? ""
        try await api.call("update \(what)", key: self.key)
        return Customer(id: customer)
    }
}

@Suite(.timeLimit(.minutes(1))) struct CustomerContextTests {
    private let api = ScriptedAPI()
    private let clock = TestClock()
    private let key = IdempotencyKey("k")

    private func context() -> CustomerContext {
        CustomerContext(keys: api, gateway: ScriptedSource(api: api), clock: clock)
    }

    @Test func everyPageIsLoadedWithOneKey() async throws {
        let wallet = try await context().load(isFresh: false)
        #expect(wallet.customer == "cus_1")
        #expect(wallet.methods.map(\.id) == ["pm_2", "pm_1"])
        #expect(wallet.defaultMethod == "pm_1")
        #expect(wallet.shipping == CheckoutFixture.home)
        #expect(await api.calls == ["retrieve with 1", "list with 1", "list with 1"])
        #expect(await api.versions == ["2026-01-01.test"])
    }

    @Test(.timeLimit(.minutes(1))) func aListThatDoesNotEndIsNotLoadedForEver() async throws {
        await api.neverEnd()
        await #expect(throws: GatewayError.self) { try await context().load(isFresh: false) }
        #expect(await api.calls == ["retrieve with 1", "list with 1", "list with 1"])
    }

    @Test func whatWasLoadedIsGoodForAMinute() async throws {
        let context = context()
        await context.prefetch()
        _ = try await context.load(isFresh: false)
        clock.advance(by: .seconds(59))
        _ = try await context.load(isFresh: false)
        #expect(await api.calls.count == 3)
        _ = try await context.load(isFresh: true)
        #expect(await api.calls.count == 6)
        clock.advance(by: .seconds(61))
        _ = try await context.load(isFresh: false)
        #expect(await api.calls.count == 9)
        #expect(await api.keys == 1)
    }

    @Test func aKeyIsChangedAMinuteBeforeItsEnd() async throws {
        let context = context()
        _ = try await context.load(isFresh: false)
        clock.advance(by: .seconds(3600 - 61))
        _ = try await context.load(isFresh: true)
        #expect(await api.keys == 1)
        clock.advance(by: .seconds(1))
        _ = try await context.load(isFresh: true)
        #expect(await api.keys == 2)
    }

    @Test func aRefusedKeyIsChangedOnce() async throws {
        let context = context()
        await api.refuse(key: 1)
        _ = try await context.load(isFresh: false)
        #expect(await api.calls.prefix(2) == ["retrieve with 1", "retrieve with 2"])
        await api.refuse(key: 2)
        await api.refuse(key: 3)
        await #expect(throws: GatewayError.self) { try await context.load(isFresh: true) }
        #expect(await api.keys == 3)
    }

    @Test func aChangeMakesWhatWasLoadedOld() async throws {
        let context = context()
        _ = try await context.load(isFresh: false)
        _ = try await context.attach("pm_3", key: key)
        try await context.selectDefault("pm_3", key: key)
        try await context.selectDefault("card_1", key: key)
        try await context.remember(CheckoutFixture.home, key: key)
        try await context.detach("pm_3", key: key)
        _ = try await context.load(isFresh: false)
        #expect(
            await api.calls.dropFirst(3) == [
                "attach pm_3 with 1", "update pm_3 with 1", "update card_1 with 1", "update Ann with 1",
                "detach pm_3 with 1", "retrieve with 1", "list with 1", "list with 1",
            ])
        await #expect(throws: GatewayError.self) { try await context.attach("tok_visa", key: key) }
    }

    @Test func oneKeyIsFetchedForManyCallers() async throws {
        let context = context()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { try await context.selectDefault("pm_1", key: IdempotencyKey("k")) } }
            try await group.waitForAll()
        }
        #expect(await api.keys == 1)
        #expect(await api.calls.count == 10)
    }

    @Test func nothingIsLeftAfterTheCustomerSignedOut() async throws {
        let context = context()
        await api.close()
        let loading = Task { try await context.load(isFresh: false) }
        while await api.keys == 0 { await Task.yield() }
        await context.clear()
        await api.signIn("cus_2")
        await api.open()
        await #expect(throws: GatewayError.self) { try await loading.value }
        #expect(try await context.load(isFresh: false).customer == "cus_2")
        #expect(await api.calls.allSatisfy { $0.hasSuffix("with 2") })
    }

    @Test func aKeyOfAnotherCustomerIsNotMixedIn() async throws {
        let context = context()
        _ = try await context.load(isFresh: false)
        await api.signIn("cus_2")
        clock.advance(by: .seconds(3600))
        let error = await #expect(throws: GatewayError.self) { try await context.load(isFresh: true) }
        #expect(error?.code == .answerMismatch)
        await context.clear()
        #expect(try await context.load(isFresh: false).customer == "cus_2")
    }
}
