public import TenderCheckout
public import TenderFlow
public import TenderModel

/// A customer behind short-lived keys that the app's own server creates.
///
/// A key is used until a minute before it expires, by the length of its life on a clock of its own, so that a till with
/// the wrong time does no harm; after an answer that rejects it (401), a new one is fetched once. Loaded data is good
/// for a minute. After `clear`, nothing requested before is kept or returned.
public actor CustomerContext: CustomerBackend {
    /// A key in use.
    private struct HeldKey: Sendable {
        let gateway: any CustomerGateway
        let id: String
        let customer: String
        let goodUntil: Duration
    }

    private static let memory = Duration.seconds(60)
    private static let margin = Duration.seconds(60)

    private let keys: any EphemeralKeyProvider
    private let gateways: any CustomerGatewaySource
    private let elapsed: @Sendable () -> Duration
    private var generation = 0
    private var changes = 0
    private var customer: String?
    private var key: HeldKey?
    private var fetch: Task<Result<HeldKey, GatewayError>, Never>?
    private var wallet: (value: CustomerWallet, goodUntil: Duration)?
    private var loading: Task<Result<CustomerWallet, GatewayError>, Never>?

    /// Creates a customer; requests nothing yet.
    ///
    /// - Parameters:
    ///   - keys: The app's own server.
    ///   - gateway: The payments API, such as a `GatewayConnection`.
    ///   - clock: The clock by which keys expire.
    public init(
        keys: any EphemeralKeyProvider, gateway: any CustomerGatewaySource,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.keys = keys
        gateways = gateway
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    /// Starts loading, so that `load` finds the data ready.
    public func prefetch() {
        if loading == nil, freshWallet == nil { beginLoading() }
    }

    /// Loads the customer's cards, default and address.
    public func load(isFresh: Bool) async throws(GatewayError) -> CustomerWallet {
        if !isFresh, let freshWallet { return freshWallet }
        let task = isFresh ? beginLoading() : loading ?? beginLoading()
        let now = generation
        let result = await task.value
        try check(now)
        return try result.get()
    }

    /// Saves a payment method for the customer; tokens must be converted to one first, with the publishable key.
    public func attach(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        guard !id.hasPrefix("tok_") else {
            throw GatewayError(
                .invalidParameter, fate: .notSent, message: "a token must be made into a payment method first")
        }
        return try await change { gateway throws(GatewayError) in
            try await gateway.attachPaymentMethod(id, key: key)
        }
    }

    /// Deletes a saved payment method for good.
    public func detach(_ id: String, key: IdempotencyKey) async throws(GatewayError) {
        _ = try await change { gateway throws(GatewayError) in
            try await gateway.detachPaymentMethod(id, key: key)
        }
    }

    /// Makes a saved payment method the customer's default.
    public func selectDefault(_ id: String, key: IdempotencyKey) async throws(GatewayError) {
        try await update(id.hasPrefix("pm_") ? .init(defaultPaymentMethod: id) : .init(defaultSource: id), key)
    }

    /// Saves the address for the next time.
    public func remember(_ shipping: ShippingDetails, key: IdempotencyKey) async throws(GatewayError) {
        try await update(CustomerParameters(shipping: shipping), key)
    }

    /// Forgets the customer, the key and the loaded data.
    public func clear() {
        generation += 1
        changes += 1
        fetch?.cancel()
        loading?.cancel()
        (customer, key, fetch, wallet, loading) = (nil, nil, nil, nil, nil)
    }
}

// MARK: - Loading

extension CustomerContext {
    private var freshWallet: CustomerWallet? { wallet.flatMap { elapsed() < $0.goodUntil ? $0.value : nil } }

    @discardableResult
    private func beginLoading() -> Task<Result<CustomerWallet, GatewayError>, Never> {
        let (now, changes) = (generation, changes)
        let task = Task { () -> Result<CustomerWallet, GatewayError> in
            let result = await fetchWallet()
            keep(result, now, changes)
            return result
        }
        loading = task
        return task
    }

    /// Keeps the loaded data, unless the customer signed out or was changed in the meantime.
    private func keep(_ result: Result<CustomerWallet, GatewayError>, _ generation: Int, _ changes: Int) {
        guard generation == self.generation, changes == self.changes else { return }
        loading = nil
        if case .success(let value) = result { wallet = (value, elapsed() + Self.memory) }
    }

    private func fetchWallet() async -> Result<CustomerWallet, GatewayError> {
        do throws(GatewayError) {
            let customer = try await call { gateway throws(GatewayError) in try await gateway.retrieveCustomer() }
            guard !customer.isDeleted else {
                throw GatewayError(
                    .resourceMissing, fate: .answered(status: 404), message: "the customer '\(customer.id)' was deleted"
                )
            }
            return .success(
                CustomerWallet(
                    customer: customer.id, methods: try await fetchMethods(),
                    defaultMethod: customer.defaultPaymentMethod ?? customer.defaultSource,
                    shipping: customer.shipping))
        } catch { return .failure(error) }
    }

    private func fetchMethods() async throws(GatewayError) -> [PaymentMethod] {
        try await ListPage.all { query throws(GatewayError) in
            try await call { gateway throws(GatewayError) in try await gateway.listPaymentMethods(query) }
        }
    }
}

// MARK: - Calls

extension CustomerContext {
    private func update(_ parameters: CustomerParameters, _ key: IdempotencyKey) async throws(GatewayError) {
        _ = try await change { gateway throws(GatewayError) in
            try await gateway.updateCustomer(parameters, key: key)
        }
    }

    /// Makes a call that invalidates the loaded data, however it ends.
    private func change<Answer: Sendable>(
        _ body: @Sendable (any CustomerGateway) async throws(GatewayError) -> Answer
    ) async throws(GatewayError) -> Answer {
        let now = generation
        forgetWallet()
        let result: Result<Answer, GatewayError>
        do throws(GatewayError) { result = .success(try await call(body)) } catch { result = .failure(error) }
        try check(now)
        forgetWallet()
        return try result.get()
    }

    private func forgetWallet() {
        changes += 1
        (wallet, loading) = (nil, nil)
    }

    /// Makes a call with the key, and repeats it once with a new key if the first is rejected.
    private func call<Answer: Sendable>(
        _ body: @Sendable (any CustomerGateway) async throws(GatewayError) -> Answer
    ) async throws(GatewayError) -> Answer {
        let now = generation
        let held = try await heldKey()
        do throws(GatewayError) {
            let answer = try await body(held.gateway)
            try check(now)
            return answer
        } catch {
            try check(now)
            guard error.fate == .answered(status: 401) else { throw error }
        }
        if key?.id == held.id { key = nil }
        let answer = try await body(try await heldKey().gateway)
        try check(now)
        return answer
    }

    private func check(_ generation: Int) throws(GatewayError) {
        guard generation == self.generation else {
            throw GatewayError(.canceled, fate: .unknown, message: "the customer signed out")
        }
    }
}

// MARK: - Keys

extension CustomerContext {
    private func heldKey() async throws(GatewayError) -> HeldKey {
        if let key, elapsed() < key.goodUntil { return key }
        let now = generation
        let task = fetch ?? beginFetching()
        let result = await task.value
        try check(now)
        return try result.get()
    }

    private func beginFetching() -> Task<Result<HeldKey, GatewayError>, Never> {
        let now = generation
        let task = Task { () -> Result<HeldKey, GatewayError> in
            let result = await fetchKey()
            guard now == generation else { return result }
            fetch = nil
            return take(result)
        }
        fetch = task
        return task
    }

    /// Accepts a key unless it is for another customer, which would mix two people's cards.
    private func take(_ result: Result<HeldKey, GatewayError>) -> Result<HeldKey, GatewayError> {
        guard case .success(let new) = result else { return result }
        guard customer == nil || customer == new.customer else {
            return .failure(
                GatewayError(
                    .answerMismatch, fate: .unknown,
                    message: "the app's server made a key for another customer: clear this one first"))
        }
        (customer, key) = (new.customer, new)
        return result
    }

    private func fetchKey() async -> Result<HeldKey, GatewayError> {
        let start = elapsed()
        do throws(GatewayError) {
            let key = try await keys.createEphemeralKey(apiVersion: gateways.apiVersion)
            guard let customer = key.customer else {
                throw GatewayError(
                    .answerMismatch, fate: .unknown, message: "the ephemeral key '\(key.id)' is not for a customer")
            }
            let life = Duration.seconds(
                min(max(key.expires.subtractingReportingOverflow(key.created).partialValue, 0), 86_400))
            return .success(
                HeldKey(
                    gateway: try gateways.customerGateway(for: key), id: key.id, customer: customer,
                    goodUntil: start + max(life - Self.margin, life / 2)))
        } catch { return .failure(error) }
    }
}
