import TenderFlow
import TenderModel
import TenderRecords

/// Storing what was accepted offline, and carrying out what the forwarder asks for.
extension Terminal {
    // MARK: - Storing

    /// Writes the payment and its card data together; it is forwarded once it is shown.
    func store(_ serial: Serial, _ id: String) {
        guard let lane = lanes[id], let card = lane.card,
            let journal = configuration.journal as? any PayloadJournal
        else { return deliver(.recordFailed(serial), to: id) }
        let bytes = card.payload.storedBytes
        let base = lane.machine.terms.baseKey
        let sale = OfflineSale(
            parameters: lane.intent.parameters, card: card.card, reader: link.reader?.reader.serialNumber,
            payloadDigest: EncryptedPayload.digest(ofStored: bytes), limits: configuration.offline,
            mayBeCreated: forwarding.mayBeCreated.contains(base))
        let entry = JournalEntry(
            intentID: id, attempt: lane.machine.attempt, terms: lane.machine.terms, event: .offline(.stored(sale)))
        let previous = lane.lastRecord
        openRecords += 1
        lanes[id]?.lastRecord = Task {
            defer { self.recordEnded() }
            await previous?.value
            do throws(JournalError) {
                try await journal.append(entry, payload: .store(key: id, bytes))
            } catch {
                return self.notRecorded(error, serial, id)
            }
            self.lanes[id]?.stored = try? await journal.history(of: id)
            self.deliver(.recorded(serial), to: id)
        }
    }

    /// A payment was stored and shown.
    func beginForwarding(_ history: PaymentHistory?) {
        publishOfflineStatus()
        guard let history, let work = OfflineWork(history) else { return }
        forwarding.mayBeCreated.remove(work.terms.baseKey)
        handle(.stored(work))
    }

    /// An earlier process left a stored payment.
    ///
    /// While it cannot be read what became of its PaymentIntent it is not touched, and read again later.
    func takeOver(stored history: PaymentHistory) async {
        var payment: PaymentHistory?
        do throws(JournalError) {
            if let id = history.offline?.intentID { payment = try await configuration.journal.history(of: id) }
        } catch {
            hub.publish(.diagnostic("\(history.intentID): not taken over yet: \(error.message)"))
            _ = timer(configuration.forwarding.longestPause) { terminal in
                Task { await terminal.takeOver(stored: history) }
            }
            return
        }
        guard let work = OfflineWork(history, payment: payment) else { return }
        handle(.left(work))
        publishOfflineStatus()
    }

    /// Writes a record; card data goes with the record that ends it.
    static func write(_ entry: JournalEntry, to journal: any Journal) async throws(JournalError) {
        guard let journal = journal as? any PayloadJournal else { return try await journal.append(entry) }
        try await journal.appendOffline(entry)
    }

    // MARK: - The forwarder

    /// Hands one event to the forwarder and carries out its actions; suspends nowhere.
    func handle(_ event: ForwarderEvent) {
        for action in forwarder.handle(event) { perform(action) }
        guard forwarder.isAtRest, !forwarding.restWaiters.isEmpty else { return }
        for waiter in forwarding.restWaiters.values { waiter.resume() }
        forwarding.restWaiters = [:]
    }

    private func perform(_ action: ForwarderAction) {
        switch action {
        case .record(let serial, let entry): record(entry, serial)
        case .note(let entry): record(entry, nil)
        case .readPayload(let serial, let id): readPayload(serial, id)
        case .dropPayload: forwarding.card = nil
        case .find(let serial, let base, let from): find(serial, base, from)
        case .create(let serial, let parameters, let key): create(serial, parameters, key)
        case .confirm(let serial, let terms): confirm(serial, terms)
        case .follow(let serial, let id): follow(serial, id)
        case .startTimer(let serial, let duration):
            forwarding.tasks[serial] = timer(duration) { terminal in
                guard terminal.forwarding.tasks.removeValue(forKey: serial) != nil else { return }
                terminal.handle(.timerFired(serial))
            }
        case .stopTimer(let serial): forwarding.tasks.removeValue(forKey: serial)?.cancel()
        case .finish(let id, let answer): forwarding.waiters.removeValue(forKey: id)?.resume(returning: answer)
        case .notify(let notice): tell(notice)
        case .reportUnexpected(let event): hub.publish(.diagnostic("forwarder: unexpected \(event)"))
        }
    }

    // MARK: - The journal

    private func record(_ entry: JournalEntry, _ serial: Serial?) {
        let journal = configuration.journal
        let previous = forwarding.lastRecord
        openRecords += 1
        forwarding.lastRecord = Task {
            defer { self.recordEnded() }
            await previous?.value
            var failure: JournalError?
            do throws(JournalError) {
                try await Self.write(entry, to: journal)
            } catch {
                failure = error
                self.hub.publish(.diagnostic("\(entry.intentID): not recorded: \(error.message)"))
            }
            guard let serial else { return }
            switch failure?.reason {
            case nil: self.handle(.recorded(serial))
            case .keyTooOld?: self.handle(.keyTooOld(serial))
            case .storedTooLongAgo?: self.handle(.storedTooLongAgo(serial))
            case .some: self.handle(.recordFailed(serial))
            }
        }
    }

    private func readPayload(_ serial: Serial, _ id: String) {
        let journal = configuration.journal as? any PayloadJournal
        Task {
            do throws(JournalError) {
                let bytes = try await journal?.payload(id)
                let sale = try await journal?.history(of: id)?.offline?.sale
                self.payloadRead(serial, bytes, sale)
            } catch {
                self.handle(.payloadRead(serial, .failed))
            }
        }
    }

    private func payloadRead(_ serial: Serial, _ bytes: [UInt8]?, _ sale: OfflineSale?) {
        guard let bytes, let sale else { return handle(.payloadRead(serial, .missing)) }
        guard EncryptedPayload.digest(ofStored: bytes) == sale.payloadDigest,
            let payload = try? EncryptedPayload(storedBytes: bytes)
        else { return handle(.payloadRead(serial, .damaged)) }
        forwarding.card = CollectedCard(card: sale.card, payload: payload)
        handle(.payloadRead(serial, .ready))
    }

    // MARK: - The gateway

    private func find(_ serial: Serial, _ base: String, _ from: Int64) {
        exchange(serial) { gateway throws(GatewayError) in
            try await Self.find(base, from, gateway)
        } ended: { terminal, result in
            switch result {
            case .success(let intent?):
                terminal.forwarding.intents[intent.id] = intent
                terminal.handle(.found(serial, .intent(IntentFacts(intent)), terminal.jitter()))
            case .success(nil): terminal.handle(.found(serial, .nothing, terminal.jitter()))
            case .failure(let error) where error.code == .notAvailable:
                // A till without a secret key cannot list: the same key under which it is made protects it.
                terminal.handle(.found(serial, .nothing, terminal.jitter()))
            case .failure(let error):
                terminal.handle(.found(serial, .failed(GatewayReply(error)), terminal.jitter()))
            }
        }
    }

    private static func find(
        _ base: String, _ from: Int64, _ gateway: any Gateway
    ) async throws(GatewayError) -> PaymentIntent? {
        var query = ListQuery(limit: 100, createdFrom: from)
        for _ in 0..<maximumPages {
            let page = try await gateway.listPaymentIntents(query)
            if let found = page.data.first(where: { $0.metadata[attemptMetadata] == base }) { return found }
            guard page.hasMore, let last = page.data.last else { return nil }
            query.startingAfter = last.id
        }
        throw GatewayError(
            .responseNotUnderstood, fate: .answered(status: 500), message: "there are too many payments to look through"
        )
    }

    private static let maximumPages = 200

    private func create(_ serial: Serial, _ parameters: PaymentIntentParameters, _ key: IdempotencyKey) {
        exchange(serial) { gateway throws(GatewayError) in
            try await gateway.createPaymentIntent(parameters, key: key)
        } ended: { terminal, result in
            switch result {
            case .success(let intent):
                terminal.forwarding.intents[intent.id] = intent
                terminal.handle(.created(serial, .intent(IntentFacts(intent)), terminal.jitter()))
            case .failure(let error): terminal.handle(.created(serial, GatewayReply(error), terminal.jitter()))
            }
        }
    }

    private func exchange<Value: Sendable>(
        _ serial: Serial, _ call: @escaping @Sendable (any Gateway) async throws(GatewayError) -> Value,
        ended: @escaping @Sendable (isolated Terminal, Result<Value, GatewayError>) -> Void
    ) {
        let configuration = configuration
        forwarding.tasks[serial] = Task { [weak self] in
            let result = await Self.race(configuration, configuration.forwarding.online, call)
            await self?.exchangeEnded(serial, result, ended)
        }
    }

    private func exchangeEnded<Value: Sendable>(
        _ serial: Serial, _ result: Result<Value, GatewayError>,
        _ ended: @Sendable (isolated Terminal, Result<Value, GatewayError>) -> Void
    ) {
        guard forwarding.tasks.removeValue(forKey: serial) != nil else { return }
        switch result {
        case .success: note(.online)
        case .failure(let error): note(network(GatewayReply(error)))
        }
        ended(self, result)
    }

    // MARK: - The payment machine

    private func confirm(_ serial: Serial, _ terms: PaymentTerms) {
        guard let card = forwarding.card else { return concluded(serial, .journalUnavailable) }
        forwarding.card = nil
        let id = terms.intentID
        let intent =
            forwarding.intents[id] ?? PaymentIntent(id: id, amount: terms.amount, status: .requiresPaymentMethod)
        Task {
            do throws(JournalError) {
                let history = try await self.configuration.journal.history(of: id)
                self.lanes[id] = PaymentLane(
                    forwarding: serial, intent: intent, terms: terms, card: card, history: history,
                    policy: self.forwardingPolicy)
                self.deliver(.confirmRequested, to: id)
            } catch {
                self.concluded(serial, .journalUnavailable)
            }
        }
    }

    /// Nobody waits at a till: there is no limit for the whole.
    private var forwardingPolicy: PaymentPolicy {
        var policy = configuration.policy
        policy.total = nil
        policy.claimsOnReturn = true
        return policy
    }

    private func follow(_ serial: Serial, _ id: String) {
        Task {
            let history = try? await self.configuration.journal.history(of: id)
            guard let history, var lane = PaymentLane(resuming: history, policy: self.forwardingPolicy) else {
                return self.hub.publish(.diagnostic("\(id): there is nothing to follow"))
            }
            lane.forwarding = serial
            self.lanes[id] = lane
            self.hub.publish(.recoveryStarted(intentID: id))
            self.deliver(.resumed, to: id)
        }
    }

    /// Tells the forwarder what a payment machine came to, when its actions are carried out.
    func concludeForwarding(_ id: String) {
        guard let lane = lanes[id], let serial = lane.forwarding, let conclusion = lane.conclusion else { return }
        lanes[id]?.conclusion = nil
        forwarding.intents[id] = lane.intent
        if case .unknown = conclusion {} else { lanes[id] = nil }
        concluded(serial, conclusion)
    }

    private func concluded(_ serial: Serial, _ conclusion: Conclusion) {
        handle(.concluded(serial, conclusion, jitter()))
    }

    // MARK: - What subscribers are told

    /// Notes what an exchange told of the way to the gateway; one that was answered ends the waiting for it.
    func noteNetwork(_ reply: GatewayReply?) {
        guard let reply else { return }
        note(network(reply))
        if forwarding.network == .online { handle(.becameReachable) }
    }

    private func network(_ reply: GatewayReply) -> OfflineStatus.Network? {
        switch reply {
        case .notSent: .offline
        case .noAnswer: nil
        case .intent, .refund, .noRefund, .declined, .declinedUnderKey, .refused, .serverError: .online
        }
    }

    private func note(_ network: OfflineStatus.Network?) {
        guard let network, network != forwarding.network else { return }
        forwarding.network = network
        publishOfflineStatus()
    }

    private func tell(_ notice: ForwarderNotice) {
        switch notice {
        case .forwarded(let id, let result): tellForwarded(id, result)
        case .quarantined(let id, let quarantine):
            hub.publish(.forwardingError(TenderError(quarantine), offlineID: id))
        case .outcomeUnknown(let id, let reason):
            hub.publish(.forwardingError(TenderError(reason, forwarding: id), offlineID: id))
        case .blocked(let obstacle): hub.publish(.forwardingError(TenderError(obstacle), offlineID: nil))
        }
        publishOfflineStatus()
    }

    private func tellForwarded(_ id: String, _ result: OfflineResult) {
        let seen = forwarding.intents.removeValue(forKey: result.intentID)
        let previous = forwarding.lastNews
        let journal = configuration.journal
        forwarding.lastNews = Task { [weak self] in
            await previous?.value
            let history = try? await journal.history(of: id)
            guard let payment = history.flatMap({ OfflinePayment($0) }) else { return }
            self?.hub.publish(.paymentForwarded(payment, Self.outcome(result, seen, payment.amount)))
        }
    }

    /// The outcome with the PaymentIntent as last seen, or as far as the records tell.
    private static func outcome(_ result: OfflineResult, _ seen: PaymentIntent?, _ amount: Amount) -> PaymentOutcome {
        switch result {
        case .approved(let facts):
            .approved(seen ?? PaymentIntent(id: facts.id, amount: facts.amount, status: facts.status))
        case .declined(let decline, let id):
            .declined(decline, seen ?? PaymentIntent(id: id, amount: amount, status: .requiresPaymentMethod))
        }
    }

    /// Tells the status when it changed, after everything that was told before.
    func publishOfflineStatus() {
        let previous = forwarding.lastNews
        forwarding.lastNews = Task { [weak self] in
            await previous?.value
            await self?.publishChangedStatus()
        }
    }

    private func publishChangedStatus() async {
        guard let stored = try? await configuration.journal.openPayments().compactMap(\.offline) else { return }
        var status = OfflineStatus(stored)
        status.network = forwarding.network
        status.isPaused = forwarder.isPaused
        guard status != forwarding.lastStatus else { return }
        forwarding.lastStatus = status
        hub.publish(.offlineStatus(status))
    }
}

extension TenderError {
    /// Why a command on a stored payment is refused.
    init(_ standing: ForwarderAnswer.Standing, _ id: String) {
        let (message, advice): (String, RetryAdvice) =
            switch standing {
            case .absent: ("\(id) is not stored offline, or not any more", .never)
            case .underWay: ("\(id) is being forwarded at this moment", .sameCall)
            case .outcomeUnknown:
                ("the issuer may have been asked about \(id), and the answer is not known", .verifyFirst)
            case .notQuarantined: ("\(id) is not set aside", .never)
            case .quarantined: ("\(id) is set aside already", .never)
            }
        self.init(
            standing == .outcomeUnknown ? .outcomeUnknown : .unexpectedState, phase: .forward, message: message,
            advice: advice)
    }

    /// What was stored has not been paid: nothing of it can be read, captured or given back.
    init(unpaid state: OfflinePayment.State, _ id: String, _ phase: Phase) {
        let (message, advice): (String, RetryAdvice) =
            switch state {
            case .stored, .forwarding: ("is stored offline, and not authorised yet: forward it first", .sameCall)
            case .quarantined: ("is stored offline and set aside, and not authorised yet", .verifyFirst)
            case .declined(let decline, _):
                ("was declined when it was forwarded (\(decline.reason)): nothing was paid", .never)
            case .deleted(let person): ("was deleted by \(person) before it was sent: nothing was paid", .never)
            case .approved(let intentID): ("was forwarded as \(intentID)", .sameCall)
            }
        self.init(.unexpectedState, phase: phase, message: "\(id) \(message)", advice: advice)
    }

    fileprivate init(_ quarantine: OfflinePayment.Quarantine) {
        self.init(
            .unexpectedState, phase: .forward, message: "set aside: \(quarantine.message)", advice: .verifyFirst)
    }

    fileprivate init(_ reason: UnknownOutcome.Reason, forwarding id: String) {
        self.init(
            .outcomeUnknown, phase: .forward, message: "what became of \(id) is not known: \(reason.sentence)",
            advice: .verifyFirst)
    }

    fileprivate init(_ obstacle: ForwarderNotice.Obstacle) {
        switch obstacle {
        case .unreachable:
            self.init(
                .notConnectedToGateway, phase: .forward, message: "the gateway cannot be reached", advice: .sameCall)
        case .gatewayBusy:
            self.init(
                .rateLimited, phase: .forward, message: "the gateway is busy or fails: forwarding waits",
                advice: .sameCall)
        case .unauthorized:
            self.init(
                .authenticationFailed, phase: .forward, message: "the gateway refuses the credential: forwarding waits",
                advice: .never)
        case .journal:
            self.init(
                .journalUnavailable, phase: .forward, message: "the journal takes no records: forwarding waits",
                advice: .sameCall)
        }
    }
}
