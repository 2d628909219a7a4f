import SimulatedPayments
import SimulatedReader
import TenderFlow
import TenderModel

/// Carrying out what the payment machines ask for: the rules of `Terminal+Lanes` and `Terminal+Recovery`, without waiting.
extension Shop {
    static let readerStopLimit: Int64 = 10_000
    static let attemptMetadata = "tender_attempt"

    /// Hands one event to a payment's machine and carries out its actions.
    mutating func deliver(_ event: PaymentEvent, _ till: Int, _ lane: Int) {
        guard let index = tills[till].index(of: lane) else { return }
        let actions = tills[till].lanes[index].machine.handle(event)
        let phase = tills[till].lanes[index].machine.phase.name
        trace.note(
            10, Int64(till), Int64(lane), Int64(actions.count),
            text:
                "\(now): till \(till) \(tills[till].lanes[index].intent.id.suffix(5)): \(Self.short(event)) -> \(phase)"
        )
        let epoch = self.epoch
        for action in actions {
            perform(action, till, lane)
            guard epoch == self.epoch else { return }
        }
        concludeForwarding(till, lane)
        guard epoch == self.epoch else { return }
        forgetIfOver(till, lane)
    }

    private mutating func perform(_ action: PaymentAction, _ till: Int, _ lane: Int) {
        guard let index = tills[till].index(of: lane) else { return }
        switch action {
        case .record(let serial, let entry):
            record(entry.withReceipt(tills[till].lanes[index].intent.card), .lane(till: till, lane: lane, serial))
        case .note(let entry): record(entry, .lane(till: till, lane: lane, nil))
        case .store(let serial): store(serial, till, tills[till].lanes[index])
        case .startCollection: startCollection(till, lane)
        case .stopCollection: stopCollection(till, lane)
        case .dropCard: tills[till].lanes[index].card = nil
        case .send(let serial, let request):
            tills[till].lanes[index].live.append(serial)
            send(request, serial, till, tills[till].lanes[index])
        case .abandon(let serial), .stopTimer(let serial): tills[till].lanes[index].live.removeAll { $0 == serial }
        case .startTimer(let serial, let duration):
            tills[till].lanes[index].live.append(serial)
            plan(.laneTimer(till: till, lane: lane, serial), in: duration.milliseconds)
        case .finish(let completion): finish(completion, till, lane)
        case .notify(let notice): tell(notice, till, lane)
        case .reportUnexpected(let event): violate(.unexpected, nil, "unexpected \(event)")
        }
    }

    mutating func laneTimerFired(_ till: Int, _ lane: Int, _ serial: Serial) {
        guard let index = tills[till].index(of: lane), tills[till].lanes[index].live.contains(serial) else { return }
        tills[till].lanes[index].live.removeAll { $0 == serial }
        deliver(.timerFired(serial, jitter()), till, lane)
    }

    // MARK: - Lanes

    /// Finds or makes the lane of a payment on which an earlier process may have worked.
    mutating func prepareLane(_ intent: PaymentIntent, _ till: Int) -> Int {
        if let index = tills[till].lane(for: intent.id) { return tills[till].lanes[index].number }
        let base = baseKey(of: intent)
        let machine: PaymentMachine
        if let history = journal.history(of: intent.id) {
            machine =
                PaymentMachine(resuming: history, policy: policy)
                ?? PaymentMachine(
                    terms: terms(intent, base), facts: IntentFacts(intent), history: history, policy: policy)
        } else {
            machine = PaymentMachine(terms: terms(intent, base), facts: IntentFacts(intent), policy: policy)
        }
        return addLane(machine, intent, till)
    }

    mutating func addLane(_ machine: PaymentMachine, _ intent: PaymentIntent, _ till: Int) -> Int {
        lastNumber += 1
        tills[till].lanes.append(PaymentLane(number: lastNumber, machine: machine, intent: intent))
        return lastNumber
    }

    func terms(_ intent: PaymentIntent, _ base: String) -> PaymentTerms {
        PaymentTerms(
            intentID: intent.id, amount: intent.amount, captureMethod: intent.captureMethod, baseKey: base,
            order: intent.order)
    }

    mutating func baseKey(of intent: PaymentIntent) -> String {
        let base = intent.metadata[Self.attemptMetadata] ?? intent.id
        let isFresh = intent.latestCharge == nil || intent.status != .requiresPaymentMethod
        return isFresh ? base : "\(base).\(String(random(), radix: 36))"
    }

    /// Goes on with what an earlier process left; the first till takes it over.
    mutating func resume(_ history: PaymentHistory) {
        let till = 0
        if tills[till].lane(for: history.intentID) == nil,
            let machine = PaymentMachine(resuming: history, policy: policy)
        {
            let lane = addLane(machine, resumedIntent(history, machine), till)
            deliver(.resumed, till, lane)
        }
        for refund in history.refunds where refund.isUnresolved && isUp {
            followRefund(refund.parameters, refund.key, till: nil, sale: nil, mayLeave: false)
        }
        if let call = history.call, call.isUnresolved, isUp {
            followCall(call, till: nil, mayLeave: false)
        }
    }

    /// An intent of which only the records tell.
    func resumedIntent(_ history: PaymentHistory, _ machine: PaymentMachine) -> PaymentIntent {
        var intent = PaymentIntent(id: history.intentID, amount: machine.terms.amount, status: .processing)
        intent.captureMethod = machine.terms.captureMethod
        intent.metadata[Self.attemptMetadata] = machine.terms.baseKey
        intent.metadata[PaymentIntent.orderMetadata] = machine.terms.order
        return intent
    }

    private mutating func forgetIfOver(_ till: Int, _ lane: Int) {
        guard let index = tills[till].index(of: lane) else { return }
        let found = tills[till].lanes[index]
        guard !found.hasWaiter, !found.hasCancelWaiter, found.forwarding == nil, found.machine.isIdle else { return }
        switch found.machine.phase {
        case .stored, .approved, .canceled, .reversed: tills[till].lanes.remove(at: index)
        case .ready, .opening, .collecting, .stopping, .collected, .pursuing, .settling, .storing: break
        }
    }

    /// Gives a machine a command, unless another one waits; as `Terminal.run`.
    ///
    /// - Returns: whether it was taken.
    mutating func command(_ event: PaymentEvent, _ till: Int, _ lane: Int, after first: PaymentEvent? = nil) -> Bool {
        guard let index = tills[till].index(of: lane), !tills[till].lanes[index].hasWaiter,
            tills[till].lanes[index].forwarding == nil
        else { return false }
        tills[till].lanes[index].hasWaiter = true
        if let first { deliver(first, till, lane) }
        deliver(event, till, lane)
        return true
    }

    mutating func pressStop(_ till: Int, _ lane: Int, _ mode: CancelMode) {
        guard let index = tills[till].index(of: lane) else { return }
        let found = tills[till].lanes[index]
        guard found.hasWaiter || found.machine.isOutcomeUnknown, found.forwarding == nil else { return }
        tills[till].lanes[index].hasCancelWaiter = true
        deliver(.cancelRequested(mode, by: .application), till, lane)
    }

    // MARK: - Answers

    private mutating func finish(_ completion: PaymentCompletion, _ till: Int, _ lane: Int) {
        guard let index = tills[till].index(of: lane) else { return }
        let intent = tills[till].lanes[index].intent
        if tills[till].lanes[index].forwarding != nil {
            if case .confirmed(let conclusion) = completion { tills[till].lanes[index].conclusion = conclusion }
            return
        }
        if case .storedOffline = completion { beginForwarding(tills[till].lanes[index].stored, till) }
        if case .cancelAnswered(let answer) = completion {
            tills[till].lanes[index].hasCancelWaiter = false
            checkShown(answer, intent)
            return
        }
        if case .collected = completion, tills[till].lanes[index].confirmsAtOnce {
            tills[till].lanes[index].confirmsAtOnce = false
            return deliver(.confirmRequested, till, lane)
        }
        tills[till].lanes[index].hasWaiter = false
        checkShown(completion, intent)
        tellCashier(.completed(intent, completion), of: intent.id, till)
    }

    private mutating func tell(_ notice: PaymentNotice, _ till: Int, _ lane: Int) {
        guard let index = tills[till].index(of: lane) else { return }
        let intent = tills[till].lanes[index].intent
        switch notice {
        case .sendingAgain, .asking, .collectionExpired: break
        case .reversed:
            unknownsResolved += 1
            tellCashier(.resolved(intent, .canceled(by: .application)), of: intent.id, till)
        case .resolved(let conclusion) where tills[till].lanes[index].forwarding != nil:
            unknownsResolved += 1
            tills[till].lanes[index].conclusion = conclusion
        case .resolved(let conclusion):
            unknownsResolved += 1
            checkShown(.confirmed(conclusion), intent)
            tellCashier(.resolved(intent, conclusion), of: intent.id, till)
        }
    }

    // MARK: - The journal

    mutating func record(_ entry: JournalEntry, _ writer: ShopJournal.Writer, storing payload: [UInt8]? = nil) {
        let wasWaiting = !journal.queue.isEmpty || journal.isWriting
        var write = ShopJournal.Write(writer: writer, entry: entry, stored: payload)
        if case .offline(.forwarding) = entry.event { write.isFlawed = plan.flaw == .dropsCardDataEarly }
        journal.enqueue(write)
        if plan.flaw == .sendsBeforeRecorded, case .lane(let till, let lane, let serial?) = writer {
            deliver(.recorded(serial), till, lane)
        }
        if !wasWaiting { plan(.commitBegins, in: 1) }
    }

    /// Writes what waits, as far as it may be written.
    mutating func beginCommit() {
        guard !journal.isWriting else { return }
        let refused = journal.begin(at: stamp, on: &disk, checksOrders: plan.flaw != .ignoresOrders)
        let epoch = self.epoch
        for (write, error) in refused {
            notRecorded(write, error)
            guard epoch == self.epoch else { return }
        }
        guard journal.isWriting else {
            if !journal.queue.isEmpty { plan(.commitBegins, in: 1) }
            return
        }
        checkRecords(journal.group)
        if point(.lost) { return }
        commits += 1
        let isFull = now < diskIsFullUntil
        if !isFull, faults.strike(.diskFull, 0) { diskIsFullUntil = now + faults.number(in: 100...120_000) }
        let fails = now < diskIsFullUntil || faults.strike(.commitFailed, 0)
        let misreports = !fails && faults.strike(.commitReportedFailed, 0)
        plan(.commitEnds(fails: fails || misreports, isDurable: !fails), in: 2 + Int64(commits % 5))
    }

    mutating func endCommit(fails: Bool, isDurable: Bool) {
        if !isDurable { disk.rollBack() }
        trace.note(
            4, Int64(journal.group.count), fails ? 1 : 0,
            text:
                "\(now): \(journal.group.map { Self.short($0.entry) }.joined(separator: ", "))\(fails ? ": commit failed" : "")"
        )
        let writes = fails ? journal.fail() : journal.commit(on: &disk)
        if !fails { checkStored(writes) }
        if !fails, point(.kept) { return }
        let epoch = self.epoch
        if !journal.queue.isEmpty { plan(.commitBegins, in: 1) }
        for write in writes {
            if fails { notRecorded(write, JournalError(.full, message: "the disk is full")) } else { recorded(write) }
            guard epoch == self.epoch else { return }
        }
    }

    private mutating func recorded(_ write: ShopJournal.Write) {
        switch write.writer {
        case .lane(let till, let lane, let serial?):
            if write.stored != nil, let index = tills[till].index(of: lane) {
                tills[till].lanes[index].stored = journal.history(of: write.entry.intentID)
            }
            deliver(.recorded(serial), till, lane)
        case .forwarder(let till, let serial?): handle(.recorded(serial), till)
        case .request(let number): deliver(.recorded, toRequest: number)
        case .lane(_, _, nil), .forwarder(_, nil), .person: break
        }
    }

    private mutating func notRecorded(_ write: ShopJournal.Write, _ error: JournalError) {
        trace.note(5, text: "\(now): not recorded: \(error.message)")
        switch write.writer {
        case .lane(let till, let lane, let serial?):
            deliver(error.reason == .keyTooOld ? .keyTooOld(serial) : .recordFailed(serial), till, lane)
        case .forwarder(let till, let serial?): notRecorded(error, serial, till)
        case .request(let number): deliver(.recordFailed, toRequest: number)
        case .lane(_, _, nil), .forwarder(_, nil), .person: break
        }
    }

    /// A line for people: no module names, no empty fields.
    static func short(_ value: Any) -> String {
        var text = "\(value)"
        for noise in ["TenderFlow.", "TenderModel.", "Optional", "JournalEntry.", "SimulatedWorld."] {
            text = text.split(separator: noise, omittingEmptySubsequences: false).joined()
        }
        return String(text.prefix(260))
    }

    static func short(_ entry: JournalEntry) -> String { "\(entry.intentID.suffix(5)) \(short(entry.event))" }

    static func short(_ note: Note) -> String {
        switch note {
        case .offlineRefused: "refused offline"
        case .created(let intent): "created \(intent?.id.suffix(5) ?? "nothing")"
        case .read(let intent): "read \(intent?.id.suffix(5) ?? "nothing") \(intent?.status.rawValue ?? "")"
        case .refunded(let result): "refunded \(result.rawValue)"
        case .shared(let result, _): "shared \(result.rawValue)"
        case .completed(let intent, let completion): "completed \(intent.id.suffix(5)) \(short(completion))"
        case .resolved(let intent, let conclusion): "resolved \(intent.id.suffix(5)) \(short(conclusion))"
        }
    }
}

extension Duration {
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
