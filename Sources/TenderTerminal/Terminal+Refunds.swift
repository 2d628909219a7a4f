public import TenderFlow
public import TenderModel

/// Refunds and calls that move money: each is made once, however often it is asked for.
extension Terminal {
    /// Gives money back, once; also of a stored payment that was forwarded and approved, by its local id.
    ///
    /// Without a key of the caller's the same parameters are the same refund until its end was told: one that an earlier
    /// call or process left unknown, or made without anybody knowing, is looked for and told, and not made again.
    ///
    /// One that is pending is asked for until its end is known, here and in later processes; its end is listed until it
    /// was told.
    ///
    /// - Returns: succeeded, pending, failed or unknown, never guessed.
    /// - Throws: `TenderError` when nothing was executed: refused, no connection, no journal; `.outcomeUnknown` while
    ///   another refund of the payment is unknown, or was made without anybody knowing.
    ///
    /// Cancelling the task does not take the request back.
    public func refund(_ parameters: RefundParameters) async throws -> RefundOutcome {
        let request = try await begun(parameters)
        do {
            // A task of its own: a refund that is under way is followed to its end.
            let refund = try await Task { try await followRefund(request, mayLeave: true) }.value
            let outcome = RefundOutcome(refund)
            switch outcome {
            case .succeeded, .failed: if configuration.policy.claimsOnReturn { noteTold(request) }
            // It was taken: from here on it is asked for, and never sent again.
            case .pending, .unknown: followLater(request, mayLeave: false)
            }
            return outcome
        } catch let error as TenderError where error.code == .outcomeUnknown {
            guard try await isRecorded(request) else { throw error }
            followLater(request, mayLeave: true)
            return .unknown(request.key)
        }
    }

    /// The refund that the same parameters would continue; nil when they would make a new one.
    ///
    /// - Throws: `TenderError` when the journal cannot be read.
    public func openRefund(_ parameters: RefundParameters) async throws -> PaymentHistory.Refund? {
        await awaitTakeover()
        await telling?.value
        var parameters = parameters
        parameters.paymentIntent = try await chargedID(of: parameters.paymentIntent, .refund)
        return try await history(parameters.paymentIntent, .refund)?.refund(continuedBy: parameters)
    }

    /// Notes that a refund was shown to whoever waited for it, where the policy does not claim on return.
    ///
    /// - Throws: `TenderError` when it cannot be written; the refund then stays listed.
    public func claim(_ refund: Refund) async throws {
        guard let intentID = refund.paymentIntent, let key = refund.metadata[Self.attemptMetadata] else { return }
        try await claim(IdempotencyKey(key), of: intentID)
    }

    /// Notes that a refund or a call was shown to whoever waited for it; nothing where it is not there or not done.
    ///
    /// - Parameter intentID: the payment of a refund; nil for a call.
    /// - Throws: `TenderError` when it cannot be written; it then stays listed.
    public func claim(_ key: IdempotencyKey, of intentID: String? = nil) async throws {
        let id = intentID ?? key.rawValue
        let history = try await history(id, .retrieve)
        let isUntold =
            history?.refunds.contains { $0.key == key && ($0.isUntold || $0.isFailureUntold) } ?? false
        guard isUntold || history?.call?.isUntold == true else { return }
        try await note(told: key, of: id)
    }

    private func begun(_ wish: RefundParameters) async throws -> RecordedRequest {
        var parameters = wish
        parameters.paymentIntent = try await chargedID(of: wish.paymentIntent, .refund)
        if let open = try await openRefund(parameters) {
            guard open.parameters.isSameWish(as: parameters) else {
                let made = "a refund of \(open.parameters.words)"
                let error = GatewayError.keyUsed(
                    parameters.idempotencyKey ?? "", "\(made), and \(parameters.words) was asked for now")
                throw TenderError(.notExecuted, error, .refund)
            }
            return RecordedRequest(open)
        }
        let key = IdempotencyKey.refund(parameters.idempotencyKey ?? makeKey())
        parameters.metadata[Self.attemptMetadata] = key.rawValue
        return RecordedRequest(.refund(parameters), key, sends: 0)
    }

    /// Follows one refund to its end.
    private func followRefund(_ request: RecordedRequest, mayLeave: Bool) async throws -> Refund {
        guard case .refund(let parameters) = request.what else { throw TenderError.outOfTurn(.refund) }
        let key = request.key
        return try await exchange(.move, phase: .refund, record: request, mayLeave: mayLeave) {
            gateway throws(GatewayError) in
            try await gateway.createRefund(parameters, key: key)
        } ask: { gateway throws(GatewayError) in
            let found = try await gateway.listRefunds(paymentIntent: parameters.paymentIntent, ListQuery(limit: 100))
                .data.first { $0.metadata[Self.attemptMetadata] == key.rawValue }
            if let found, let amount = parameters.amount, found.amount != amount {
                throw .otherThanAsked(
                    under: parameters.idempotencyKey,
                    "\(found.id) with \(found.amount), and \(amount) was asked for now")
            }
            return found
        }
    }

    // MARK: - Calls

    /// Makes a call that moves money or makes something payable, once.
    ///
    /// Without a key of the caller's the same call is the same one until its end was told, as with refunds.
    ///
    /// - Parameters:
    ///   - call: what is asked for, such as `MoneyCall.transfer(_:)`.
    ///   - idempotencyKey: the key under which it is made at most once; made up when nil.
    /// - Returns: what was made, or that nobody can say yet. For a call that was made long ago, and cannot be read now,
    ///   what the journal knows: the object's `json` is empty.
    /// - Throws: `TenderError` when nothing was executed: refused, no connection, no journal; `.unexpectedState` also when
    ///   what was to be ended has ended otherwise.
    ///
    /// Cancelling the task does not take the call back.
    public func perform(_ call: MoneyCall, idempotencyKey: String? = nil) async throws -> MoneyOutcome {
        guard idempotencyKey == nil else { return try await make(call, idempotencyKey) }
        // Who makes the same call at the same time means the same one.
        if let running = callsUnderWay[call] { return try await running.value }
        let running = Task { try await make(call, nil) }
        callsUnderWay[call] = running
        defer { callsUnderWay[call] = nil }
        return try await running.value
    }

    private func make(_ call: MoneyCall, _ idempotencyKey: String?) async throws -> MoneyOutcome {
        let known = try await openCall(call, idempotencyKey: idempotencyKey)
        let request = try begun(call, idempotencyKey, known)
        do {
            let object = try await Task {
                try await followCall(request, mayLeave: true, callersKey: idempotencyKey)
            }.value
            if configuration.policy.claimsOnReturn { noteTold(request) }
            return .succeeded(object, request.key)
        } catch let error as TenderError where error.code == .outcomeUnknown {
            // What the journal knows to be made stays so, whoever answers now.
            if known?.result == .succeeded, let made = known?.object {
                return .succeeded(MoneyObject(id: made, amount: call.amount, json: []), request.key)
            }
            followLater(request, mayLeave: true)
            return .unknown(request.key)
        }
    }

    /// The call that the same one would continue; nil when it would be a new one.
    ///
    /// - Throws: `TenderError` when the journal cannot be read.
    public func openCall(
        _ call: MoneyCall, idempotencyKey: String? = nil
    ) async throws -> KeyedRequest<MoneyCall>? {
        await awaitTakeover()
        await telling?.value
        if let idempotencyKey {
            let key = IdempotencyKey(base: idempotencyKey, attempt: 1, verb: call.kind.rawValue)
            return try await history(key.rawValue, .move)?.call
        }
        do throws(JournalError) {
            return try await configuration.journal.openPayments().call(continuedBy: call)
        } catch {
            throw TenderError(error, .move, nil)
        }
    }

    private func begun(
        _ call: MoneyCall, _ idempotencyKey: String?, _ known: KeyedRequest<MoneyCall>?
    ) throws -> RecordedRequest {
        if let open = known {
            guard open.parameters == call || open.openSends == 0 else {
                let error = GatewayError.keyUsed(
                    idempotencyKey ?? "", "\(open.parameters.words), and \(call.words) was asked for now")
                throw TenderError(.notExecuted, error, .move)
            }
            return RecordedRequest(.call(call), open.key, sends: open.openSends, object: open.object)
        }
        let base = idempotencyKey ?? makeKey()
        let key = IdempotencyKey(base: base, attempt: 1, verb: call.kind.rawValue)
        return RecordedRequest(.call(call), key, sends: 0)
    }

    private func followCall(
        _ request: RecordedRequest, mayLeave: Bool, callersKey: String? = nil
    ) async throws -> MoneyObject {
        guard case .call(let call) = request.what else { throw TenderError.outOfTurn(.move) }
        let (key, object) = (request.key, request.object)
        return try await exchange(.move, phase: .move, record: request, mayLeave: mayLeave) {
            gateway throws(GatewayError) in
            try await gateway.perform(call, key: key)
        } ask: { gateway throws(GatewayError) in
            do throws(GatewayError) {
                return try await gateway.find(call, key: key, object: object)
            } catch {
                guard let callersKey, error.code == .answerMismatch else { throw error }
                throw .keyUsed(callersKey, error.message)
            }
        }
    }

    // MARK: - What refunds and calls share

    private func isRecorded(_ request: RecordedRequest) async throws -> Bool {
        try await history(request.id, .refund)?.refunds.contains { $0.key == request.key } ?? false
    }

    private func history(_ id: String, _ phase: TenderError.Phase) async throws -> PaymentHistory? {
        do throws(JournalError) {
            return try await configuration.journal.history(of: id)
        } catch {
            throw TenderError(error, phase, nil)
        }
    }

    private func note(told key: IdempotencyKey, of id: String) async throws {
        do throws(JournalError) {
            try await configuration.journal.append(JournalEntry(intentID: id, attempt: 1, event: .requestTold(key)))
        } catch {
            throw TenderError(notNoted: error)
        }
    }

    /// Notes behind the answer that it was given; what cannot be noted stays listed, and blocks what it must.
    private func noteTold(_ request: RecordedRequest) {
        openRecords += 1
        let before = telling
        telling = Task {
            defer { self.recordEnded() }
            await before?.value
            do {
                try await note(told: request.key, of: request.id)
            } catch {
                hub.publish(.diagnostic("\(request.id): that it was told cannot be noted: \(error)"))
            }
        }
    }

    /// Who is told of a capture is told of the approval too, whichever process and journal it was made in.
    func noteCaptured(_ intent: PaymentIntent) {
        openRecords += 1
        Task {
            defer { self.recordEnded() }
            do {
                if try await history(intent.id, .capture)?.isUnclaimed == true { try await claim(intent) }
            } catch {
                hub.publish(.diagnostic("\(intent.id): that its capture was told cannot be noted: \(error)"))
            }
        }
    }

    /// Goes on with what an earlier process left.
    ///
    /// It is looked for and never sent: nobody asks for it now, and whoever asks again continues it.
    func resumeRequests(of history: PaymentHistory) {
        var open = history.refunds.filter(\.isUnresolved).map { RecordedRequest($0) }
        if let call = history.call, call.isUnresolved { open.append(RecordedRequest(call)) }
        for request in open {
            recovering.insert(request.key.rawValue)
            Task { [weak self] in
                if await self?.isUnresolved(afterFollowing: request, mayLeave: false) == true {
                    await self?.followLater(request, mayLeave: false)
                }
            }
        }
    }

    /// Follows a request that nobody could tell of, with longer and longer pauses.
    private func followLater(_ request: RecordedRequest, mayLeave: Bool) {
        Task { [weak self, clock = configuration.clock, first = configuration.policy.unknownPause] in
            var pause = first
            repeat {
                guard (try? await clock.sleep(for: pause)) != nil else { return }
                pause = min(pause * 2, .seconds(3600))
            } while await self?.isUnresolved(afterFollowing: request, mayLeave: mayLeave) == true
        }
    }

    /// Follows a request once more; whoever waits for the recovery waits for the first time only.
    private func isUnresolved(afterFollowing request: RecordedRequest, mayLeave: Bool) async -> Bool {
        guard let sends = await openSends(request) else { return false }
        let request = RecordedRequest(request.what, request.key, sends: sends, object: request.object)
        do {
            switch request.what {
            case .refund: _ = try await followRefund(request, mayLeave: mayLeave)
            case .call: _ = try await followCall(request, mayLeave: mayLeave)
            }
        } catch {
            hub.publish(.diagnostic("\(request.id): the request under \(request.key): \(error)"))
        }
        endRecovery(request.key.rawValue, of: request.id)
        return await openSends(request) != nil
    }

    /// How often it left, while nobody knows how it ended; nil once that is known.
    private func openSends(_ request: RecordedRequest) async -> Int? {
        guard let history = try? await configuration.journal.history(of: request.id) else { return request.sends }
        return switch request.what {
        case .refund: history.refunds.first { $0.key == request.key && $0.isUnresolved }?.openSends
        case .call: history.call.flatMap { $0.isUnresolved ? $0.openSends : nil }
        }
    }
}

extension RefundParameters {
    fileprivate var words: String { amount.map { "\($0)" } ?? "all that is left" }
}

extension MoneyCall {
    fileprivate var words: String { kind.rawValue + (amount.map { " of \($0)" } ?? "") }
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
