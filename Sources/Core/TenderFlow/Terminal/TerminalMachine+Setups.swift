import TenderModel

/// Saving cards: creating, reading and canceling SetupIntents, and the one saving of a card with each.
///
/// A SetupIntent succeeds once. Therefore a card is never saved twice with one, however often it is confirmed, and its
/// own state proves what became of a lost confirmation: succeeded, or canceled, which is how a doubt is ended once the
/// card is gone.
extension TerminalMachine {
    mutating func createSetup(_ id: CommandID, _ wish: SetupIntentParameters, _ behavior: OfflineBehavior) {
        guard let command = running(id) else { return }
        let base = wish.idempotencyKey ?? command.freshKey
        var parameters = wish
        parameters.metadata[PaymentIntent.attemptMetadata] = base
        guard behavior != .requireOnline else { return begin(.createSetup(id, parameters, base: base, behavior)) }
        // What is forwarded under the same key has the same body.
        parameters.usage = wish.usage ?? .offSession
        guard behavior != .forceOffline else { return createLocalSetup(id, parameters, base) }
        begin(.createSetup(id, parameters, base: base, behavior))
    }

    /// Creates a SetupIntent that the gateway has not heard of, where cards are taken offline.
    mutating func createLocalSetup(_ id: CommandID, _ parameters: SetupIntentParameters, _ base: String) {
        var local = parameters
        local.idempotencyKey = base
        guard local.isOfPresentedCard else {
            let refusal = OfflineLimits.Refusal.notPresented
            return end(
                id, .refused(.notStorable(JournalError(.offlineRefused(refusal), message: refusal.description))))
        }
        change(id, to: .createSetup(local, .forceOffline))
        set(id, .preparing)
        let wish = OfflineSetupWish(local, allowRedisplay: .unspecified)
        checkLocal(id, wish.id, nil, .setup(wish))
    }

    mutating func readSetup(_ id: CommandID, _ intent: String) {
        SetupIntent.isOffline(id: intent) ? readHistory(intent, for: .local(id)) : begin(.readSetup(id, intent))
    }

    /// Reads the SetupIntent with which a stored card is saved.
    mutating func localSetupRead(_ id: CommandID, _ intent: String, _ history: PaymentHistory?) {
        guard let offline = history?.offline else { return end(id, .refused(.unknownLocal(intent))) }
        guard let saved = offline.savedAs else { return end(id, .refused(.unpaid(offline.state, intent))) }
        begin(.readSetup(id, saved))
    }

    /// Cancels a SetupIntent, unless a card is being collected or sent for it; deletes a stored card.
    mutating func cancelSetup(_ id: CommandID, _ intent: String) {
        guard let command = running(id) else { return }
        for request in requests where request.presenting?.wish.isSetup == true {
            guard let presenting = request.presenting, presenting.wish.subject == intent else { continue }
            guard request.command == nil else { return end(id, .refused(.busy(with: presenting.wish.collectName))) }
            drop(request)
        }
        guard !isSending(setup: intent) else { return end(id, .refused(.busy(with: "confirmSetupIntent"))) }
        guard !forwarder.forwards(as: intent) else { return end(id, .refused(.busy(with: "forwarding"))) }
        guard !SetupIntent.isOffline(id: intent) else { return afterTakeover(.prepare(id)) }
        begin(.cancelSetup(id, intent, IdempotencyKey(base: command.freshKey, attempt: 0, verb: "cancel")))
    }

    /// Cancels a local SetupIntent: its stored card is deleted, unless it was sent.
    mutating func cancelStored(_ id: CommandID, setup intent: String) {
        if let other = commands.first(where: { $0.id != id && $0.command.offlineSetup?.id == intent }) {
            return end(id, .refused(.busy(with: other.command.name)))
        }
        guard forwarder.has(intent) else { return readHistory(intent, for: .local(id)) }
        order(id, .deleteRequested(intent, by: CancelOrigin.application.rawValue), on: intent)
    }

    /// Cancels a local SetupIntent that had no card when its records were read: it takes none any more.
    mutating func cancelLocal(_ id: CommandID, setup intent: String) {
        let isUsed = commands.contains { $0.id != id && $0.command.offlineSetup?.id == intent }
        guard !isUsed, !forwarder.has(intent) else { return cancelStored(id, setup: intent) }
        canceledSetups.append(intent)
        end(id, .done)
    }

    /// Returns whether somebody waits for a card that is sent, or looked for, with a SetupIntent.
    private func isSending(setup intent: String) -> Bool {
        requests.contains { request in
            guard request.command != nil else { return false }
            if case .store(_, let wish) = request.purpose { return wish.id == intent }
            return request.moving?.setup?.setupIntent == intent
        }
    }

    /// Continues with the records of a SetupIntent: what is in progress or done needs no card, and so not the reader.
    mutating func setupRead(_ id: CommandID, _ reading: Reading) {
        guard let command = running(id) else { return }
        if let error = reading.error { return end(id, .refused(.journal(error))) }
        if let wish = command.command.offlineSetup { return localRead(wish, command, reading.history) }
        guard let wish = command.command.setup else { return }
        guard !forwarder.forwards(as: wish.setupIntent) else { return end(id, .refused(.busy(with: "forwarding"))) }
        guard let known = reading.history?.setup, known.isUnresolved || known.result == .succeeded else {
            return goOn(presenting: id, after: reading.history)
        }
        for old in requests where old.presenting?.command == id || old.isHeld(for: .setup(wish)) { drop(old) }
        // Before it has the reader's turn, it may meet whoever sends the card now.
        guard !command.command.isConfirmation || !isSending(setup: wish.setupIntent) else {
            return end(id, .refused(.busy(with: "confirmSetupIntent")))
        }
        guard known.parameters.isSameWish(as: wish) || command.command.isConfirmation else {
            return end(id, .refused(.setupOfOther(known.parameters)))
        }
        if case .present(_, let how, _) = command.command, !how.confirmsAtOnce {
            return end(id, .cardCollected(request: 0, nil))
        }
        var moving = Moving(known)
        moving.command = id
        dropFollowers(of: moving)
        begin(.move(moving))
    }
}

/// Storing a card that is to be saved: it is stored and then reported, as an offline payment is, and saved once it is
/// forwarded.
extension TerminalMachine {
    /// Continues with the records of a local SetupIntent: a card that was stored or saved needs no second one.
    private mutating func localRead(
        _ wish: OfflineSetupWish, _ command: RunningCommand, _ history: PaymentHistory?
    ) {
        let isCanceled = canceledSetups.contains(wish.id)
        let known = history.flatMap { history in OfflineSetup(history).map { (history, $0) } }
        guard isCanceled || known != nil else { return goOn(presenting: command.id) }
        for old in requests where old.presenting?.command == command.id || old.isHeld(for: .offlineSetup(wish)) {
            drop(old)
        }
        guard let (history, stored) = known, !isCanceled else {
            let canceled = OfflinePayment.State.deleted(by: CancelOrigin.application.rawValue)
            return end(command.id, .refused(.unpaid(canceled, wish.id)))
        }
        if let refusal = refusal(of: wish, command.command, history) { return end(command.id, .refused(refusal)) }
        let aside = quarantine(of: history)
        guard aside == nil || aside?.reason == .unclaimed else {
            return end(command.id, .refused(.stored(.quarantined, wish.id)))
        }
        if case .present(_, let how, _) = command.command, !how.confirmsAtOnce {
            return end(command.id, .cardCollected(request: 0, nil))
        }
        // Nobody was told of the card, and somebody is now.
        guard aside == nil else { return order(command.id, .releaseRequested(wish.id), on: wish.id) }
        guard let saved = history.offline?.savedAs else {
            end(command.id, .setupStored(stored))
            if !history.isClaimed { claimStored(wish.id) }
            return
        }
        begin(.readSetup(command.id, saved))
    }

    /// Returns why a stored card does not answer a wish: it is gone or being deleted, or was stored in another way.
    private func refusal(
        of wish: OfflineSetupWish, _ command: Command, _ history: PaymentHistory
    ) -> Answer.Refusal? {
        guard let offline = history.offline, offline.isOpen || offline.savedAs != nil else {
            return history.offline.map { .unpaid($0.state, wish.id) }
        }
        guard !desk.orders.contains(where: { $0.payment == wish.id }) else {
            return .busy(with: "another command on \(wish.id)")
        }
        let known = offline.sale.setup ?? wish
        return known.isSameWish(as: wish) || command.isConfirmation ? nil : .setupOfOther(known.setup(as: wish.id))
    }

    /// Returns why a stored card is set aside, as the forwarder knows it, or the journal without it.
    private func quarantine(of history: PaymentHistory) -> OfflinePayment.Quarantine? {
        let id = history.intentID
        return forwarder.has(id) ? forwarder.quarantine(of: id) : history.offline?.quarantine
    }

    /// Records that a stored card was reported, if its being returned is that.
    private mutating func claimStored(_ id: String) {
        if configuration.policy.claimsOnReturn { noteShown(id) }
    }

    /// Writes the card down; only then is it reported.
    mutating func store(_ wish: OfflineSetupWish, _ index: Int, for id: CommandID) {
        let number = requests[index].number
        guard let card = requests[index].card else { return }
        requests[index].purpose = .store(id, wish)
        let serial = nextSerial()
        requests[index].serial = serial
        set(id, .request(number))
        let storage = Storage(
            intentID: wish.id, terms: nil, attempt: 1, wish: .setup(wish), reader: link.reader?.serialNumber,
            limits: configuration.offline, mayBeCreated: false, card: card)
        emit(.store(Errand(.request(number), serial), storage))
    }

    mutating func setupStored(_ number: Int, _ error: JournalError?) {
        guard let index = index(ofRequest: number), case .store(let id, let wish) = requests[index].purpose else {
            return
        }
        requests[index].serial = nil
        dropCard(ofRequest: number)
        guard let error else { return readHistory(wish.id, for: .storedSetup(request: number)) }
        end(id, .refused(.notStored(error, wish.id)))
        forget(request: number)
    }

    /// Reports the card with its records as they are on disk, which is what the forwarder gets.
    ///
    /// If they cannot be read now, it is stored all the same.
    mutating func storedSetupRead(_ number: Int, _ reading: Reading) {
        guard let index = index(ofRequest: number), case .store(let id, let wish) = requests[index].purpose else {
            return
        }
        forget(request: number)
        end(id, .setupStored(reading.history.flatMap { OfflineSetup($0) }))
        claimStored(wish.id)
        forward(setup: wish.id, reading)
    }

    /// Starts forwarding a stored card, once its records can be read.
    mutating func forward(setup id: String, _ reading: Reading) {
        guard reading.error != nil else { return beginForwarding(reading.history) }
        _ = startTimer(configuration.forwarding.longestPause, for: .storedAgain(id))
    }
}

extension TerminalMachine.Command {
    /// The card that it collects or sends to be saved.
    var setup: CardSetup? {
        switch self {
        case .present(.setup(let wish), _, _), .confirmCard(_, .setup(let wish), _): wish
        default: nil
        }
    }

    /// The card that it collects or stores to be saved later.
    var offlineSetup: OfflineSetupWish? {
        switch self {
        case .present(.offlineSetup(let wish), _, _), .confirmCard(_, .offlineSetup(let wish), _): wish
        default: nil
        }
    }

    var isConfirmation: Bool { if case .confirmCard = self { true } else { false } }
}

extension CardWish {
    /// Whether it saves a card, now or later.
    var isSetup: Bool {
        switch self {
        case .setup, .offlineSetup: true
        case .refund: false
        }
    }

    /// Returns why this card is not stored, to be saved later; `nil` if it may be, or if it is for something else.
    func refusal(of card: CardDetails) -> OfflineLimits.Refusal? {
        if case .offlineSetup = self { OfflineRules.refusal(of: card) } else { nil }
    }
}

extension SetupIntentParameters {
    /// Whether a card that is presented at a reader is saved, and nothing else is done.
    fileprivate var isOfPresentedCard: Bool {
        paymentMethodTypes.contains(.cardPresent) && paymentMethod == nil && !isConfirmed
    }
}

extension Moving {
    /// A card that leaves for the first time, under a key of its own.
    init(_ wish: CardSetup, _ freshKey: String) {
        what = .setup(wish)
        key = IdempotencyKey(base: freshKey, attempt: 1, verb: "setup")
        sends = 0
    }

    /// A stored card that leaves for the first time, for the forwarder.
    init(_ wish: CardSetup, _ key: IdempotencyKey, forwarding serial: Serial) {
        what = .setup(wish)
        self.key = key
        sends = 0
        forwarding = serial
    }

    /// What the journal knows of a card; the card itself is gone, so that it is never sent again.
    init(_ known: PaymentHistory.Setup) {
        what = .setup(known.parameters)
        key = known.key
        sends = max(1, known.sends)
        object = known.object
        self.known = known.result
        mayLeave = false
    }

    var setup: CardSetup? { if case .setup(let setup) = what { setup } else { nil } }

    /// The key under which a SetupIntent is canceled, to prove that the card was not saved and is not saved any more.
    var proofKey: IdempotencyKey { IdempotencyKey(key.rawValue + "/cancel") }
}

extension TerminalRequest {
    /// Why a stored card was certainly not saved.
    var setupConclusion: Conclusion {
        if case .setup(let facts)? = made, facts.status == .canceled {
            // Only our own cancel, which follows a doubt, is answered with success.
            let isOurs = moving?.mayLeave == false && lastReply?.reply == .succeeded
            return .canceled(by: isOurs ? .engine : .gateway)
        }
        switch lastReply?.failure {
        case .declined(let decline, _)?, .declinedUnderKey(let decline, _)?: return .declined(decline, charge: nil)
        case .refused(let refusal, _)?: return .notExecuted(refusal)
        case .notSent?: return .notExecuted(.notConnected)
        case .intent?, .refund?, .noRefund?, .serverError?, .noAnswer?, nil: return .notExecuted(.rateLimited)
        }
    }

    /// Returns what an answer proves about a card that was to be saved; any other request takes it as it is.
    func meaning(of reply: TerminalMachine.RequestReply) -> RequestMachine.Reply {
        guard let wish = moving?.setup, case .setup(let facts)? = reply.made else { return reply.reply }
        guard facts.id == wish.setupIntent else { return .lost }
        let proof = facts.proof
        guard proof == .notFound else { return proof }
        return reply.reply == .succeeded ? .lost : reply.reply
    }
}
