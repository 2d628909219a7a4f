import TenderModel

/// The forwarding of one payment, or of one card to be saved: card data, intent, confirmation.
extension ForwarderMachine {
    mutating func payloadRead(_ serial: Serial, _ reading: PayloadReading) -> [ForwarderAction]? {
        guard let index = payments.firstIndex(where: { $0.step == .reading(serial) }) else { return nil }
        switch reading {
        case .ready:
            holdsPayload = true
            if let intentID = payments[index].intentID { return open(index, intentID) }
            // A SetupIntent that was created without being noted never has a card, and is not looked for.
            return payments[index].mayBeCreated && payments[index].sale.setup == nil ? find(index) : leave(index)
        case .missing: return quarantine(index, .payloadMissing, "its card data is gone")
        case .damaged: return quarantine(index, .payloadDamaged, "its card data is not what was stored")
        case .failed: return moveToTheEnd(index, .journal, .none)
        }
    }

    // MARK: - The intent

    private mutating func find(_ index: Int) -> [ForwarderAction] {
        let serial = nextSerial()
        payments[index].step = .finding(serial)
        return [.find(serial, base: payments[index].base, from: payments[index].earliest)]
    }

    mutating func found(_ serial: Serial, _ search: IntentSearch, _ jitter: Jitter) -> [ForwarderAction]? {
        guard let index = payments.firstIndex(where: { $0.step == .finding(serial) }) else { return nil }
        switch search {
        case .intent(let facts): return note(index, facts, jitter)
        case .nothing: return leave(index)
        case .failed(let reply): return failed(index, reply, jitter)
        }
    }

    /// Writes the record without which nothing may leave (money rule 2).
    private mutating func leave(_ index: Int) -> [ForwarderAction] {
        let event = OfflineEvent.forwarding(payments[index].createKey, send: payments[index].sends + 1)
        let (serial, record) = record(index, event)
        payments[index].step = .leaving(serial)
        return [record]
    }

    mutating func create(_ index: Int) -> [ForwarderAction] {
        let serial = nextSerial()
        payments[index].sends += 1
        let payment = payments[index]
        payments[index].step = .creating(serial)
        switch payment.sale.wish {
        case .payment(let wish): return [.create(serial, payment.parameters(wish), payment.createKey)]
        case .setup(let wish): return [.createSetup(serial, payment.parameters(wish), payment.createKey)]
        }
    }

    mutating func created(_ serial: Serial, _ reply: GatewayReply, _ jitter: Jitter) -> [ForwarderAction]? {
        guard let index = payments.firstIndex(where: { $0.step == .creating(serial) }) else { return nil }
        payments[index].mayBeCreated = true
        if case .intent(let facts) = reply { return note(index, facts, jitter) }
        return failed(index, reply, jitter)
    }

    mutating func created(_ serial: Serial, _ creation: SetupCreation, _ jitter: Jitter) -> [ForwarderAction]? {
        guard let index = payments.firstIndex(where: { $0.step == .creating(serial) }) else { return nil }
        switch creation {
        case .setup(let facts): return note(index, facts, jitter)
        case .failed(let reply): return failed(index, reply, jitter)
        }
    }

    /// Continues with another key and another intent: the request was first sent too long ago, and the search found
    /// nothing.
    mutating func keyTooOld(_ serial: Serial) -> [ForwarderAction]? {
        guard let index = payments.firstIndex(where: { $0.step == .leaving(serial) }) else { return nil }
        return nextAttempt(index)
    }

    mutating func storedTooLongAgo(_ serial: Serial) -> [ForwarderAction]? {
        guard let index = payments.firstIndex(where: { $0.step == .leaving(serial) }) else { return nil }
        return quarantine(index, .tooOld, "it was stored too long ago to be forwarded without a person's word")
    }

    /// Records the PaymentIntent, before a card is sent to it.
    private mutating func note(_ index: Int, _ facts: IntentFacts, _ jitter: Jitter) -> [ForwarderAction] {
        failures = 0
        guard facts.amount == payments[index].sale.payment?.amount else {
            return quarantine(index, .answerMismatch, "\(facts.id) is over \(facts.amount)")
        }
        if facts.status == .canceled { return conclude(index, .canceled(by: .gateway), jitter) }
        guard facts.takesCard || facts.isApproved else {
            return quarantine(index, .answerMismatch, "\(facts.id) has the status \(facts.status)")
        }
        let (serial, record) = record(index, .created(intentID: facts.id))
        payments[index].step = .noting(serial, facts)
        return [record]
    }

    /// Records the SetupIntent, before a card is sent to it.
    private mutating func note(_ index: Int, _ facts: SetupFacts, _ jitter: Jitter) -> [ForwarderAction] {
        failures = 0
        switch facts.status {
        case .requiresPaymentMethod:
            let (serial, record) = record(index, .created(intentID: facts.id))
            payments[index].step = .notingSetup(serial, facts.id)
            return [record]
        case .canceled: return conclude(index, .canceled(by: .gateway), jitter)
        case .requiresConfirmation, .requiresAction, .processing, .succeeded, .unknown:
            return quarantine(index, .answerMismatch, "\(facts.id) has the status \(facts.status)")
        }
    }

    /// Opens the attempt on the PaymentIntent, as for any card: it is known that nothing was charged on it before.
    ///
    /// A card to be saved is recorded by whoever sends it.
    mutating func open(_ index: Int, _ intentID: String) -> [ForwarderAction] {
        payments[index].intentID = intentID
        guard case .payment(let wish) = payments[index].sale.wish else { return confirm(index) }
        let terms = payments[index].terms(intentID, wish)
        let serial = nextSerial()
        payments[index].step = .opening(serial)
        let entry = JournalEntry(
            intentID: intentID, attempt: 1, terms: terms,
            event: .attemptOpened(reader: payments[index].sale.reader, .none)
        )
        return [.record(serial, entry)]
    }

    mutating func confirm(_ index: Int) -> [ForwarderAction] {
        guard let intentID = payments[index].intentID else { return moveToTheEnd(index, .journal, .none) }
        let serial = nextSerial()
        payments[index].following = serial
        payments[index].isFollowed = false
        payments[index].step = .confirming
        holdsPayload = false
        switch payments[index].sale.wish {
        case .payment(let wish): return [.confirm(serial, payments[index].terms(intentID, wish))]
        case .setup(let wish):
            let setup = CardSetup(
                setupIntent: intentID, customer: wish.parameters.customer, allowRedisplay: wish.allowRedisplay)
            return [.save(serial, setup, payments[index].setupKey)]
        }
    }

    // MARK: - Obstacles

    /// Handles a search or a request for the PaymentIntent that returned none.
    private mutating func failed(_ index: Int, _ reply: GatewayReply, _ jitter: Jitter) -> [ForwarderAction] {
        switch reply {
        case .notSent: return postpone(index, .unreachable, jitter)
        case .noAnswer: return moveToTheEnd(index, .unreachable, jitter)
        case .serverError(let stored): return troubled(index, isKeyUsedUp: stored, jitter)
        // A request for a new intent refers to nothing that could be missing: the answer proves nothing.
        case .refused(.notFound, _): return troubled(index, isKeyUsedUp: false, jitter)
        case .refused(let refusal, _): return refused(index, refusal, jitter)
        case .intent, .refund, .noRefund, .declined, .declinedUnderKey:
            return quarantine(index, .refused, "the gateway's answer has no meaning here")
        }
    }

    /// Handles a failure of the gateway: the request is repeated later, and after a number of failures a person has to
    /// look.
    private mutating func troubled(_ index: Int, isKeyUsedUp: Bool, _ jitter: Jitter) -> [ForwarderAction] {
        payments[index].failures += 1
        if payments[index].failures >= policy.maximumFailures {
            return quarantine(index, .refused, "the gateway failed over it \(payments[index].failures) times")
        }
        if isKeyUsedUp { payments[index].beginNextAttempt() }
        return moveToTheEnd(index, .gatewayBusy, jitter)
    }

    mutating func refused(
        _ index: Int, _ refusal: GatewayReply.Refusal, _ jitter: Jitter
    ) -> [ForwarderAction] {
        switch refusal {
        case .notConnected: return postpone(index, .unreachable, jitter)
        case .keyInUse, .rateLimited: return postpone(index, .gatewayBusy, jitter)
        case .unauthorized: return postpone(index, .unauthorized, jitter)
        case .keyMismatch where payments[index].intentID == nil: return nextAttempt(index)
        case .unexpectedState, .notFound, .keyMismatch, .invalid:
            // Under its key the refusal of a card would come again.
            if payments[index].sale.setup != nil { payments[index].beginNextAttempt() }
            return quarantine(index, .refused, "the gateway refuses it: \(refusal.rawValue)")
        }
    }

    /// Postpones a payment that is not at fault: it remains first, and nothing is tried for a while.
    mutating func postpone(
        _ index: Int, _ obstacle: ForwarderNotice.Obstacle, _ jitter: Jitter
    ) -> [ForwarderAction] {
        payments[index].step = .waiting
        return backOff(obstacle, jitter, untilReachable: obstacle == .unreachable)
    }

    /// Moves a payment that may be at fault behind the others.
    mutating func moveToTheEnd(
        _ index: Int, _ obstacle: ForwarderNotice.Obstacle, _ jitter: Jitter
    ) -> [ForwarderAction] {
        var payment = payments.remove(at: index)
        payment.step = .waiting
        payments.append(payment)
        return backOff(obstacle, jitter, untilReachable: obstacle == .unreachable)
    }

    // MARK: - The outcome

    mutating func concluded(_ serial: Serial, _ conclusion: Conclusion, _ jitter: Jitter) -> [ForwarderAction]? {
        end(serial) { $0.conclude($1, conclusion, jitter) }
    }

    mutating func saved(_ serial: Serial, _ facts: SetupFacts) -> [ForwarderAction]? {
        end(serial) { machine, index in
            machine.payments[index].following = nil
            return machine.settle(index, .saved(facts))
        }
    }

    /// Acts on a card that was sent with the SetupIntent before: the stored one is not sent beside it.
    mutating func sentBefore(_ serial: Serial, _ setup: PaymentHistory.Setup) -> [ForwarderAction]? {
        guard let index = payments.firstIndex(where: { $0.following == serial && $0.step == .confirming }) else {
            return nil
        }
        payments[index].following = nil
        payments[index].step = .waiting
        return goOn(index, after: setup)
    }

    /// Acts on the end of what is followed; a release that it overtakes is answered.
    private mutating func end(
        _ serial: Serial, _ act: (inout Self, Int) -> [ForwarderAction]
    ) -> [ForwarderAction]? {
        guard let index = payments.firstIndex(where: { $0.following == serial }) else { return nil }
        let (id, step) = (payments[index].id, payments[index].step)
        let actions = act(&self, index)
        guard case .releasing = step, payments[index].step != step else { return actions }
        return [.finish(id, .done)] + actions
    }

    /// Acts on a conclusion; unless it is final, what the journal has set aside waits for a person's decision, whatever
    /// is proved in the meantime.
    mutating func conclude(_ index: Int, _ conclusion: Conclusion, _ jitter: Jitter) -> [ForwarderAction] {
        if case .unknown(let reason) = conclusion { return setAside(index, reason) }
        let isSetAside = payments[index].isSetAside
        payments[index].following = nil
        switch conclusion {
        case .approved(let facts): return settle(index, .approved(facts))
        case .declined(let decline, _):
            return settle(index, .declined(decline, intentID: payments[index].intentID ?? ""))
        case .canceled(by: .engine):
            guard isSetAside else { return nextAttempt(index) }
            payments[index].beginNextAttempt()
            return []
        case .canceled(let origin):
            payments[index].beginNextAttempt()
            return quarantine(
                index, .canceledElsewhere, "its intent was canceled, and not by us (\(origin.rawValue))")
        case .notExecuted(let refusal):
            guard isSetAside else { return refused(index, refusal, jitter) }
            if payments[index].sale.setup != nil { payments[index].beginNextAttempt() }
            return []
        case .journalUnavailable: return isSetAside ? [] : moveToTheEnd(index, .journal, jitter)
        case .unknown: return []
        }
    }

    /// Continues the queue with the next payment while the payment machine continues to ask.
    private mutating func setAside(_ index: Int, _ reason: UnknownOutcome.Reason) -> [ForwarderAction] {
        let told = [ForwarderAction.notify(.outcomeUnknown(payments[index].id, reason))]
        guard !payments[index].isSetAside else { return told }
        switch reason {
        case .noAnswer, .notRecorded:
            payments[index].step = .aside
            return told
        case .answerMismatch, .intentMissing, .refused:
            let kind: OfflinePayment.Quarantine.Reason = reason == .answerMismatch ? .answerMismatch : .outcomeUnknown
            return told + quarantine(index, kind, "nobody can tell what became of it: \(reason.rawValue)")
        }
    }

    /// Continues with the next intent: the previous one provably holds and has saved nothing.
    private mutating func nextAttempt(_ index: Int) -> [ForwarderAction] {
        payments[index].beginNextAttempt()
        payments[index].following = nil
        guard payments[index].tries <= policy.maximumAttempts else {
            return quarantine(index, .tooManyAttempts, "it was tried \(payments[index].tries - 1) times")
        }
        payments[index].step = .waiting
        return []
    }

    /// Records the result before it is reported; nobody else claims a sale whose goods were handed over.
    mutating func settle(_ index: Int, _ result: OfflineResult) -> [ForwarderAction] {
        let (serial, record) = record(index, .forwarded(result))
        payments[index].step = .settling(serial, result)
        switch result {
        case .approved(let facts) where payments[index].isFollowed:
            return [.note(JournalEntry(intentID: facts.id, attempt: 1, event: .claimed)), record]
        case .saved(let facts):
            let told = JournalEntry.Event.requestTold(payments[index].setupKey)
            return [.note(JournalEntry(intentID: facts.id, attempt: 1, event: told)), record]
        case .approved, .declined: return [record]
        }
    }
}
