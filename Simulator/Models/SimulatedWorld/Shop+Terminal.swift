import SimulatedReader
import TenderFlow
import TenderModel
import TenderRecords

/// The process of a lane: it carries out the actions of the product's terminal machine, without waiting for anything.
extension Shop {
    /// Feeds one event to a lane's machine and carries out its actions, until the process ends.
    mutating func handle(_ event: TerminalMachine.Event, _ lane: Int) {
        let actions = lanes[lane].machine.handle(event, Chance(random(), random()))
        trace.note(
            10, Int64(lane), Int64(actions.count),
            text: "\(now): till \(lane): \(Self.short(event)) -> \(actions.count)")
        let epoch = self.epoch
        for action in actions {
            perform(action, lane)
            guard epoch == self.epoch else { return }
        }
    }

    /// Gives a lane's machine a command.
    @discardableResult
    mutating func command(_ command: TerminalMachine.Command, _ lane: Int, _ asked: Asked) -> CommandID {
        lanes[lane].lastCommand += 1
        let id = lanes[lane].lastCommand
        lanes[lane].asked[id] = asked
        if case .payment(_, let intent, _) = asked { lanes[lane].newest[intent.id] = id }
        handle(.command(id, command), lane)
        return id
    }

    /// Schedules an event of a lane's process.
    mutating func tell(_ event: TerminalMachine.Event, _ lane: Int, in delay: Int64 = 1) {
        plan(.told(lane: lane, event), in: delay)
    }

    mutating func timerFired(_ lane: Int, _ errand: Errand) {
        guard lanes[lane].timers.remove(errand) != nil else { return }
        handle(.timerFired(errand), lane)
    }

    mutating func pressStop(_ lane: Int, _ command: CommandID, _ mode: CancelMode) {
        lanes[lane].lastCommand += 1
        let asker = lanes[lane].lastCommand
        lanes[lane].asked[asker] = .other
        handle(.cancel(command, mode, by: asker), lane)
    }

    private mutating func perform(_ action: TerminalMachine.Action, _ lane: Int) {
        switch action {
        case .startDiscovery, .stopDiscovery: break
        case .open(let serial, _): open(serial, lane)
        case .close(let serial): close(serial, lane)
        case .collect(let errand, let request): collect(request, errand, lane)
        case .reboot(let errand): tell(.rebooted(errand, nil), lane)
        case .installUpdate(let errand): tell(.updateInstalled(errand), lane)
        case .collectData(let errand, _): tell(.dataCollected(errand), lane)
        case .conclude(let errand, _): tell(.concluded(errand, .failed), lane)
        case .stopCollecting(let errand): stopCollecting(errand, lane)
        case .dropCard(let errand): lanes[lane].cards[errand] = nil
        case .askConsent(let errand, _): tell(.consentAnswered(errand, .accepted), lane)
        case .stopAsking: break
        case .send(let errand, let intent, let request, let card, let surcharge, _):
            send(request, intent, card, surcharge, errand, lane)
        case .request(let errand, let request, let card): send(request, card, errand, lane)
        case .search(let errand, let base, let from): search(base, from, errand, lane)
        case .create(let errand, let parameters, let key): create(parameters, key, errand, lane)
        case .abandon, .keepError: break
        case .keepIntent(let id, let source): keep(id, source, lane)
        case .forget(let id): lanes[lane].intents[id] = nil
        case .forgetRequest(let number): lanes[lane].made[number] = nil
        case .append(let errand, let entry): record(entry, errand, lane)
        case .appendWithReceipt(let errand, let entry):
            record(entry.withReceipt(lanes[lane].intents[entry.intentID]?.card), errand, lane)
        case .store(let errand, let storage): store(storage, errand, lane)
        case .check(let errand, let entry): tell(.appended(errand, refusal(of: entry)), lane)
        case .takeUnresolved(let errand): tell(.histories(errand, takeUnresolved()), lane)
        case .readHistory(let errand, let id): tell(.history(errand, journal.history(of: id)), lane)
        case .readOpen(let errand): tell(.histories(errand, journal.book.openPayments), lane)
        case .readHolds(let errand):
            tell(.holds(errand, journal.book.openPayments.compactMap { Hold($0) }, stamp), lane)
        case .readPayload(let errand, let id): readPayload(id, errand, lane)
        case .startTimer(let errand, let duration):
            lanes[lane].timers.insert(errand)
            plan(.timer(lane: lane, errand), in: duration.milliseconds)
        case .stopTimer(let errand): lanes[lane].timers.remove(errand)
        case .publish(_, let notice): hear(notice, lane)
        case .answer(let ids, let answer): for id in ids { answered(id, answer, lane) }
        }
    }

    private func keep(_ id: String, _ source: TerminalMachine.IntentSource, _ lane: Int) {
        switch source {
        case .command(let command): lanes[lane].keep(lanes[lane].asked[command]?.intent)
        case .request(let number):
            if case .intent(let intent)? = lanes[lane].made[number] { lanes[lane].keep(intent) }
        case .exchange: lanes[lane].keep(lanes[lane].arrived)
        case .records(let terms): lanes[lane].intents[id] = lanes[lane].intents[id] ?? PaymentIntent(records: terms)
        case .terms(let terms): lanes[lane].intents[id] = lanes[lane].intents[id] ?? PaymentIntent(forwarding: terms)
        }
    }

    // MARK: - Answers

    private mutating func answered(_ id: CommandID, _ answer: TerminalMachine.Answer, _ lane: Int) {
        guard let asked = lanes[lane].asked.removeValue(forKey: id) else {
            return violate(.unexpected, nil, "command \(id) is answered twice")
        }
        if case .stop(let result, let answer) = answer { return checkShown(result, intent(of: answer, lane)) }
        switch asked {
        case .payment(let sale, _, let before): completed(answer, before, sale, lane)
        case .create(let sale): tellCashier(created(answer, sale, lane), ofSale: sale, lane)
        case .edit(let sale, let intent): tellCashier(edited(answer, intent.id, sale, lane), ofSale: sale, lane)
        case .read(let sale): tellCashier(.read(intent(made: answer, lane)), ofSale: sale, lane)
        case .refund(let sale): tellCashier(.refunded(refunded(answer, lane)), ofSale: sale, lane)
        case .share(let sale, _): tellCashier(shared(answer), ofSale: sale, lane)
        case .other, .care: break
        }
    }

    private func intent(of answer: PaymentAnswer, _ lane: Int) -> PaymentIntent {
        lanes[lane].intents[answer.terms.intentID] ?? PaymentIntent(records: answer.terms)
    }

    private mutating func completed(
        _ answer: TerminalMachine.Answer, _ before: Sale.Stage?, _ sale: Int, _ lane: Int
    ) {
        guard case .payment(let answer) = answer else {
            guard let before else { return }
            return tellCashier(.refused(before, isForStoring: answer.isAboutStoring), ofSale: sale, lane)
        }
        let intent = intent(of: answer, lane)
        checkShown(answer.completion, intent)
        tellCashier(.completed(intent, answer.completion), of: intent.id, lane)
    }

    private mutating func created(_ answer: TerminalMachine.Answer, _ sale: Int, _ lane: Int) -> Note {
        if case .local(let parameters, let base) = answer {
            let intent = PaymentIntent(offline: parameters, base: base)
            saleOfIntent[intent.id] = sale
            return .created(intent)
        }
        return answer.isAboutStoring ? .offlineRefused : .created(intent(made: answer, lane))
    }

    private mutating func edited(_ answer: TerminalMachine.Answer, _ id: String, _ sale: Int, _ lane: Int) -> Note {
        let result: RequestMachine.Result =
            switch answer {
            case .made: .succeeded
            case .notMade(let result, _, _, _): result
            default: .notExecuted
            }
        checkShownEdit(result, id, sale)
        return .edited(result, intent(made: answer, lane))
    }

    private func intent(made answer: TerminalMachine.Answer, _ lane: Int) -> PaymentIntent? {
        guard case .made(let request, _) = answer, case .intent(let intent)? = lanes[lane].made[request] else {
            return nil
        }
        return intent
    }

    private func refunded(_ answer: TerminalMachine.Answer, _ lane: Int) -> RequestMachine.Result {
        switch answer {
        case .made(let request, _):
            guard case .refund(let refund)? = lanes[lane].made[request] else { return .unknown }
            return refund.status == .pending ? .unknown : refund.status == .succeeded ? .succeeded : .notExecuted
        case .notMade(let result, _, _, _): return result
        case .unknown: return .unknown
        default: return .journalUnavailable
        }
    }

    private func shared(_ answer: TerminalMachine.Answer) -> Note {
        switch answer {
        case .made(_, let key): .shared(.succeeded, key)
        case .madeBefore(_, _, let key): .shared(.succeeded, key)
        case .notMade(let result, _, _, let key): .shared(result, key)
        case .unknown(let key): .shared(.unknown, key)
        default: .shared(.journalUnavailable, nil)
        }
    }

    // MARK: - Notices

    private mutating func hear(_ notice: TerminalMachine.Notice, _ lane: Int) {
        switch notice {
        case .payment(.reversed, let id, _):
            unknownsResolved += 1
            guard let intent = lanes[lane].intents[id] else {
                return violate(.unexpected, saleOfIntent[id], "\(id): nothing is kept of it")
            }
            tellCashier(.resolved(intent, .canceled(by: .application)), of: id, lane)
        case .payment(.resolved(let conclusion), _, let answer?):
            unknownsResolved += 1
            let intent = intent(of: answer, lane)
            checkShown(.confirmed(conclusion), intent)
            tellCashier(.resolved(intent, conclusion), of: intent.id, lane)
        case .forwarded(let payment, let result):
            checkForwarded(payment.id, result)
        case .forwarder(.quarantined(let id, let quarantine)): checkQuarantined(id, quarantine)
        case .unexpected(let event): violate(.unexpected, nil, "unexpected \(event)")
        case .diagnostic(let text): trace.note(5, text: "\(now): till \(lane): \(text)")
        case .connectionStatus, .paymentStatus, .reader, .reconnectStarted, .reconnectSucceeded, .reconnectFailed,
            .disconnected, .updateAvailable, .updateStarted, .updateProgress, .updateFinished,
            .cardCollected, .payment, .recoveryStarted, .recoveryEnded, .requestResolved, .offlineStatus, .forwarder,
            .setupForwarded, .holdAlarm, .holdFinished:
            break
        }
    }
}

extension TerminalMachine.Answer {
    /// Whether the reason is that it may not be stored.
    var isAboutStoring: Bool { if case .refused(.notStorable) = self { true } else { false } }
}
