import TenderFlow
import TenderModel

/// The steps.
extension TerminalWorld {
    /// Returns the world after the step.
    public func after(_ step: Step) -> TerminalWorld {
        var world = self
        world.take(step)
        world.forgetCounts()
        return world
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .ask(let index): ask(index)
        case .cancel(let index, let previous): cancel(index, previous: previous)
        case .cancelIntent(let index): cancelIntent(index)
        case .askForMoney:
            if let (id, command) = money?.ask() { handle(.command(id, command)) }
        case .cancelMoney: cancel(money?.current ?? 0)
        case .storeSetup:
            if let (id, command) = setupTill?.ask() { handle(.command(id, command)) }
        case .cancelSetup:
            budget.cancels -= 1
            if let (id, command) = setupTill?.cancel() { handle(.command(id, command)) }
        case .written(let errand): write(errand, isLost: false)
        case .notWritten(let errand):
            budget.lostRecords -= 1
            setups?.hasLostRecord = true
            write(errand, isLost: true)
        case .askReader:
            if let (id, command) = caller?.ask() { handle(.command(id, command)) }
        case .cancelReader: cancel(caller?.current ?? 0)
        case .worked(let errand): worked(errand)
        case .notWorked(let errand): notWorked(errand)
        case .consents(let errand, let agrees): consent(errand, agrees)
        case .notConsented(let errand):
            reader.questions.removeAll { $0.errand == errand }
            handle(.consentAnswered(errand, .failed("the reader is gone")))
        case .read(let errand):
            if let index = reads.firstIndex(where: { $0.errand == errand }) { answer(reads.remove(at: index)) }
        case .card(let errand, let tip): readCard(errand, tip)
        case .concludes(let errand, let word): cardConcludes(errand, word)
        case .noCard(let errand):
            guard let collection = takeCollection(errand) else { return }
            handle(.notCollected(errand, end(of: collection.opening)))
        case .readerLeaves:
            budget.disconnects -= 1
            reader.isGone = true
        case .readerTells: readerTells()
        case .opened(let serial):
            reader.isOpen = true
            handle(.opened(serial, device))
        case .closed(let serial):
            reader.closing.removeAll { $0 == serial }
            handle(.closed(serial))
        case .arrives, .arrivesForPart, .arrivesWithoutOffer, .lost, .arrivesLate, .refused, .relayFails: travel(step)
        case .timer(let errand): fire(errand)
        case .captureElsewhere(let index):
            budget.captures -= 1
            gateways[index].captureElsewhere(Self.part)
        case .refundElsewhere(let index, let amount):
            budget.refunds -= 1
            gateways[index].refundElsewhere(amount)
        case .crash(let kept): crash(kept)
        }
    }

    /// Feeds the machine an event, and carries out its actions.
    mutating func handle(_ event: TerminalMachine.Event) {
        limited = nil
        let asked = tills.reduce(0) { $0 + $1.count } + (money?.count ?? 0)
        // The person's commands are counted to two; whoever sends another card draws another number.
        let cards = bodies.count { $0.intentID == TerminalMoney.card }
        let number = UInt64(asked + cancelCount + process * 100 + cards * 1000)
        for action in machine.handle(event, Chance(500, number)) { perform(action) }
        guard !plan.readsLate else { return }
        while let read = reads.first {
            reads.removeFirst()
            answer(read)
        }
    }

    /// Resets the counts, so that equal states have equal counts; the machine has published what it has counted.
    mutating func forgetCounts() {
        let known =
            cards.map(\.errand) + writes.map(\.errand) + reads.map(\.errand) + exchanges.map(\.errand)
            + timers.map(\.errand) + timers.compactMap(\.exchange) + reader.collections.map(\.errand)
            + reader.works.map(\.errand) + reader.questions.map(\.errand) + reader.waiting.map(\.errand)
        let counted = machine.forgetCounts(beside: known)
        if counted != published { fault = fault ?? "\(published) were published, and \(counted) counted" }
        published = 0
    }

    // MARK: - The application

    /// Returns the intent as the application has it.
    private func intent(_ index: Int) -> KnownIntent {
        let order = plan.isOneOrder ? [PaymentIntent.orderMetadata: "order"] : [:]
        var known = KnownIntent(
            PaymentIntent(
                id: tills[index].intentID, amount: Self.amount, status: .requiresPaymentMethod,
                captureMethod: plan.isManual ? .manual : .automatic, metadata: order))
        if !plan.hasStaleIntents, let gateway = gateways.first(where: { $0.intentID == known.id }) {
            known.facts = gateway.facts
        }
        known.acceptsPartial = plan.acceptsPartial
        return known
    }

    private mutating func ask(_ index: Int) {
        let (id, command) = tills[index].ask(intent(index))
        handle(.command(id, command))
    }

    private mutating func cancel(_ index: Int, previous: Bool) {
        if previous { budget.lateCancels -= 1 } else { budget.cancels -= 1 }
        if plan.cancelMode == .reverseIfApproved { tills[index].wasReversalAsked = true }
        cancelCount += 1
        let isTooLate = previous && !tills[index].wasToldUnknown
        let asker = plan.isCancelAwaited ? (isTooLate ? Self.tooLate : 1000) + cancelCount : nil
        if let asker { owedCancels.append(asker) }
        handle(.cancel(tills[index].current - (previous ? 1 : 0), plan.cancelMode, by: asker))
    }

    /// The number from which cancels are of commands that have ended: they stop nothing.
    static let tooLate = 2000

    private mutating func cancel(_ command: CommandID) {
        budget.cancels -= 1
        cancelCount += 1
        owedCancels.append(1000 + cancelCount)
        handle(.cancel(command, .stop, by: 1000 + cancelCount))
    }

    private mutating func cancelIntent(_ index: Int) {
        budget.intentCancels -= 1
        tills[index].isIntentCancelOwed = true
        tills[index].wasReversalAsked = true
        handle(.command(tills[index].intentCancel, .cancelIntent(intent(index))))
    }

    // MARK: - The reader

    func index(ofCollection errand: Errand) -> Int? { reader.collections.firstIndex { $0.errand == errand } }

    private mutating func takeCollection(_ errand: Errand) -> Collection? {
        index(ofCollection: errand).map { reader.collections.remove(at: $0) }
    }

    /// What a customer adds: nothing, what the sale allows, or more than that.
    static let tips: [Int64?] = [0, 7, 11]
    /// The surcharge for an inspected card.
    static let surcharge: Int64 = 3
    /// The largest tip that is allowed.
    static let maximumTip: Int64 = 10

    private mutating func readCard(_ errand: Errand, _ tip: Int64?) {
        guard let collection = takeCollection(errand) else { return }
        cardCount += 1
        cards.append(
            Card(
                errand: errand, intentID: collection.intentID, number: cardCount, tip: tip, amount: collection.amount))
        let awaitsIssuer = waits(collection)
        handle(
            .collected(
                errand, CardDetails(), tip: tip.map { Amount(minorUnits: $0, currency: Self.amount.currency) },
                awaitsIssuer: awaitsIssuer))
    }

    private mutating func takeWork(_ errand: Errand) -> Work? {
        reader.works.firstIndex { $0.errand == errand }.map { reader.works.remove(at: $0) }
    }

    private mutating func worked(_ errand: Errand) {
        guard let work = takeWork(errand) else { return }
        if work.command == caller?.current { caller?.happened() }
        switch work.wish {
        case .data:
            if case .request(let number) = errand.owner { objects.append(number) }
            handle(.dataCollected(errand))
        case .restart: handle(.rebooted(errand, nil))
        case .update: handle(.updateInstalled(errand))
        }
    }

    private mutating func notWorked(_ errand: Errand) {
        guard let work = takeWork(errand) else { return }
        let error = end(of: work.opening)
        handle(work.wish == .restart ? .rebooted(errand, error) : .notCollected(errand, error))
    }

    private mutating func consent(_ errand: Errand, _ agrees: Bool) {
        guard let index = reader.questions.firstIndex(where: { $0.errand == errand }) else { return }
        let question = reader.questions.remove(at: index)
        if !question.isStopped {
            for index in tills.indices { tills[index].customerAnswered(agrees, about: question.converted) }
        }
        handle(.consentAnswered(errand, agrees ? .accepted : .declined))
    }

    private mutating func readerTells() {
        guard let opening = reader.opening else { return }
        handle(.readerTold(opening, .disconnected(.usbDisconnected)))
    }

    // MARK: - The clock

    private mutating func fire(_ errand: Errand) {
        guard let index = timers.firstIndex(where: { $0.errand == errand }) else { return }
        if let price = price(timers[index]) { budget[keyPath: price] -= 1 }
        timers.remove(at: index)
        handle(.timerFired(errand))
    }

    // MARK: - The journal

    private mutating func write(_ errand: Errand, isLost: Bool) {
        guard let index = writes.firstIndex(where: { $0.errand == errand }) else { return }
        let entry = writes.remove(at: index).entry
        let error = isLost ? JournalError(message: "lost") : keep(entry)
        handle(.appended(errand, error))
    }

    private mutating func keep(_ entry: JournalEntry) -> JournalError? {
        if entry.event == .claimed,
            disk.history(of: entry.intentID).map({ $0.approval == nil && $0.offline == nil }) ?? true
        {
            fault = fault ?? "\(entry.intentID) is claimed, and no approval of it is recorded"
        }
        let isStored = if case .offline(.stored) = entry.event { true } else { false }
        noteAgreement(entry)
        return disk.write(entry, payload: isStored ? entry.intentID : nil)
    }

    private mutating func answer(_ read: Read) {
        switch read.what {
        case .unresolved: handle(.histories(read.errand, disk.unresolved))
        case .open: handle(.histories(read.errand, disk.open))
        case .holds: handle(.holds(read.errand, disk.open.compactMap { Hold($0) }, disk.later))
        case .history(let id): handle(.history(read.errand, disk.history(of: id)))
        case .check(let entry): handle(.appended(read.errand, disk.refusal(of: entry)))
        case .payload(let id):
            let isThere = disk.payloads.contains(id)
            if isThere { cards.append(Card(errand: read.errand, intentID: id, number: 0)) }
            handle(.payloadRead(read.errand, isThere ? .ready : .missing))
        }
    }

    // MARK: - Crashes

    /// Crashes the process: everything in memory is gone; requests that left may still arrive, and nobody hears the
    /// answer.
    private mutating func crash(_ kept: [Errand]) {
        budget.crashes -= 1
        for write in writes where kept.contains(write.errand) { _ = keep(write.entry) }
        late += exchanges.filter(\.mayTakeEffect).map(\.load).filter(\.arrivesLate)
        if plan.isNewBoot { disk.boot += 1 }
        (writes, reads, exchanges, timers, cards, owedCancels) = ([], [], [], [], [], [])
        for index in tills.indices { tills[index].restart() }
        money?.restart()
        setupTill?.restart()
        caller?.restart()
        process += 1
        begin()
    }

    /// Starts a process: it takes over what was left, and opens the reader.
    mutating func begin() {
        machine = TerminalMachine(plan.configuration)
        (published, files, objects) = (0, [], [])
        reader = Reader()
        handle(.started)
        handle(.command(1, .connect(device)))
        guard let opening = reader.opening else { return }
        reader.isOpen = true
        handle(.opened(opening, device))
        forgetCounts()
    }

    /// The reader; it can do more only where somebody asks for it.
    private var device: TenderModel.Reader {
        var device = TenderModel.Reader(
            id: "reader", model: "reader", serialNumber: "1", discoveryMethod: .usb, simulated: true)
        guard let caller else { return device }
        switch caller.wish {
        case .data: device.dataTypes = [.nfcUid]
        case .restart: device.canReboot = true
        case .update: device.availableUpdate = ReaderSoftwareUpdate(softwareVersion: "2.0")
        }
        return device
    }
}
