import TenderModel

/// Performs the forwarder's actions, and reports what is stored.
extension TerminalMachine {
    /// What the forwarder must not hold, and who waits for it.
    struct ForwardingDesk: Hashable, Sendable, Codable {
        /// The errand under which the card data of the payment being forwarded was read.
        var card: Errand?
        /// The base keys of local intents for which a request may have been sent to the gateway.
        var mayBeCreated: [String] = []
        /// The exchanges in progress.
        var exchanges: [Exchange] = []
        /// The forwarder's records on their way to the journal.
        var records = RecordQueue()
        /// The notices for subscribers, in order.
        var news: [News] = []
        /// The commands on stored payments.
        var orders: [Order] = []
        /// Whether the gateway can be reached.
        var network = OfflineStatus.Network.unknown
        /// The status that subscribers were last told.
        var lastStatus = OfflineStatus()
    }

    struct Exchange: Hashable, Sendable, Codable {
        var serial: Serial
        var isSearch: Bool
        var limit: Errand
    }

    enum News: Hashable, Sendable, Codable {
        case forwarded(String, OfflineResult)
        case status
    }

    struct Order: Hashable, Sendable, Codable {
        var payment: String
        var command: CommandID
    }

    /// Passes one event to the forwarder.
    mutating func handle(_ event: ForwarderEvent) {
        for action in forwarder.handle(event) { perform(action) }
    }

    private mutating func perform(_ action: ForwarderAction) {
        switch action {
        case .record(let serial, let entry): record(entry, serial)
        case .note(let entry): record(entry, nil)
        case .readPayload(let serial, let id): emit(.readPayload(Errand(.forwarder, serial), id))
        case .dropPayload: dropPayload()
        case .find(let serial, let base, let from):
            emit(.search(Errand(.forwarder, serial), base: base, from: from))
            limit(serial, isSearch: true)
        case .create(let serial, let parameters, let key):
            emit(.create(Errand(.forwarder, serial), parameters, key))
            limit(serial, isSearch: false)
        case .createSetup(let serial, let parameters, let key):
            emit(.request(Errand(.forwarder, serial), .createSetup(parameters, key), card: nil))
            limit(serial, isSearch: false)
        case .confirm(let serial, let terms): confirm(serial, terms)
        case .save(let serial, let setup, let key): save(serial, setup, key)
        case .follow(let serial, let id): readHistory(id, for: .followed(serial, id))
        case .startTimer(let serial, let duration): emit(.startTimer(Errand(.forwarder, serial), duration))
        case .stopTimer(let serial): emit(.stopTimer(Errand(.forwarder, serial)))
        case .finish(let id, let answer): finish(id, answer)
        case .notify(let notice): tell(notice)
        case .reportUnexpected(let event): publish(.unexpected("forwarder: \(event)"))
        }
    }

    // MARK: - Commands

    /// Passes the forwarder a command on a stored payment, unless another one waits.
    mutating func order(_ id: CommandID, _ event: ForwarderEvent, on payment: String) {
        guard !desk.orders.contains(where: { $0.payment == payment }) else {
            return end(id, .refused(.busy(with: "another command on \(payment)")))
        }
        set(id, .forwarder)
        desk.orders.append(Order(payment: payment, command: id))
        handle(event)
    }

    private mutating func finish(_ payment: String, _ answer: ForwarderAnswer) {
        guard let index = desk.orders.firstIndex(where: { $0.payment == payment }) else { return }
        let id = desk.orders.remove(at: index).command
        tellStatus()
        switch answer {
        case .done: done(id)
        case .notRecorded: end(id, .refused(.notRecorded))
        case .refused(let standing): end(id, .refused(.stored(standing, payment)))
        }
    }

    /// Ends a command on a stored payment; one that wants a card to be saved goes on, now that its card is released.
    private mutating func done(_ id: CommandID) {
        guard let wish = running(id)?.command.offlineSetup else { return end(id, .done) }
        set(id, .preparing)
        look(for: .offlineSetup(wish), id)
    }

    mutating func steer(_ id: CommandID, _ event: ForwarderEvent) {
        handle(event)
        tellStatus()
        end(id, .done)
    }

    // MARK: - Storing

    /// Records that a stored card was shown, so that after a restart it is known that it counts.
    mutating func noteShown(_ intentID: String) {
        record(JournalEntry(intentID: intentID, attempt: 1, event: .claimed), nil)
    }

    /// Starts forwarding what was stored and shown.
    mutating func beginForwarding(_ history: PaymentHistory?) {
        tellStatus()
        guard let history, let work = OfflineWork(history) else { return }
        desk.mayBeCreated.removeAll { $0 == work.baseKey }
        handle(.stored(work))
    }

    // MARK: - The journal

    private mutating func record(_ entry: JournalEntry, _ serial: Serial?) {
        if let first = desk.records.add(serial, .entry(entry)) { write(first, .forwarder) }
    }

    mutating func forwarderAppended(_ error: JournalError?) {
        guard let record = desk.records.finish() else { return }
        if let next = desk.records.next { write(next, .forwarder) }
        if let error, case .entry(let entry) = record.content {
            publish(.diagnostic("\(entry.intentID): not recorded: \(error.message)"))
        }
        guard let serial = record.serial else { return }
        switch error?.reason {
        case nil: handle(.recorded(serial))
        case .keyTooOld?: handle(.keyTooOld(serial))
        case .storedTooLongAgo?: handle(.storedTooLongAgo(serial))
        case .some: handle(.recordFailed(serial))
        }
    }

    mutating func payloadRead(_ errand: Errand, _ reading: PayloadReading) {
        if reading == .ready {
            dropPayload()
            desk.card = errand
        }
        handle(.payloadRead(errand.serial, reading))
    }

    private mutating func dropPayload() {
        guard let card = desk.card else { return }
        desk.card = nil
        emit(.dropCard(card))
    }

    // MARK: - The gateway

    private mutating func limit(_ serial: Serial, isSearch: Bool) {
        let timer = startTimer(configuration.forwarding.online, for: .forwarderLimit(serial))
        desk.exchanges.append(Exchange(serial: serial, isSearch: isSearch, limit: timer))
    }

    mutating func forwarderTimedOut(_ serial: Serial) {
        guard let exchange = takeExchange(serial) else { return }
        emit(.abandon(Errand(.forwarder, serial)))
        exchange.isSearch
            ? handle(.found(serial, .failed(.noAnswer), chance.jitter))
            : handle(.created(serial, .noAnswer, chance.jitter))
    }

    private mutating func takeExchange(_ serial: Serial) -> Exchange? {
        guard let index = desk.exchanges.firstIndex(where: { $0.serial == serial }) else { return nil }
        return desk.exchanges.remove(at: index)
    }

    mutating func searched(_ errand: Errand, _ search: IntentSearch) {
        guard let exchange = takeExchange(errand.serial) else { return }
        stopTimer(exchange.limit)
        note(search.network)
        if case .intent(let facts) = search { emit(.keepIntent(facts.id, .exchange)) }
        handle(.found(errand.serial, search, chance.jitter))
    }

    mutating func created(_ errand: Errand, _ reply: GatewayReply) {
        guard errand.owner == .forwarder, let exchange = takeExchange(errand.serial) else { return }
        stopTimer(exchange.limit)
        note(reply.network)
        if case .intent(let facts) = reply { emit(.keepIntent(facts.id, .exchange)) }
        handle(.created(errand.serial, reply, chance.jitter))
    }

    /// Handles the answer to the request that creates a SetupIntent.
    mutating func setupCreated(_ errand: Errand, _ reply: RequestReply) {
        guard let exchange = takeExchange(errand.serial) else { return }
        stopTimer(exchange.limit)
        note(reply.network)
        handle(.setupCreated(errand.serial, SetupCreation(reply), chance.jitter))
    }

    // MARK: - The saving of a card

    private mutating func save(_ serial: Serial, _ setup: CardSetup, _ key: IdempotencyKey) {
        guard let card = desk.card else { return concluded(serial, .journalUnavailable) }
        desk.card = nil
        readHistory(setup.setupIntent, for: .saving(serial, setup, key, card))
    }

    /// Saves the card, unless one was sent with the SetupIntent before: the application may have made it under the same
    /// key, and have sent another card.
    mutating func beginSaving(
        _ serial: Serial, _ setup: CardSetup, _ key: IdempotencyKey, _ card: Errand, _ reading: Reading
    ) {
        guard reading.error == nil else {
            emit(.dropCard(card))
            return concluded(serial, .journalUnavailable)
        }
        if let known = reading.history?.setup, known.key != key || known.result != .notExecuted {
            emit(.dropCard(card))
            return handle(.sentBefore(serial, known))
        }
        begin(.move(Moving(setup, key, forwarding: serial)), with: card)
    }

    /// Pursues the saving of a card that somebody else began.
    private mutating func follow(_ serial: Serial, _ setup: PaymentHistory.Setup) {
        var moving = Moving(setup)
        moving.forwarding = serial
        dropFollowers(of: moving)
        endRecovery(moving.key.rawValue, of: moving.id)
        begin(.move(moving))
    }

    // MARK: - The payment machine

    private mutating func confirm(_ serial: Serial, _ terms: PaymentTerms) {
        guard let card = desk.card else { return concluded(serial, .journalUnavailable) }
        desk.card = nil
        readHistory(terms.intentID, for: .forwarded(serial, terms, card))
    }

    mutating func beginForwarded(_ serial: Serial, _ terms: PaymentTerms, _ card: Errand, _ reading: Reading) {
        guard reading.error == nil else {
            emit(.dropCard(card))
            return concluded(serial, .journalUnavailable)
        }
        let machine = PaymentMachine(forwarding: terms, history: reading.history, policy: forwardingPolicy)
        let number = addForwarded(machine, serial, .terms(terms))
        change(number) { $0.card = card }
        deliver(.confirmRequested, to: number)
    }

    mutating func beginFollowed(_ serial: Serial, _ id: String, _ reading: Reading) {
        if let setup = reading.history?.setup { return follow(serial, setup) }
        guard let history = reading.history,
            let machine = PaymentMachine(resuming: history, policy: forwardingPolicy)
        else { return publish(.diagnostic("\(id): there is nothing to follow")) }
        let number = addForwarded(machine, serial, .records(machine.terms))
        publish(.recoveryStarted(intentID: id))
        deliver(.resumed, to: number)
    }

    private mutating func addForwarded(_ machine: PaymentMachine, _ serial: Serial, _ source: IntentSource) -> Int {
        if let old = payments.first(where: { $0.intentID == machine.terms.intentID }) { takeAway(old) }
        var payment = TerminalPayment(nextNumber(), machine)
        payment.forwarding = serial
        payments.append(payment)
        emit(.keepIntent(payment.intentID, source))
        return payment.number
    }

    /// Takes a payment over for the forwarder from whoever else was working on it.
    private mutating func takeAway(_ payment: TerminalPayment) {
        payments.removeAll { $0.number == payment.number }
        if let card = payment.card { drop(card) }
        keepWriting(payment)
        let waiting = payment.cancelers.filter { running($0)?.stage == .stoppingOther }
        tell(payment.cancelers.filter { !waiting.contains($0) }, .nothingToStop)
        for id in waiting + [payment.waiter].compactMap({ $0 }) { end(id, .refused(.busy(with: "forwarding"))) }
    }

    /// The policy without a total time limit, because nobody waits at a till.
    private var forwardingPolicy: PaymentPolicy {
        var policy = configuration.policy
        policy.total = nil
        policy.claimsOnReturn = true
        return policy
    }

    /// Reports a payment machine's conclusion to the forwarder, once its actions are performed.
    mutating func concludeForwarding(_ number: Int) {
        guard let index = index(of: number), let serial = payments[index].forwarding,
            let conclusion = payments[index].conclusion
        else { return }
        payments[index].conclusion = nil
        if case .unknown = conclusion {} else { leave(index) }
        concluded(serial, conclusion)
    }

    /// Removes a payment that is over for the forwarder; what is stored about its intent remains for subscribers.
    private mutating func leave(_ index: Int) {
        let payment = payments.remove(at: index)
        if let card = payment.card { emit(.dropCard(card)) }
        keepWriting(payment)
    }

    mutating func concluded(_ serial: Serial, _ conclusion: Conclusion) {
        handle(.concluded(serial, conclusion, chance.jitter))
    }

    // MARK: - Notices to subscribers

    /// Records what an exchange revealed about the connection to the gateway; an answered one ends the wait for it.
    mutating func noteNetwork(_ network: OfflineStatus.Network?) {
        note(network)
        if desk.network == .online { handle(.becameReachable) }
    }

    private mutating func note(_ network: OfflineStatus.Network?) {
        guard let network, network != desk.network else { return }
        desk.network = network
        tellStatus()
    }

    private mutating func tell(_ notice: ForwarderNotice) {
        if case .forwarded(let id, let result) = notice {
            add(.forwarded(id, result))
        } else {
            publish(.forwarder(notice))
        }
        tellStatus()
    }

    /// Publishes the status if it has changed, after everything that was published before.
    mutating func tellStatus() {
        if desk.news.count < 2 || desk.news.last != .status { add(.status) }
    }

    private mutating func add(_ news: News) {
        desk.news.append(news)
        if desk.news.count == 1 { readNews() }
    }

    private mutating func readNews() {
        switch desk.news.first {
        case .forwarded(let id, _)?: readHistory(id, for: .news)
        case .status?: emit(.readOpen(errand(for: .news)))
        case nil: break
        }
    }

    mutating func newsRead(_ reading: Reading) {
        guard !desk.news.isEmpty else { return }
        switch (desk.news.removeFirst(), reading) {
        case (.forwarded(_, let result), .history(let history)):
            if let payment = history.flatMap({ OfflinePayment($0) }) { publish(.forwarded(payment, result)) }
            if let setup = history.flatMap({ OfflineSetup($0) }) { publish(.setupForwarded(setup)) }
            forgetForwarded(result.intentID)
        case (.forwarded(_, let result), _): forgetForwarded(result.intentID)
        case (.status, .histories(let open)): publish(status(open))
        case (.status, _): break
        }
        readNews()
    }

    private mutating func forgetForwarded(_ id: String) {
        if !payments.contains(where: { $0.intentID == id }) { emit(.forget(id)) }
    }

    private mutating func publish(_ status: OfflineStatus) {
        guard status != desk.lastStatus else { return }
        desk.lastStatus = status
        publish(.offlineStatus(status))
    }

    private func status(_ open: [PaymentHistory]) -> OfflineStatus {
        var status = OfflineStatus(open.compactMap(\.offline))
        status.network = desk.network
        status.isPaused = forwarder.isPaused
        return status
    }

    mutating func statusRead(_ id: CommandID, _ reading: Reading) {
        switch reading {
        case .histories(let open): end(id, .offlineStatus(status(open)))
        case .failed(let error): end(id, .refused(.journal(error)))
        case .history, .holds, .done: break
        }
    }
}
