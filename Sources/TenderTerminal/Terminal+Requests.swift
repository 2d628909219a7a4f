public import TenderFlow
public import TenderModel

/// The requests beside a payment: create, retrieve, list; and how each request runs.
extension Terminal {
    /// Makes a PaymentIntent, once: a lost answer is followed by the same request under the same key, then by a search.
    ///
    /// - Parameter parameters: the amount above zero, and the rest; the key is made up when none is given, and kept in
    ///   the intent's `metadata[tender_attempt]`.
    /// - Parameter offlineBehavior: what to do without the gateway; offline the intent has a local id, and its card is
    ///   stored and forwarded later, within the limits of the configuration.
    /// - Throws: `TenderError`; with the advice `sameCall` the same parameters with the same key are safe.
    ///
    /// Cancelling the task stops the repetitions; the same call with the same key finds what was made.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, offlineBehavior: OfflineBehavior = .requireOnline
    ) async throws -> PaymentIntent {
        var parameters = parameters
        guard parameters.amount.minorUnits > 0 else {
            throw TenderError(
                .invalidAmount, phase: .create,
                message: "\(parameters.amount) cannot be charged: it must be above zero",
                advice: .never
            )
        }
        let base = parameters.idempotencyKey ?? makeKey()
        parameters.metadata[Self.attemptMetadata] = base
        parameters.metadata[PaymentIntent.orderMetadata] = parameters.order
        guard offlineBehavior != .forceOffline else { return try await offlineIntent(parameters, base) }
        do {
            return try await createOnline(parameters, base, isTriedLong: offlineBehavior == .requireOnline)
        } catch let unreachable as GatewayUnreachable {
            guard offlineBehavior == .preferOnline else { throw unreachable.error }
            forwarding.mayBeCreated.insert(base)
            return try await offlineIntent(parameters, base)
        }
    }

    private func createOnline(
        _ parameters: PaymentIntentParameters, _ base: String, isTriedLong: Bool
    ) async throws -> PaymentIntent {
        var policy = configuration.policy
        // Where offline is the other way, the customer is not kept waiting.
        if !isTriedLong { (policy.maximumSends, policy.maximumAsks) = (min(policy.maximumSends, 2), 1) }
        let (made, key) = (parameters, IdempotencyKey(base: base, attempt: 0, verb: "create"))
        return try await exchange(.create, phase: .create, policy: policy) { gateway throws(GatewayError) in
            try await gateway.createPaymentIntent(made, key: key)
        } ask: { gateway throws(GatewayError) in
            let found = try await gateway.listPaymentIntents(ListQuery(limit: 100)).data
                .first { $0.metadata[Self.attemptMetadata] == base }
            if let found, let difference = made.difference(from: found) {
                throw .otherThanAsked(under: made.idempotencyKey, "\(found.id) with \(difference)")
            }
            return found
        }
    }

    /// Reads a PaymentIntent.
    ///
    /// - Parameters:
    ///   - id: its id; or the local id of a stored payment that was forwarded and approved.
    ///   - clientSecret: its secret, where only a publishable key is held.
    public func retrievePaymentIntent(id: String, clientSecret: ClientSecret? = nil) async throws -> PaymentIntent {
        let reference = PaymentIntentReference(id: try await chargedID(of: id, .retrieve), clientSecret: clientSecret)
        return try await exchange(.read, phase: .retrieve) { gateway throws(GatewayError) in
            try await gateway.retrievePaymentIntent(reference)
        }
    }

    /// Lists PaymentIntents, newest first.
    public func listPaymentIntents(_ query: ListQuery = ListQuery()) async throws -> ListPage<PaymentIntent> {
        try await exchange(.read, phase: .retrieve) { gateway throws(GatewayError) in
            try await gateway.listPaymentIntents(query)
        }
    }

    // MARK: - Running the request machine

    /// Runs one request to its end; the machine decides about every repetition.
    ///
    /// - Parameters:
    ///   - record: what the journal is told, for a request that moves money.
    ///   - mayLeave: whether it may be sent; otherwise it is only looked for.
    func exchange<Value: Sendable>(
        _ kind: RequestMachine.Kind, phase: TenderError.Phase, policy: PaymentPolicy? = nil,
        record: RecordedRequest? = nil, mayLeave: Bool = true,
        send: @escaping @Sendable (any Gateway) async throws(GatewayError) -> Value,
        ask: @escaping @Sendable (any Gateway) async throws(GatewayError) -> Value? = { _ in nil }
    ) async throws -> Value {
        var machine = RequestMachine(
            kind, policy: policy ?? configuration.policy, resuming: record?.sends ?? 0, mayLeave: mayLeave)
        var exchange = RequestExchange<Value>(configuration: configuration)
        var event = RequestMachine.Event.started
        var refusal: JournalError?
        while let action = machine.handle(event) {
            noteNetwork(exchange.lastReply)
            switch action {
            case .recordLeaving(let count): event = await write(record?.leaving(send: count), &refusal)
            case .recordSettled(let result): event = await write(record?.settled(result, exchange.value), &refusal)
            case .send(let limit):
                let reply = await exchange.run(within: limit) { gateway throws(GatewayError) in try await send(gateway)
                }
                event = .answered(reply, jitter())
            case .ask(let limit): event = .answered(await exchange.run(within: limit, ask), jitter())
            case .pause(let duration):
                guard (try? await configuration.clock.sleep(for: duration)) != nil else {
                    throw TenderError(canceledAfter: exchange.lastError, phase)
                }
                event = .pauseEnded
            case .finish(let result):
                if result == .succeeded, let value = exchange.value { return value }
                if result == .journalUnavailable { throw TenderError(refusal, phase, nil) }
                let error = TenderError(result, exchange.lastError, phase)
                guard kind == .create, !exchange.wasAnswered else { throw error }
                throw GatewayUnreachable(error: error)
            }
        }
        throw TenderError.outOfTurn(phase)
    }

    private func write(_ entry: JournalEntry?, _ refusal: inout JournalError?) async -> RequestMachine.Event {
        guard let entry else { return .recorded }
        do {
            try await configuration.journal.append(entry)
            return .recorded
        } catch {
            refusal = error
            return .recordFailed
        }
    }
}

/// The exchanges of one request: the object once it is here, and the last error until then.
private struct RequestExchange<Value: Sendable> {
    let configuration: Terminal.Configuration
    var value: Value?
    var lastError: GatewayError?
    /// What the last exchange told of the way to the gateway.
    var lastReply: GatewayReply?
    /// Whether any exchange was answered, or refused on our own side.
    var wasAnswered = false

    init(configuration: Terminal.Configuration) { self.configuration = configuration }

    mutating func run(
        within limit: Duration, _ call: @escaping @Sendable (any Gateway) async throws(GatewayError) -> Value?
    ) async -> RequestMachine.Reply {
        let result = await Terminal.race(configuration, limit, call)
        note(result)
        switch result {
        case .success(let value?):
            self.value = value
            return .succeeded
        case .success(nil): return .notFound
        case .failure(let error):
            lastError = error
            return RequestMachine.Reply(error)
        }
    }

    private mutating func note<Answer>(_ result: Result<Answer, GatewayError>) {
        guard case .failure(let error) = result else {
            lastReply = .noRefund
            wasAnswered = true
            return
        }
        lastReply = GatewayReply(error)
        if lastReply != .notSent, lastReply != .noAnswer { wasAnswered = true }
    }
}

/// No exchange was answered: the gateway cannot be reached.
struct GatewayUnreachable: Error {
    let error: TenderError
}

extension Terminal {
    /// One exchange with the gateway, in bounded time.
    static func race<Value: Sendable>(
        _ configuration: Terminal.Configuration, _ limit: Duration,
        _ call: @escaping @Sendable (any Gateway) async throws(GatewayError) -> Value
    ) async -> Result<Value, GatewayError> {
        let timedOut = GatewayError(.requestTimedOut, fate: .unknown, message: "no answer within \(limit)")
        return await withTaskGroup(of: Result<Value, GatewayError>?.self) { group in
            group.addTask {
                do throws(GatewayError) {
                    return .success(try await call(configuration.gateway))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await configuration.clock.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .failure(timedOut)
        }
    }
}
