public import TenderFlow
public import TenderModel

/// The requests beside a payment: create, retrieve, list, refund.
extension Terminal {
    /// Makes a PaymentIntent, once: a lost answer is followed by the same request under the same key, then by a search.
    ///
    /// - Parameter parameters: the amount above zero, and the rest; the key is made up when none is given, and kept in
    ///   the intent's `metadata[tender_attempt]`.
    /// - Throws: `TenderError`; with the advice `sameCall` the same parameters with the same key are safe.
    ///
    /// Cancelling the task stops the repetitions; the same call with the same key finds what was made.
    public func createPaymentIntent(_ parameters: PaymentIntentParameters) async throws -> PaymentIntent {
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
        let (made, key) = (parameters, IdempotencyKey(base: base, attempt: 0, verb: "create"))
        return try await exchange(.create, phase: .create) { gateway throws(GatewayError) in
            try await gateway.createPaymentIntent(made, key: key)
        } ask: { gateway throws(GatewayError) in
            try await gateway.listPaymentIntents(ListQuery(limit: 100)).data
                .first { $0.metadata[Self.attemptMetadata] == base }
        }
    }

    /// Reads a PaymentIntent.
    ///
    /// - Parameters:
    ///   - id: its id.
    ///   - clientSecret: its secret, where only a publishable key is held.
    public func retrievePaymentIntent(id: String, clientSecret: ClientSecret? = nil) async throws -> PaymentIntent {
        let reference = PaymentIntentReference(id: id, clientSecret: clientSecret)
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

    /// Gives money back, once.
    ///
    /// - Returns: succeeded, pending, failed or unknown, never guessed.
    /// - Throws: `TenderError` when nothing was executed: refused, no connection, no journal.
    ///
    /// Cancelling the task does not take the request back.
    public func refund(_ parameters: RefundParameters) async throws -> RefundOutcome {
        var parameters = parameters
        let base = parameters.idempotencyKey ?? makeKey()
        let key = IdempotencyKey(base: base, attempt: 1, verb: "refund")
        parameters.metadata[Self.attemptMetadata] = key.rawValue
        let made = parameters
        let record = RecordedRefund(parameters: made, key: key)
        do {
            // A task of its own: a refund that is under way is followed to its end.
            let work = Task {
                try await exchange(.refund, phase: .refund, refund: record) { gateway throws(GatewayError) in
                    try await gateway.createRefund(made, key: key)
                } ask: { gateway throws(GatewayError) in
                    try await gateway.listRefunds(paymentIntent: made.paymentIntent, ListQuery(limit: 100)).data
                        .first { $0.metadata[Self.attemptMetadata] == key.rawValue }
                }
            }
            return RefundOutcome(try await work.value)
        } catch let error as TenderError where error.code == .outcomeUnknown {
            return .unknown(key)
        }
    }

    // MARK: - Running the request machine

    /// Runs one request to its end; the machine decides about every repetition.
    private func exchange<Value: Sendable>(
        _ kind: RequestMachine.Kind, phase: TenderError.Phase, refund: RecordedRefund? = nil,
        send: @escaping @Sendable (any Gateway) async throws(GatewayError) -> Value,
        ask: @escaping @Sendable (any Gateway) async throws(GatewayError) -> Value? = { _ in nil }
    ) async throws -> Value {
        var machine = RequestMachine(kind, policy: configuration.policy)
        var exchange = RequestExchange<Value>(configuration: configuration)
        var event = RequestMachine.Event.started
        while let action = machine.handle(event) {
            switch action {
            case .recordLeaving(let count): event = await record(refund?.leaving(send: count))
            case .recordSettled(let result): event = await record(refund?.settled(result))
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
                throw TenderError(result, exchange.lastError, phase)
            }
        }
        throw TenderError.outOfTurn(phase)
    }

    private func record(_ entry: JournalEntry?) async -> RequestMachine.Event {
        guard let entry else { return .recorded }
        do {
            try await configuration.journal.append(entry)
            return .recorded
        } catch {
            return .recordFailed
        }
    }
}

/// What the journal is told of a refund.
private struct RecordedRefund: Sendable {
    let parameters: RefundParameters
    let key: IdempotencyKey

    func leaving(send: Int) -> JournalEntry { entry(.refundLeaving(parameters, key, send: send)) }

    func settled(_ result: RequestMachine.Result) -> JournalEntry { entry(.refundSettled(key, result)) }

    private func entry(_ event: JournalEntry.Event) -> JournalEntry {
        JournalEntry(intentID: parameters.paymentIntent, attempt: 1, event: event)
    }
}

/// The exchanges of one request: the object once it is here, and the last error until then.
private struct RequestExchange<Value: Sendable> {
    let configuration: Terminal.Configuration
    var value: Value?
    var lastError: GatewayError?

    init(configuration: Terminal.Configuration) { self.configuration = configuration }

    mutating func run(
        within limit: Duration, _ call: @escaping @Sendable (any Gateway) async throws(GatewayError) -> Value?
    ) async -> RequestMachine.Reply {
        switch await Self.race(configuration, limit, call) {
        case .success(let value?):
            self.value = value
            return .succeeded
        case .success(nil): return .notFound
        case .failure(let error):
            lastError = error
            return RequestMachine.Reply(error)
        }
    }

    private static func race(
        _ configuration: Terminal.Configuration, _ limit: Duration,
        _ call: @escaping @Sendable (any Gateway) async throws(GatewayError) -> Value?
    ) async -> Result<Value?, GatewayError> {
        let timedOut = GatewayError(.requestTimedOut, fate: .unknown, message: "no answer within \(limit)")
        return await withTaskGroup(of: Result<Value?, GatewayError>?.self) { group in
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

extension RefundOutcome {
    fileprivate init(_ refund: Refund) {
        self =
            switch refund.status {
            case .succeeded: .succeeded(refund)
            case .failed, .canceled: .failed(refund)
            case .pending, .requiresAction, .unknown: .pending(refund)
            }
    }
}
