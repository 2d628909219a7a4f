import TenderPaymentSheet
import TenderBytes
import TenderFlow
import TenderModel
import TenderCheckout

/// A customer whom a test plays: calls are noted, and answered as the test says.
actor ScriptedCustomer: CustomerBackend {
    private(set) var calls: [String] = []
    private(set) var keys: [IdempotencyKey] = []
    var wallet = CheckoutFixture.wallet
    var failures: [GatewayError] = []
    private var gate: CheckedContinuation<Void, Never>?
    private var isGated = false

    func fail(with errors: GatewayError...) { failures = errors }

    /// The next load waits until `open` is called.
    func close() { isGated = true }

    /// Lets the load go on that waits.
    func open() {
        isGated = false
        gate?.resume()
        gate = nil
    }

    private func note(_ call: String, _ key: IdempotencyKey? = nil) throws(GatewayError) {
        calls.append(call)
        if let key { keys.append(key) }
        if !failures.isEmpty { throw failures.removeFirst() }
    }

    func load(isFresh: Bool) async throws(GatewayError) -> CustomerWallet {
        try note(isFresh ? "load anew" : "load")
        let wallet = wallet
        if isGated { await withCheckedContinuation { gate = $0 } }
        return wallet
    }

    func attach(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        try note("attach \(id)", key)
        return CheckoutFixture.method(id)
    }

    func detach(_ id: String, key: IdempotencyKey) async throws(GatewayError) { try note("detach \(id)", key) }

    func selectDefault(_ id: String, key: IdempotencyKey) async throws(GatewayError) { try note("default \(id)", key) }

    func remember(_ shipping: ShippingDetails, key: IdempotencyKey) async throws(GatewayError) {
        try note("remember \(shipping.name ?? "")", key)
    }

    func clear() async { calls.append("clear") }
}

/// Somebody who pays as a test says, one answer after the other.
actor ScriptedPayer: CheckoutPayer {
    private(set) var payments: [PaymentResult] = []
    private var answers: [CheckoutCompletion]

    init(_ answers: CheckoutCompletion...) { self.answers = answers }

    func pay(_ payment: PaymentResult) async -> CheckoutCompletion {
        payments.append(payment)
        return answers.isEmpty ? .unknown(nil) : answers.removeFirst()
    }
}

struct ScriptedValidator: ShippingValidator {
    var verdict: ShippingVerdict

    func validate(_ shipping: ShippingDetails) async -> ShippingVerdict { verdict }
}

/// An app that listens by calls, pays, and judges addresses; tells when a payment ended.
final class ListeningApp: PaymentContextDelegate {
    let heard = Guarded<[String]>([])
    let completion: CheckoutCompletion?
    let ends: AsyncStream<Void>
    private let ended: AsyncStream<Void>.Continuation

    init(_ completion: CheckoutCompletion?) {
        self.completion = completion
        (ends, ended) = AsyncStream.makeStream(of: Void.self)
    }

    private func hear(_ text: String) { heard.withLock { $0.append(text) } }

    func paymentContext(_ context: PaymentContext, didChange state: CheckoutState) async {
        hear(PaymentContextEvent.Kind.didChange(state).word)
    }

    func paymentContext(_ context: PaymentContext, didFailToLoad error: GatewayError) async {
        hear(PaymentContextEvent.Kind.didFailToLoad(error).word)
    }

    func paymentContext(_ context: PaymentContext, didFailToRemember error: GatewayError) async {
        hear(PaymentContextEvent.Kind.didFailToRemember(error).word)
    }

    func paymentContext(
        _ context: PaymentContext, didUpdateShippingAddress shipping: ShippingDetails,
        reply: CheckoutReply<ShippingVerdict>
    ) async {
        hear(PaymentContextEvent.Kind.didUpdateShippingAddress(shipping, reply).word)
        reply.answer(.valid(methods: [CheckoutFixture.post, CheckoutFixture.courier], selected: "courier"))
    }

    func paymentContext(
        _ context: PaymentContext, didCreatePaymentResult payment: PaymentResult,
        completion reply: CheckoutReply<CheckoutCompletion>
    ) async {
        hear(PaymentContextEvent.Kind.didCreatePaymentResult(payment, reply).word)
        if let completion { reply.answer(completion) }
    }

    func paymentContext(_ context: PaymentContext, didFinish finish: CheckoutFinish) async {
        hear(PaymentContextEvent.Kind.didFinish(finish).word)
        ended.yield()
    }
}

extension PaymentContextEvent.Kind {
    /// The event in words, without which question it asks.
    var word: String {
        switch self {
        case .didChange(let state): "changed \(state)"
        case .didFailToLoad(let error): "failed to load: \(error)"
        case .didFailToRemember(let error): "failed to remember: \(error)"
        case .didUpdateShippingAddress(let shipping, _): "address \(shipping)"
        case .didCreatePaymentResult(let payment, _): "pay \(payment)"
        case .didFinish(let finish): "finished \(finish)"
        }
    }
}
