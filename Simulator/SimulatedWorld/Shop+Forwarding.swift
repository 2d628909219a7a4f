import SimulatedPayments
import TenderFlow
import TenderModel
import TenderRecords

/// Carrying out what the forwarders ask for: the rules of `Terminal+Forwarding`.
extension Shop {
    mutating func handle(_ event: ForwarderEvent, _ till: Int) {
        let actions = tills[till].desk.machine.handle(event)
        guard event != .becameReachable || !actions.isEmpty else { return }
        trace.note(
            13, Int64(till), Int64(actions.count), text: "\(now): forwarder \(till): \(Self.short(event))")
        let epoch = self.epoch
        for action in actions {
            perform(action, till)
            guard epoch == self.epoch else { return }
        }
    }

    private mutating func perform(_ action: ForwarderAction, _ till: Int) {
        switch action {
        case .record(let serial, let entry): record(entry, .forwarder(till: till, serial))
        case .note(let entry): record(entry, .forwarder(till: till, nil))
        case .readPayload(let serial, let id): begin(.read(serial, id), till)
        case .dropPayload: tills[till].desk.card = nil
        case .find(let serial, let base, let from):
            let request = PaymentsRequest(
                .list, parameters: [.init("limit", value: "100"), .init("created", "gte", value: String(from))])
            exchange(request, serial, .find(base: base), till, sale: nil)
        case .create(let serial, let parameters, let key):
            let isFlawed = plan.flaw == .makesNewKeys
            let request = PaymentsRequest(
                .create, parameters: Self.written(parameters),
                key: isFlawed ? "\(key.rawValue)-\(serial)" : key.rawValue)
            exchange(request, serial, .create, till, sale: sales.firstIndex { $0.name == parameters.order })
        case .confirm(let serial, let terms): beginConfirmation(serial, terms, till)
        case .follow(let serial, let id): begin(.follow(serial, id), till)
        case .startTimer(let serial, let duration):
            tills[till].desk.live.append(serial)
            plan(.forwarderTimer(till: till, serial), in: duration.milliseconds)
        case .stopTimer(let serial): tills[till].desk.live.removeAll { $0 == serial }
        case .finish(let id, let answer):
            tills[till].desk.waiting.remove(id)
            trace.note(14, Int64(till), text: "\(now): forwarder \(till): command on \(id): \(answer)")
        case .notify(let notice): tell(notice, till)
        case .reportUnexpected(let event): violate(.unexpected, nil, "unexpected \(event)")
        }
    }

    private mutating func begin(_ task: ForwarderTask, _ till: Int) {
        forwarderTasks.append(task)
        plan(.forwarderTask(till: till, forwarderTasks.count - 1), in: 1)
    }

    mutating func run(_ task: ForwarderTask, _ till: Int) {
        switch task {
        case .read(let serial, let id): readPayload(serial, id, till)
        case .confirm(let serial, let terms, let card): confirm(serial, terms, card, till)
        case .follow(let serial, let id): follow(serial, id, till)
        }
    }

    mutating func forwarderTimerFired(_ till: Int, _ serial: Serial) {
        guard tills[till].desk.live.contains(serial) else { return }
        tills[till].desk.live.removeAll { $0 == serial }
        handle(.timerFired(serial), till)
    }

    /// What the forwarder is told of a record that was not written.
    mutating func notRecorded(_ error: JournalError, _ serial: Serial, _ till: Int) {
        switch error.reason {
        case .keyTooOld: handle(.keyTooOld(serial), till)
        case .storedTooLongAgo: handle(.storedTooLongAgo(serial), till)
        default: handle(.recordFailed(serial), till)
        }
    }

    private mutating func readPayload(_ serial: Serial, _ id: String, _ till: Int) {
        guard let bytes = disk.payloads[id], let sale = journal.history(of: id)?.offline?.sale else {
            return handle(.payloadRead(serial, .missing), till)
        }
        guard EncryptedPayload.digest(ofStored: bytes) == sale.payloadDigest,
            let payload = try? EncryptedPayload(storedBytes: bytes)
        else { return handle(.payloadRead(serial, .damaged), till) }
        tills[till].desk.card = CollectedCard(card: sale.card, payload: payload)
        handle(.payloadRead(serial, .ready), till)
    }

    private mutating func tell(_ notice: ForwarderNotice, _ till: Int) {
        trace.note(15, Int64(till), text: "\(now): forwarder \(till) tells: \(Self.short(notice))")
        switch notice {
        case .forwarded(let id, let result):
            tills[till].desk.intents[result.intentID] = nil
            checkForwarded(id, result)
        case .quarantined(let id, let quarantine): checkQuarantined(id, quarantine)
        case .outcomeUnknown, .blocked: break
        }
    }

    // MARK: - The gateway

    private mutating func exchange(
        _ request: PaymentsRequest, _ serial: Serial, _ kind: ForwarderExchange, _ till: Int, sale: Int?
    ) {
        tills[till].desk.live.append(serial)
        plan(
            .forwarderTimedOut(till: till, serial, exchange: exchanges.count),
            in: ForwardingPolicy().online.milliseconds)
        send(request, .forwarder(till: till, serial, kind), till, sale: sale)
    }

    mutating func forwarderTimedOut(_ till: Int, _ serial: Serial, _ exchange: Int) {
        guard case .forwarder(_, _, let kind) = exchanges[exchange].asker else { return }
        let error = GatewayError(.requestTimedOut, fate: .unknown, message: "no answer in time")
        forwarderAnswered(till, serial, kind, .failure(error))
    }

    mutating func forwarderAnswered(
        _ till: Int, _ serial: Serial, _ kind: ForwarderExchange, _ result: Result<DirectAnswer.Content, GatewayError>
    ) {
        guard tills[till].desk.live.contains(serial) else { return }
        tills[till].desk.live.removeAll { $0 == serial }
        switch (kind, result) {
        case (.find(let base), .success(.intents(let intents))):
            let found = intents.first { $0.metadata[Self.attemptMetadata] == base }
            if let found { tills[till].desk.intents[found.id] = found }
            handle(.found(serial, found.map { .intent(IntentFacts($0)) } ?? .nothing, jitter()), till)
        case (.find, .failure(let error)): handle(.found(serial, .failed(GatewayReply(error)), jitter()), till)
        case (.find, .success): handle(.found(serial, .failed(.noAnswer), jitter()), till)
        case (.create, .success(.intent(let intent))):
            tills[till].desk.intents[intent.id] = intent
            handle(.created(serial, .intent(IntentFacts(intent)), jitter()), till)
        case (.create, .failure(let error)): handle(.created(serial, GatewayReply(error), jitter()), till)
        case (.create, .success): handle(.created(serial, .noAnswer, jitter()), till)
        }
    }

    // MARK: - The payment machine

    private var forwardingPolicy: PaymentPolicy {
        var policy = policy
        policy.total = nil
        policy.claimsOnReturn = true
        return policy
    }

    private mutating func beginConfirmation(_ serial: Serial, _ terms: PaymentTerms, _ till: Int) {
        guard let card = tills[till].desk.card else {
            return handle(.concluded(serial, .journalUnavailable, jitter()), till)
        }
        tills[till].desk.card = nil
        begin(.confirm(serial, terms, card), till)
    }

    private mutating func confirm(_ serial: Serial, _ terms: PaymentTerms, _ card: CollectedCard, _ till: Int) {
        let id = terms.intentID
        let machine = PaymentMachine(forwarding: terms, history: journal.history(of: id), policy: forwardingPolicy)
        let intent =
            tills[till].desk.intents[id]
            ?? PaymentIntent(id: id, amount: terms.amount, status: .requiresPaymentMethod)
        let lane = addForwardingLane(machine, intent, serial, till)
        if let index = tills[till].index(of: lane) { tills[till].lanes[index].card = card }
        deliver(.confirmRequested, till, lane)
    }

    private mutating func follow(_ serial: Serial, _ id: String, _ till: Int) {
        guard let history = journal.history(of: id),
            let machine = PaymentMachine(resuming: history, policy: forwardingPolicy)
        else { return violate(.unexpected, saleOfIntent[id], "\(id): there is nothing to follow") }
        let lane = addForwardingLane(machine, resumedIntent(history, machine), serial, till)
        deliver(.resumed, till, lane)
    }

    private mutating func addForwardingLane(
        _ machine: PaymentMachine, _ intent: PaymentIntent, _ serial: Serial, _ till: Int
    ) -> Int {
        tills[till].lanes.removeAll { $0.intent.id == intent.id }
        let lane = addLane(machine, intent, till)
        if let index = tills[till].index(of: lane) { tills[till].lanes[index].forwarding = serial }
        return lane
    }

    /// Tells the forwarder what a payment machine came to.
    mutating func concludeForwarding(_ till: Int, _ lane: Int) {
        guard let index = tills[till].index(of: lane), let serial = tills[till].lanes[index].forwarding,
            let conclusion = tills[till].lanes[index].conclusion
        else { return }
        let intent = tills[till].lanes[index].intent
        tills[till].lanes[index].conclusion = nil
        tills[till].desk.intents[intent.id] = intent
        if case .unknown = conclusion {} else { tills[till].lanes.remove(at: index) }
        handle(.concluded(serial, conclusion, jitter()), till)
    }
}
