import SimulatedReader
import TenderFlow
import TenderModel
import TenderRecords

/// The process of a till: it carries out the actions of the product's terminal machine, without waiting for anything.
extension Shop {
    /// Feeds one event to a till's machine and carries out its actions, until the process ends.
    mutating func handle(_ event: TerminalMachine.Event, _ till: Int) {
        let actions = tills[till].machine.handle(event, Chance(random(), random()))
        trace.note(
            10, Int64(till), Int64(actions.count),
            text: "\(now): till \(till): \(Self.short(event)) -> \(actions.count)")
        let epoch = self.epoch
        for action in actions {
            perform(action, till)
            guard epoch == self.epoch else { return }
        }
    }

    /// Gives a till's machine a command.
    @discardableResult
    mutating func command(_ command: TerminalMachine.Command, _ till: Int, _ asked: Asked) -> CommandID {
        tills[till].lastCommand += 1
        let id = tills[till].lastCommand
        tills[till].asked[id] = asked
        if case .payment(_, let intent, _) = asked { tills[till].newest[intent.id] = id }
        handle(.command(id, command), till)
        return id
    }

    /// Schedules an event of a till's process.
    mutating func tell(_ event: TerminalMachine.Event, _ till: Int, in delay: Int64 = 1) {
        plan(.told(till: till, event), in: delay)
    }

    mutating func timerFired(_ till: Int, _ errand: Errand) {
        guard tills[till].timers.remove(errand) != nil else { return }
        handle(.timerFired(errand), till)
    }

    mutating func pressStop(_ till: Int, _ command: CommandID, _ mode: CancelMode) {
        tills[till].lastCommand += 1
        let asker = tills[till].lastCommand
        tills[till].asked[asker] = .other
        handle(.cancel(command, mode, by: asker), till)
    }

    private mutating func perform(_ action: TerminalMachine.Action, _ till: Int) {
        switch action {
        case .startDiscovery, .stopDiscovery: break
        case .open(let serial, _): open(serial, till)
        case .close(let serial): close(serial, till)
        case .collect(let errand, let request): collect(request, errand, till)
        case .stopCollecting(let errand): stopCollecting(errand, till)
        case .dropCard(let errand): tills[till].cards[errand] = nil
        case .send(let errand, let intent, let request, let card): send(request, intent, card, errand, till)
        case .request(let errand, let request): send(request, errand, till)
        case .search(let errand, let base, let from): search(base, from, errand, till)
        case .create(let errand, let parameters, let key): create(parameters, key, errand, till)
        case .abandon, .keepError: break
        case .keepIntent(let id, let source): keep(id, source, till)
        case .forget(let id): tills[till].intents[id] = nil
        case .forgetRequest(let number): tills[till].made[number] = nil
        case .append(let errand, let entry): record(entry, errand, till)
        case .appendWithReceipt(let errand, let entry):
            record(entry.withReceipt(tills[till].intents[entry.intentID]?.card), errand, till)
        case .store(let errand, let storage): store(storage, errand, till)
        case .check(let errand, let entry): tell(.appended(errand, refusal(of: entry)), till)
        case .takeUnresolved(let errand): tell(.histories(errand, takeUnresolved()), till)
        case .readHistory(let errand, let id): tell(.history(errand, journal.history(of: id)), till)
        case .readOpen(let errand): tell(.histories(errand, journal.book.openPayments), till)
        case .readPayload(let errand, let id): readPayload(id, errand, till)
        case .startTimer(let errand, let duration):
            tills[till].timers.insert(errand)
            plan(.timer(till: till, errand), in: duration.milliseconds)
        case .stopTimer(let errand): tills[till].timers.remove(errand)
        case .publish(_, let notice): hear(notice, till)
        case .answer(let ids, let answer): for id in ids { answered(id, answer, till) }
        }
    }

    private func keep(_ id: String, _ source: TerminalMachine.IntentSource, _ till: Int) {
        switch source {
        case .command(let command):
            if case .payment(_, let intent, _)? = tills[till].asked[command] { tills[till].keep(intent) }
        case .request(let number):
            if case .intent(let intent)? = tills[till].made[number] { tills[till].keep(intent) }
        case .exchange: tills[till].keep(tills[till].arrived)
        case .records(let terms): tills[till].intents[id] = tills[till].intents[id] ?? PaymentIntent(records: terms)
        case .terms(let terms): tills[till].intents[id] = tills[till].intents[id] ?? PaymentIntent(forwarding: terms)
        }
    }

    // MARK: - Answers

    private mutating func answered(_ id: CommandID, _ answer: TerminalMachine.Answer, _ till: Int) {
        guard let asked = tills[till].asked.removeValue(forKey: id) else {
            return violate(.unexpected, nil, "command \(id) is answered twice")
        }
        if case .stop(let result, let answer) = answer { return checkShown(result, intent(of: answer, till)) }
        switch asked {
        case .payment(let sale, _, let before): completed(answer, before, sale, till)
        case .create(let sale): tellCashier(created(answer, sale, till), ofSale: sale, till)
        case .read(let sale): tellCashier(.read(intent(made: answer, till)), ofSale: sale, till)
        case .refund(let sale): tellCashier(.refunded(refunded(answer, till)), ofSale: sale, till)
        case .share(let sale, _): tellCashier(shared(answer), ofSale: sale, till)
        case .other, .care: break
        }
    }

    private func intent(of answer: PaymentAnswer, _ till: Int) -> PaymentIntent {
        tills[till].intents[answer.terms.intentID] ?? PaymentIntent(records: answer.terms)
    }

    private mutating func completed(
        _ answer: TerminalMachine.Answer, _ before: Sale.Stage?, _ sale: Int, _ till: Int
    ) {
        guard case .payment(let answer) = answer else {
            guard let before else { return }
            return tellCashier(.refused(before, isForStoring: answer.isAboutStoring), ofSale: sale, till)
        }
        let intent = intent(of: answer, till)
        checkShown(answer.completion, intent)
        tellCashier(.completed(intent, answer.completion), of: intent.id, till)
    }

    private mutating func created(_ answer: TerminalMachine.Answer, _ sale: Int, _ till: Int) -> Note {
        if case .local(let parameters, let base) = answer {
            let intent = PaymentIntent(offline: parameters, base: base)
            saleOfIntent[intent.id] = sale
            return .created(intent)
        }
        return answer.isAboutStoring ? .offlineRefused : .created(intent(made: answer, till))
    }

    private func intent(made answer: TerminalMachine.Answer, _ till: Int) -> PaymentIntent? {
        guard case .made(let request, _) = answer, case .intent(let intent)? = tills[till].made[request] else {
            return nil
        }
        return intent
    }

    private func refunded(_ answer: TerminalMachine.Answer, _ till: Int) -> RequestMachine.Result {
        switch answer {
        case .made(let request, _):
            guard case .refund(let refund)? = tills[till].made[request] else { return .unknown }
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

    private mutating func hear(_ notice: TerminalMachine.Notice, _ till: Int) {
        switch notice {
        case .payment(.reversed, let id, _):
            unknownsResolved += 1
            guard let intent = tills[till].intents[id] else {
                return violate(.unexpected, saleOfIntent[id], "\(id): nothing is kept of it")
            }
            tellCashier(.resolved(intent, .canceled(by: .application)), of: id, till)
        case .payment(.resolved(let conclusion), _, let answer?):
            unknownsResolved += 1
            let intent = intent(of: answer, till)
            checkShown(.confirmed(conclusion), intent)
            tellCashier(.resolved(intent, conclusion), of: intent.id, till)
        case .forwarded(let payment, let result):
            checkForwarded(payment.id, result)
        case .forwarder(.quarantined(let id, let quarantine)): checkQuarantined(id, quarantine)
        case .unexpected(let event): violate(.unexpected, nil, "unexpected \(event)")
        case .diagnostic(let text): trace.note(5, text: "\(now): till \(till): \(text)")
        case .connectionStatus, .paymentStatus, .reader, .reconnectStarted, .reconnectSucceeded, .reconnectFailed,
            .disconnected, .cardCollected, .payment, .recoveryStarted, .recoveryEnded, .offlineStatus, .forwarder:
            break
        }
    }
}

extension TerminalMachine.Answer {
    /// Whether the reason is that it may not be stored.
    var isAboutStoring: Bool { if case .refused(.notStorable) = self { true } else { false } }
}
