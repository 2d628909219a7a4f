import TenderPaymentSheet
import TenderBytes
import TenderFlow
import TenderModel
import TenderCheckout
import TenderTestSupport
import Testing

/// The app's own server in the older form.
private actor ScriptedServer: BackendAPIAdapter {
    private(set) var calls: [String] = []
    private var customer = Customer(
        id: "cus_1", defaultSource: "card_1", sources: [CardSource(id: "card_1", brand: "Visa", last4: "4242")])

    func forgetSources() { customer.sources = nil }

    func retrieveCustomer() async throws(GatewayError) -> Customer { customer }

    func attachSource(_ token: String) async throws(GatewayError) {
        calls.append("attach \(token)")
        customer.sources?.append(CardSource(id: "card_\(token)", brand: "American Express", last4: "0005"))
    }

    func selectDefaultSource(_ id: String) async throws(GatewayError) {
        calls.append("default \(id)")
        customer.defaultSource = id
    }

    func updateCustomer(shipping: ShippingDetails) async throws(GatewayError) {
        calls.append("shipping \(shipping.name ?? "")")
    }
}

@Suite(.timeLimit(.minutes(1))) struct AdaptedCustomerTests {
    private let server = ScriptedServer()

    @Test func aSourcePaysAsAPaymentMethod() async throws {
        let payer = ScriptedPayer(.success(nil))
        let context = PaymentContext(
            apiAdapter: server, configuration: CheckoutFixture.configuration([.address]), payer: payer)
        try await context.load()
        #expect(await context.state.selectedMethodID == "card_1")
        try await context.add("tok_amex")
        #expect(await context.state.selectedMethod?.card?.brand == .amex)
        try await context.enterShipping(CheckoutFixture.home)
        _ = try await context.requestPayment()
        #expect(await payer.payments.map(\.paymentMethod.id) == ["card_tok_amex"])
        while await server.calls.count < 3 { await Task.yield() }
        #expect(Set(await server.calls) == ["attach tok_amex", "default card_tok_amex", "shipping Ann"])
        let error = await #expect(throws: CheckoutError.self) { try await context.remove("card_1") }
        guard case .failed(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.code == .notAvailable)
    }

    @Test func aServerThatTellsNoSourcesIsNamed() async throws {
        await server.forgetSources()
        let context = PaymentContext(apiAdapter: server, configuration: CheckoutFixture.configuration())
        await #expect(throws: CheckoutError.self) { try await context.load() }
        guard case .failed(let error) = await context.state.loading else {
            Issue.record("it loaded")
            return
        }
        #expect(error.code == .responseNotUnderstood)
        #expect(error.message.contains("expand[]=sources"))
    }
}
