public import TenderCheckout
import TenderBytes
public import TenderFlow
public import TenderModel

/// A checkout with a customer's saved payment methods, without its screens.
///
/// An actor that is not bound to the main one: a till's program need not run a main actor, and a screen needs access
/// only to `CheckoutState`, a value that comes with each change. All rules are those of `CheckoutMachine`; nothing
/// suspends between reading its state and acting on it.
public actor PaymentContext {
    private var machine: CheckoutMachine
    private let customer: any CustomerBackend
    private let payer: (any CheckoutPayer)?
    private let validator: (any ShippingValidator)?
    /// The base of the keys of customer changes; keys of payments come from the order.
    private let session: String
    private nonisolated let hub = CheckoutHub()
    private var waiters: [Int: [CheckedContinuation<GatewayError?, Never>]] = [:]
    private var payers: [CheckedContinuation<CheckoutFinish, Never>] = []
    /// The task that forgets the last customer, for which everything about the next one waits.
    private var clearing: Task<Void, Never>?

    /// Creates a checkout; loads nothing yet.
    ///
    /// - Parameters:
    ///   - customer: The customer, such as a `CustomerContext`.
    ///   - configuration: The amount to pay, and what must be known for it.
    ///   - payer: The payer; `nil` when an observer answers `didCreatePaymentResult`.
    ///   - validator: The validator of addresses; `nil` when an observer answers `didUpdateShippingAddress`.
    ///   - random: The source of keys.
    public init(
        customer: any CustomerBackend, configuration: CheckoutConfiguration, payer: (any CheckoutPayer)? = nil,
        validator: (any ShippingValidator)? = nil, random: (any RandomSource)? = nil
    ) {
        self.customer = customer
        self.payer = payer
        self.validator = validator
        session = Self.makeKey(random)
        machine = CheckoutMachine(configuration, orderKey: Self.makeKey(random))
    }

    /// Creates a checkout whose customer is kept by the app's own server in the older form.
    public init(
        apiAdapter: any BackendAPIAdapter, configuration: CheckoutConfiguration, payer: (any CheckoutPayer)? = nil,
        validator: (any ShippingValidator)? = nil, random: (any RandomSource)? = nil
    ) {
        self.init(
            customer: AdaptedCustomer(apiAdapter), configuration: configuration, payer: payer, validator: validator,
            random: random)
    }

    private static func makeKey(_ random: (any RandomSource)?) -> String {
        let bits = (0..<2).map { _ in random?.next() ?? UInt64.random(in: .min ... .max) }
        return "checkout_" + bits.map { String($0, radix: 36) }.joined()
    }

    /// The state to show now.
    public var state: CheckoutState { machine.state }

    /// Returns a stream of all events from now on, with a buffer of its own; it ends with the checkout.
    public nonisolated func events() -> AsyncStream<PaymentContextEvent> { hub.subscribe() }

    /// Calls a delegate for all events from now on; holds neither the delegate nor the checkout strongly.
    public nonisolated func addDelegate(_ delegate: any PaymentContextDelegate) {
        let stream = hub.subscribe()
        Task { [weak self, weak delegate] in
            for await event in stream {
                guard let self, let delegate else { return }
                await delegate.receive(event.kind, from: self)
            }
        }
    }
}

// MARK: - The customer

extension PaymentContext {
    /// Starts loading, so that the checkout can be shown at once later; `load` waits for it.
    public func prefetch() { perform(machine.handle(.load)) }

    /// Loads the customer unless already loaded, and waits for the end.
    ///
    /// - Throws: The reason that it could not be loaded; `didFailToLoad` reports it too.
    public func load() async throws(CheckoutError) { try await make(.load) { $0.load } }

    /// Retries after `didFailToLoad`, and waits for the end.
    public func retryLoading() async throws(CheckoutError) { try await load() }

    /// Loads the customer again after a change elsewhere, and waits for the end.
    public func reload() async throws(CheckoutError) { try await make(.reload) { $0.load } }

    /// Forgets the customer, who signed out; a payment in flight continues.
    public func clearCachedCustomer() async {
        perform(machine.handle(.clear))
        await clearing?.value
    }

    /// Selects one of the customer's payment methods and makes it their default.
    public func select(_ id: String) throws(CheckoutRefusal) { try make(.select(id)) }

    /// Saves a payment method (or in the older form a token) for the customer, selects it, and waits for the end.
    public func add(_ id: String) async throws(CheckoutError) { try await make(.add(id)) { $0.change } }

    /// Deletes one of the customer's payment methods for good, and waits for the end.
    public func remove(_ id: String) async throws(CheckoutError) { try await make(.remove(id)) { $0.change } }
}

// MARK: - Amounts and shipping

extension PaymentContext {
    /// Sets the amount to pay, without shipping.
    public func setAmount(_ amount: Amount) throws(CheckoutRefusal) { try make(.setAmount(amount)) }

    /// Sets the lines to pay, without shipping; the amount is their sum.
    public func setItems(_ items: [PaymentSummaryItem]) throws(CheckoutRefusal) { try make(.setItems(items)) }

    /// Enters the shipping address, and waits until the app has validated it.
    ///
    /// - Throws: The reason that the address is rejected.
    public func enterShipping(_ shipping: ShippingDetails) async throws(CheckoutError) {
        try await make(.enterShipping(shipping)) { $0.judging }
    }

    /// Selects the shipping method.
    public func selectShippingMethod(_ id: String) throws(CheckoutRefusal) { try make(.selectShippingMethod(id)) }
}

// MARK: - Paying

extension PaymentContext {
    /// Has the app pay once and waits for the end; canceling the task changes nothing.
    ///
    /// While the outcome of a payment is unknown, it requests that payment again: the same content under the same key.
    /// - Throws: The reason that no payment was begun.
    @discardableResult
    public func requestPayment() async throws(CheckoutRefusal) -> CheckoutFinish {
        let actions = try accepted(.requestPayment)
        return await withCheckedContinuation { continuation in
            payers.append(continuation)
            perform(actions)
        }
    }

    /// Records what a person found out about a payment with an unknown outcome; handing over the goods may depend on
    /// it.
    public func settlePayment(_ settlement: CheckoutSettlement) throws(CheckoutRefusal) {
        try make(.settle(settlement))
    }

    /// Begins another order for the same customer, with a key that no other order has.
    public func beginOrder(amount: Amount, orderKey: String) throws(CheckoutRefusal) {
        try make(.newOrder(amount, key: orderKey))
    }
}

// MARK: - The machine and the world

extension PaymentContext {
    private func make(_ event: CheckoutMachine.Event) throws(CheckoutRefusal) { perform(try accepted(event)) }

    /// Handles an event and waits for the end of what it began; returns at once when nothing had to begin.
    private func make(
        _ event: CheckoutMachine.Event, until number: (CheckoutMachine) -> Int?
    ) async throws(CheckoutError) {
        let actions: [CheckoutMachine.Action]
        do throws(CheckoutRefusal) { actions = try accepted(event) } catch { throw .refused(error) }
        guard let number = number(machine) else { return perform(actions) }
        let error = await withCheckedContinuation { continuation in
            waiters[number, default: []].append(continuation)
            perform(actions)
        }
        if let error { throw .failed(error) }
    }

    private func accepted(_ event: CheckoutMachine.Event) throws(CheckoutRefusal) -> [CheckoutMachine.Action] {
        let actions = machine.handle(event)
        for case .refuse(let refusal) in actions { throw refusal }
        return actions
    }

    private func deliver(_ event: CheckoutMachine.Event) { perform(machine.handle(event)) }

    private func perform(_ actions: [CheckoutMachine.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: CheckoutMachine.Action) {
        switch action {
        case .load(let isFresh, let number): Task { deliver(await loaded(isFresh, number)) }
        case .attach(let id, let number): Task { deliver(await attached(id, number)) }
        case .detach(let id, let number): Task { deliver(await detached(id, number)) }
        case .selectDefault(let id, let number): Task { deliver(await madeDefault(id, number)) }
        case .remember(let shipping, let number): Task { deliver(await kept(shipping, number)) }
        case .clearCustomer: clearCustomer()
        case .judge(let shipping, let number): judge(shipping, number)
        case .pay(let payment): pay(payment)
        case .refuse: break
        case .ended(let number, let error):
            for waiter in waiters.removeValue(forKey: number) ?? [] { waiter.resume(returning: error) }
        case .tell(let notice): tell(notice)
        }
    }

    private func clearCustomer() {
        clearing = Task { [customer, clearing] in
            await clearing?.value
            await customer.clear()
        }
    }

    private func tell(_ notice: CheckoutMachine.Notice) {
        switch notice {
        case .changed(let state): hub.publish(.didChange(state))
        case .failedToLoad(let error): hub.publish(.didFailToLoad(error))
        case .failedToRemember(let error): hub.publish(.didFailToRemember(error))
        case .finished(let finish):
            hub.publish(.didFinish(finish))
            let waiting = payers
            payers = []
            for payer in waiting { payer.resume(returning: finish) }
        }
    }

    private func judge(_ shipping: ShippingDetails, _ number: Int) {
        let fallback = ShippingVerdict.valid(methods: [], selected: nil)
        if let validator {
            hub.publish(.didUpdateShippingAddress(shipping, CheckoutReply(answeredElsewhere: fallback)))
            Task { deliver(.judged(await validator.validate(shipping), number)) }
        } else {
            let reply = CheckoutReply(fallback: fallback) { [weak self] verdict in
                Task { await self?.deliver(.judged(verdict, number)) }
            }
            hub.publish(.didUpdateShippingAddress(shipping, reply))
        }
    }

    private func pay(_ payment: PaymentResult) {
        let fallback = CheckoutCompletion.unknown(nil)
        if let payer {
            hub.publish(.didCreatePaymentResult(payment, CheckoutReply(answeredElsewhere: fallback)))
            Task { deliver(.completed(await payer.pay(payment), payment.number)) }
        } else {
            let reply = CheckoutReply(fallback: fallback) { [weak self] completion in
                Task { await self?.deliver(.completed(completion, payment.number)) }
            }
            hub.publish(.didCreatePaymentResult(payment, reply))
        }
    }
}

// MARK: - Exchanges

extension PaymentContext {
    private func key(_ verb: String, _ number: Int) -> IdempotencyKey {
        IdempotencyKey(base: session, attempt: number, verb: verb)
    }

    private func loaded(_ isFresh: Bool, _ number: Int) async -> CheckoutMachine.Event {
        await clearing?.value
        do throws(GatewayError) {
            return .loaded(try await customer.load(isFresh: isFresh), number)
        } catch { return .loadFailed(error, number) }
    }

    private func attached(_ id: String, _ number: Int) async -> CheckoutMachine.Event {
        await clearing?.value
        do throws(GatewayError) {
            return .attached(try await customer.attach(id, key: key("attach", number)), number)
        } catch { return .changeFailed(error, number) }
    }

    private func detached(_ id: String, _ number: Int) async -> CheckoutMachine.Event {
        await clearing?.value
        do throws(GatewayError) {
            try await customer.detach(id, key: key("detach", number))
            return .detached(number)
        } catch { return .changeFailed(error, number) }
    }

    private func madeDefault(_ id: String, _ number: Int) async -> CheckoutMachine.Event {
        await clearing?.value
        do throws(GatewayError) {
            try await customer.selectDefault(id, key: key("default", number))
            return .remembered(number)
        } catch { return .notRemembered(error, number) }
    }

    private func kept(_ shipping: ShippingDetails, _ number: Int) async -> CheckoutMachine.Event {
        await clearing?.value
        do throws(GatewayError) {
            try await customer.remember(shipping, key: key("shipping", number))
            return .remembered(number)
        } catch { return .notRemembered(error, number) }
    }
}
