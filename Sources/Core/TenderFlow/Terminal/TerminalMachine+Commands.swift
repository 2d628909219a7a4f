import TenderModel

/// Commands: which may begin, which wait, and how each is answered once.
extension TerminalMachine {
    mutating func admit(_ id: CommandID, _ command: TerminalMachine.Command) {
        commands.append(RunningCommand(id: id, command: command, freshKey: chance.key))
        switch command {
        case .discover: discover(id)
        case .connect(let reader): connect(id, reader)
        case .disconnect: disconnect(id)
        case .collectData(_, let busy): takeTurn(id, busy)
        case .reboot, .installUpdate: takeTurn(id, .reject)
        case .collect(let intent, let how, let busy): admitCollect(id, intent, how, busy)
        case .confirm(let intent, let busy, let surcharge): admitConfirm(id, intent, busy, surcharge)
        case .consent(let intent, let busy, let surcharge): admitConfirm(id, intent, busy, surcharge)
        case .capture(let intent, let amount, let fee): admitCapture(id, intent, amount, fee)
        case .increment(let intent, let amount): admitIncrement(id, intent, amount)
        case .edit(let intent, let changes): admitEdit(id, intent, changes)
        case .create(let parameters, let behavior): create(id, parameters, behavior)
        case .read(let intent): read(id, intent)
        case .list: list(id)
        case .refund(let parameters), .findRefund(let parameters): beginRefund(id, parameters)
        case .present(let wish, _, _): present(id, wish)
        case .confirmCard(_, .refund, let busy): takeTurn(id, busy)
        case .confirmCard(_, .setup, _), .confirmCard(_, .offlineSetup, _): afterTakeover(.prepare(id))
        case .dropCard(let number): dropPresented(number, for: id)
        case .void(let wish): void(id, wish)
        case .createSetup(let parameters, let behavior): createSetup(id, parameters, behavior)
        case .readSetup(let intent): readSetup(id, intent)
        case .cancelSetup(let intent): cancelSetup(id, intent)
        case .findSetup: afterTakeover(.prepare(id))
        case .perform(let call, let key): perform(id, call, key)
        case .claim(let intent): readHistory(intent, for: .note(id))
        case .claimRequest(let key, let intent): readHistory(intent ?? key.rawValue, for: .note(id))
        case .noteHold(let facts): readHistory(facts.id, for: .note(id))
        case .resolve, .cancelIntent, .findCall, .acknowledge, .offlineStatus, .quarantine, .release, .deleteStored,
            .forwardNow, .finishHold:
            afterTakeover(.prepare(id))
        case .takeOver, .waitForRecovery, .waitForForwarding:
            takeOver()
            set(id, .waiting)
        case .flush: set(id, .waiting)
        case .pauseForwarding: steer(id, .pauseRequested)
        case .resumeForwarding: steer(id, .resumeRequested)
        }
    }

    func index(ofCommand id: CommandID) -> Int? { commands.firstIndex { $0.id == id } }

    func running(_ id: CommandID) -> RunningCommand? { commands.first { $0.id == id } }

    mutating func set(_ id: CommandID, _ stage: RunningCommand.Stage) {
        if let index = index(ofCommand: id) { commands[index].stage = stage }
    }

    /// Gives a command its single answer, and the reader to the next in line.
    mutating func end(_ id: CommandID, _ answer: TerminalMachine.Answer) {
        guard let index = index(ofCommand: id) else { return }
        let ended = commands.remove(at: index)
        if id == Self.holdCommand {
            holdCommandEnded(ended, answer)
        } else {
            emit(.answer([id] + ended.joined, answer))
        }
        if !ended.stoppers.isEmpty { emit(.answer(ended.stoppers, .stoppedBefore)) }
        if let number = ended.readBy { emit(.forgetRequest(number)) }
        passTurn()
    }

    // MARK: - Preparing

    /// Continues a command, now that it is known what earlier processes left.
    mutating func prepare(_ id: CommandID) {
        guard let command = running(id)?.command else { return }
        switch command {
        case .cancelSetup(let intent): cancelStored(id, setup: intent)
        case .cancelIntent(let intent) where intent.isOffline && forwarder.has(intent.id):
            order(id, .deleteRequested(intent.id, by: CancelOrigin.application.rawValue), on: intent.id)
        case .capture(let intent, _, _), .increment(let intent, _), .cancelIntent(let intent):
            intent.isOffline ? readHistory(intent.id, for: .local(id)) : findPayment(id)
        case .collect, .confirm, .consent, .resolve, .edit: findPayment(id)
        case .acknowledge(let intent, _): readHistory(intent, for: .note(id))
        case .refund, .findRefund, .perform, .findCall, .findSetup: afterNotes(.findMoney(id))
        case .present(let wish, _, _), .confirmCard(_, let wish, _): look(for: wish, id)
        case .finishHold(let finishing): lookUp(id, finishing)
        case .offlineStatus: emit(.readOpen(errand(for: .offlineStatus(id))))
        case .quarantine(let payment): order(id, .quarantineRequested(payment), on: payment)
        case .release(let payment): order(id, .releaseRequested(payment), on: payment)
        case .deleteStored(let payment, let person): order(id, .deleteRequested(payment, by: person), on: payment)
        case .forwardNow: steer(id, .forwardRequested)
        case .discover, .connect, .disconnect, .reboot, .installUpdate, .collectData, .create, .read, .list,
            .createSetup, .readSetup, .void, .dropCard, .takeOver, .claim, .claimRequest, .noteHold, .waitForRecovery,
            .flush, .pauseForwarding, .resumeForwarding, .waitForForwarding:
            break
        }
    }

    /// Continues with the record of a local intent: a stored payment that was approved is captured and canceled as the
    /// PaymentIntent that has the money.
    mutating func localRead(_ id: CommandID, _ reading: Reading) {
        guard let command = running(id)?.command else { return }
        if let error = reading.error { return end(id, .refused(.journal(error))) }
        switch command {
        case .readSetup(let intent): return localSetupRead(id, intent, reading.history)
        case .cancelSetup(let intent) where reading.history?.offline == nil: return cancelLocal(id, setup: intent)
        default: break
        }
        guard let offline = reading.history?.offline else {
            // The same reading also answers the query for the PaymentIntent.
            if case .read(let intent) = command { return end(id, .refused(.unknownLocal(intent))) }
            if let wish = command.refund { return end(id, .refused(.unknownLocal(wish.subject))) }
            return findPayment(id)
        }
        guard let charged = offline.approvedAs else {
            return end(id, .refused(.unpaid(offline.state, reading.history?.intentID ?? "")))
        }
        goOn(id, command, as: charged)
    }

    private mutating func goOn(_ id: CommandID, _ command: TerminalMachine.Command, as charged: String) {
        switch command {
        case .refund(var wish):
            wish.paymentIntent = charged
            change(id, to: .refund(wish))
        case .findRefund(var wish):
            wish.paymentIntent = charged
            change(id, to: .findRefund(wish))
        case .present(.refund(var wish), let how, let busy):
            wish.paymentIntent = charged
            change(id, to: .present(.refund(wish), how, busy))
        case .read: return begin(.read(id, charged))
        default: return begin(.charged(id, charged))
        }
        afterTakeover(.prepare(id))
    }

    /// Continues a command as a different one.
    mutating func change(_ id: CommandID, to command: Command) {
        if let index = index(ofCommand: id) { commands[index].command = command }
    }

    private mutating func admitCollect(
        _ id: CommandID, _ intent: KnownIntent, _ how: Command.Collecting, _ busy: BusyPolicy
    ) {
        if let error = conversionRefusal(intent, how) { return end(id, .refused(.conversion(error))) }
        guard !intent.isOffline || !how.inspects else { return end(id, .refused(.inspectionOffline)) }
        if intent.savesCard, let refusal = how.allowRedisplay.refusal { return end(id, .refused(refusal)) }
        if how.surchargeNotice != nil {
            guard how.inspects else { return end(id, .refused(.surcharge(.noticeWithoutInspection))) }
            guard link.reader?.discoveryMethod != .internet else {
                return end(id, .refused(.surcharge(.noticeNotAvailable)))
            }
        }
        do throws(TippingError) {
            var asked = how
            asked.tipping = try how.tipping?.asked(on: intent.facts.amountWithoutAdditions)
            change(id, to: .collect(intent, asked, busy))
        } catch {
            return end(id, .refused(.tipping(error)))
        }
        takeTurn(id, busy)
    }

    private mutating func admitCapture(_ id: CommandID, _ intent: KnownIntent, _ amount: Amount?, _ fee: Amount?) {
        if let amount, amount.currency != intent.facts.amount.currency || amount.minorUnits <= 0 {
            return end(id, .refused(.amount(amount)))
        }
        if let fee, fee.currency != intent.facts.amount.currency || fee.minorUnits < 0 {
            return end(id, .refused(.amount(fee)))
        }
        afterTakeover(.prepare(id))
    }

    private mutating func admitIncrement(_ id: CommandID, _ intent: KnownIntent, _ amount: Amount) {
        let held = intent.facts.amount
        guard amount.currency == held.currency, amount.minorUnits >= held.minorUnits else {
            return end(id, .refused(.amount(amount)))
        }
        afterTakeover(.prepare(id))
    }

    /// Finds the payment that the command is about, in this process or in the records.
    mutating func findPayment(_ id: CommandID) {
        guard let command = running(id)?.command, let intent = command.intent else { return }
        guard intent.facts.amount.minorUnits > 0 else { return end(id, .refused(.amount(intent.facts.amount))) }
        guard !forwarder.forwards(as: intent.id) else { return end(id, .refused(.busy(with: "forwarding"))) }
        guard let found = payments.first(where: { $0.intentID == intent.id }) else {
            return readHistory(intent.id, for: .payment(id))
        }
        guard mayFinishHold(id, found) else { return end(id, .refused(.busy(with: activity(of: found)))) }
        guard case .cancelIntent = command, let waiter = found.waiter else { return beginPayment(id) }
        if case .consent(let errand)? = running(waiter)?.stage {
            stopAsking(errand, waiter, .stop, by: [])
            return findPayment(id)
        }
        set(id, .stoppingOther)
        stop(found.number, .stop, by: id)
    }

    /// Continues after the previous command has stopped; if it cannot be stopped, this one is refused.
    mutating func goOnAfterStop(_ id: CommandID) {
        guard let intent = running(id)?.command.intent else { return }
        set(id, .preparing)
        guard payments.contains(where: { $0.intentID == intent.id }) else {
            return readHistory(intent.id, for: .payment(id))
        }
        beginPayment(id)
    }

    mutating func paymentRead(_ id: CommandID, _ reading: Reading) {
        guard let command = running(id), let intent = command.command.intent else { return }
        if let error = reading.error { return end(id, .refused(.journal(error))) }
        if command.rule != nil, reading.history?.mayFinishHold != true { return end(id, .refused(.noHold(intent.id))) }
        if !payments.contains(where: { $0.intentID == intent.id }) { add(intent, reading.history, command) }
        findPayment(id)
    }

    private mutating func add(_ intent: KnownIntent, _ history: PaymentHistory?, _ command: RunningCommand) {
        let terms = intent.terms(intent.baseKey(command.freshKey))
        var machine = PaymentMachine(terms: terms, facts: intent.facts, policy: configuration.policy)
        if let history {
            machine =
                PaymentMachine(resuming: history, policy: configuration.policy)
                ?? PaymentMachine(terms: terms, facts: intent.facts, history: history, policy: configuration.policy)
        }
        var payment = TerminalPayment(nextNumber(), machine)
        payment.paymentMethodTypes = intent.paymentMethodTypes
        payment.parameters = intent.parameters
        payments.append(payment)
        emit(.keepIntent(intent.id, command.source))
    }

    /// Passes a payment the command, unless another one waits.
    private mutating func beginPayment(_ id: CommandID) {
        guard let running = running(id), let intent = running.command.intent,
            let index = payments.firstIndex(where: { $0.intentID == intent.id })
        else { return }
        guard payments[index].waiter == nil, payments[index].forwarding == nil else {
            return end(id, .refused(.busy(with: activity(of: payments[index]))))
        }
        guard !payments[index].isEditInDoubt || running.command.isEdit else {
            return end(id, .refused(.editInDoubt(intent.id)))
        }
        let number = payments[index].number
        uses += 1
        payments[index].command = id
        payments[index].lastUse = uses
        payments[index].waiter = id
        forgetOldest()
        run(running, number)
    }

    private mutating func run(_ running: RunningCommand, _ number: Int) {
        if let index = index(ofCommand: running.id) {
            commands[index].stage = .payment(number)
            commands[index].stop = nil
            commands[index].stoppers = []
        }
        switch running.command {
        case .collect(let intent, let how, _):
            noteEdit(intent, running, number)
            deliver(.totalLimited(how.total ?? configuration.policy.total), to: number)
            change(number) {
                $0.collecting = how
                $0.paymentMethodTypes = intent.paymentMethodTypes
            }
            deliver(
                .collectRequested(
                    inspect: how.inspects, reader: link.reader?.serialNumber,
                    maximumTip: how.tipping?.maximum.minorUnits ?? 0), to: number)
        case .confirm(let intent, _, let surcharge):
            noteEdit(intent, running, number)
            guard choose(surcharge, running.id, number) else { return tell(running.stoppers, .stoppedBefore) }
            // Whoever is to be stopped asks the customer nothing.
            running.stop == nil ? confirm(number) : deliver(.confirmRequested, to: number)
        case .resolve:
            // A card that is kept is charged only by whoever confirms it.
            let isCollected = payments.contains { $0.number == number && $0.machine.phase == .collected }
            isCollected ? finish(.refused(.confirm, .collected), number) : deliver(.confirmRequested, to: number)
        case .capture(_, let amount, let fee):
            deliver(.captureRequested(amount?.minorUnits, applicationFee: fee?.minorUnits), to: number)
        case .increment(_, let amount): deliver(.incrementRequested(amount.minorUnits), to: number)
        case .edit(let intent, let changes): return edit(intent, changes, running, number)
        case .cancelIntent: deliver(.cancelIntentRequested, to: number)
        case .discover, .connect, .disconnect, .reboot, .installUpdate, .collectData, .consent, .create, .read, .list,
            .refund,
            .createSetup,
            .readSetup,
            .cancelSetup, .findSetup, .present, .confirmCard, .dropCard, .void,
            .perform, .findRefund, .findCall, .takeOver, .claim, .claimRequest, .acknowledge, .noteHold, .finishHold,
            .waitForRecovery, .flush, .pauseForwarding,
            .resumeForwarding, .forwardNow, .waitForForwarding, .quarantine, .release, .deleteStored, .offlineStatus:
            break
        }
        guard let stop = running.stop else { return }
        self.stop(number, running.id, stop, by: running.stoppers)
    }

    mutating func noteEdit(_ intent: KnownIntent, _ running: RunningCommand, _ number: Int) {
        guard let payment = payments.first(where: { $0.number == number }) else { return }
        var terms = intent.terms(payment.machine.terms.baseKey)
        // A tip, a surcharge and a currency are the customer's, and a total that was approved is the issuer's: no edits.
        (terms.maximumTip, terms.tip) = (payment.machine.terms.maximumTip, payment.machine.terms.tip)
        (terms.maximumSurcharge, terms.surcharge) =
            (payment.machine.terms.maximumSurcharge, payment.machine.terms.surcharge)
        terms.conversion = payment.machine.terms.conversion
        terms.awaitsIssuer = payment.machine.terms.awaitsIssuer
        terms.authorized = payment.machine.terms.authorized
        guard terms != payment.machine.terms else { return }
        change(number) { $0.parameters = intent.parameters }
        emit(.keepIntent(intent.id, running.source))
        deliver(.intentEdited(terms), to: number)
    }

    // MARK: - Stopping

    mutating func cancel(_ id: CommandID, _ mode: CancelMode, by asker: CommandID?) {
        let askers = asker.map { [$0] } ?? []
        guard let running = running(id) else { return cancelEnded(id, mode, by: askers) }
        switch running.stage {
        case .inLine:
            _ = turn.leave(id)
            tell(askers, .stoppedBefore)
            end(id, .refused(.stoppedInLine))
        case .preparing where running.command.intent != nil, .stoppingOther: note(stop: mode, of: id, by: askers)
        case .payment(let number): stop(number, id, mode, by: askers)
        case .request(let number): cancelRequest(number, id, by: askers)
        case .consent(let errand): stopAsking(errand, id, mode, by: askers)
        case .working: stopWork(.canceled(by: .application), by: askers)
        case .waiting:
            tell(askers, .stoppedBefore)
            end(id, .done)
        case .preparing where running.command.movesNothing:
            tell(askers, .stoppedBefore)
            end(id, .refused(.canceled(request: 0)))
        case .preparing, .forwarder, .rebooting:
            tell(askers, .nothingToStop)
            if link.connecting == id { deliver(.disconnectRequested) }
            closeLimitReached(id)
        }
    }

    private mutating func note(stop mode: CancelMode, of id: CommandID, by askers: [CommandID]) {
        guard let index = index(ofCommand: id) else { return }
        if commands[index].stop != .reverseIfApproved { commands[index].stop = mode }
        commands[index].stoppers += askers
    }

    /// Cancels a command that was reported as unknown, which is possible as long as it is the latest of its payment.
    private mutating func cancelEnded(_ id: CommandID, _ mode: CancelMode, by askers: [CommandID]) {
        guard let payment = payments.first(where: { $0.command == id && $0.waiter == nil }) else {
            return tell(askers, .nothingToStop)
        }
        stop(payment.number, id, mode, by: askers)
    }

    /// Stops a command on its payment, but no other command on the same payment.
    mutating func stop(_ number: Int, _ id: CommandID, _ mode: CancelMode, by askers: [CommandID]) {
        guard let index = index(of: number), payments[index].command == id,
            payments[index].waiter == id || payments[index].machine.isOutcomeUnknown
        else { return tell(askers, .nothingToStop) }
        payments[index].cancelers += askers
        deliver(.cancelRequested(mode, by: .application), to: number)
    }

    private mutating func stop(_ number: Int, _ mode: CancelMode, by asker: CommandID) {
        guard let index = index(of: number) else { return }
        payments[index].cancelers.append(asker)
        deliver(.cancelRequested(mode, by: .application), to: number)
    }

    mutating func tell(_ askers: [CommandID], _ answer: TerminalMachine.Answer) {
        if !askers.isEmpty { emit(.answer(askers, answer)) }
    }

    // MARK: - Waiting for others

    mutating func afterTakeover(_ job: Job) {
        takeOver()
        guard takeover.isUnderWay else { return resume(job, .done) }
        takeover.waiters.append(job)
    }

    /// Continues once the records of what was reported are written.
    mutating func afterNotes(_ job: Job) {
        isNoting ? noteWaiters.append(job) : resume(job, .done)
    }
}
