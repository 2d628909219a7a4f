import TenderModel

/// Everything from the command to confirm until its outcome is recorded and shown.
extension PaymentMachine {
    mutating func confirmRequested() -> [PaymentAction] {
        switch phase {
        case .collected where terms.isOffline: return store()
        case .collected:
            running = .confirm
            wasToldUnknown = false
            let stopped = stopPhaseTimer() + startTotalTimer()
            return stopped + pursue(.confirm(key("confirm")), .confirm)
        case .pursuing(let pursuit, .confirm) where running == nil,
            .pursuing(let pursuit, .cancel(.proof)) where running == nil:
            return waitAgain(pursuit)
        case .concluding(let concluding) where running == nil: return waitForRecord { $0.conclude(concluding.facts) }
        case .settling(_, let settlement) where running == nil && settlement.endsConfirmation:
            return waitForRecord { $0.settle(settlement) }
        case .ready, .opening, .collecting, .stopping, .pursuing, .concluding, .settling, .storing, .stored, .approved,
            .canceled,
            .reversed:
            return refused(.confirm)
        }
    }

    /// Waits once more for an outcome that was reported as unknown; the next query is sent immediately.
    private mutating func waitAgain(_ pursuit: Pursuit) -> [PaymentAction] {
        running = .confirm
        wasToldUnknown = false
        let started = startTotalTimer()
        return started + hurry(pursuit)
    }

    /// Waits for the record of an outcome that is already known; it is written again immediately.
    private mutating func waitForRecord(_ write: (inout Self) -> [PaymentAction]) -> [PaymentAction] {
        running = .confirm
        wasToldUnknown = false
        return phaseTimer == nil ? [] : stopPhaseTimer() + write(&self)
    }

    mutating func followConfirm(_ meaning: ReplyMeaning, _ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        if pursuit.isAsking {
            if case .state(let facts, _) = meaning { return followState(facts, pursuit, jitter) }
            return undecided(meaning, pursuit, jitter) ?? []
        }
        if let conclusion = meaning.conclusionOfConfirm(isNewCharge: isNewCharge) { return settleConfirm(conclusion) }
        if case .tryAgain(let refusal) = meaning, refusal != .keyInUse, !pursuit.mayHaveArrived, let unwanted {
            return stop(unwanted, readerIsRunning: false)
        }
        return undecided(meaning, pursuit, jitter) ?? confirmNotExecuted(meaning)
    }

    /// The reason not to resend a confirmation that was not executed: a pending cancel, or a deadline that has passed.
    private var unwanted: PendingCancel? {
        cancel ?? (running == nil ? PendingCancel(mode: .stop, origin: .deadline, isAwaited: false) : nil)
    }

    /// Handles what the intent itself shows after a lost confirmation.
    private mutating func followState(_ facts: IntentFacts, _ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        switch facts.status {
        case .requiresCapture, .succeeded:
            guard facts.isApproved else { return undecided(.mismatch, pursuit, jitter) ?? [] }
            return settleConfirm(.approved(facts))
        case .canceled:
            return settleConfirm(.canceled(by: .gateway))
        case .requiresPaymentMethod:
            if let decline = facts.decline, let charge = facts.charge, isNewCharge(charge) {
                return settleConfirm(.declined(decline, charge: charge))
            }
            return prove()
        case .requiresConfirmation, .requiresAction, .requiresReauthorization:
            return prove()
        case .processing, .unknown:
            return undecided(.lost(stored: false), pursuit, jitter) ?? []
        }
    }

    /// Returns whether a failed charge did not exist before this attempt: then it is this attempt's, and its key is
    /// used up.
    func isNewCharge(_ charge: String) -> Bool {
        knowsCharge && charge != knownCharge && !olderCharges.contains(charge)
    }

    /// Proves the outcome: the confirmation may still arrive, so that its absence proves nothing, but a keyed cancel
    /// does (money rule 4).
    private mutating func prove() -> [PaymentAction] {
        pursue(.cancel(key("cancel")), .cancel(.proof))
    }

    private mutating func confirmNotExecuted(_ meaning: ReplyMeaning) -> [PaymentAction] {
        settleConfirm(.notExecuted(meaning.refusal))
    }

    // MARK: - Recording and showing

    mutating func settleConfirm(_ conclusion: Conclusion) -> [PaymentAction] {
        if case .approved(let facts) = conclusion, terms.awaitsIssuer { return conclude(facts) }
        return settle(Settlement(request: .confirm(key("confirm")), conclusion: conclusion, next: .confirmation))
    }

    mutating func settle(_ settlement: Settlement) -> [PaymentAction] {
        let (serial, record) = record(.settled(settlement.request, settlement.conclusion, receipt: nil))
        phase = .settling(record: serial, settlement)
        return [record]
    }

    /// Handles a settlement that could not be recorded, and so cannot be shown: it is reported as unknown, and recorded
    /// later.
    mutating func settlementNotRecorded(_ settlement: Settlement) -> [PaymentAction] {
        tellUnknown(.notRecorded) + startPhaseTimer(policy.unknownPause)
    }

    mutating func show(_ settlement: Settlement) -> [PaymentAction] {
        moveTerms(after: settlement)
        return switch settlement.next {
        case .confirmation: showConfirmation(settlement.conclusion)
        case .stopped(let origin, let cancelsIntent): showStopped(by: origin, cancelsIntent: cancelsIntent)
        case .capture(let facts): showCapture(settlement.conclusion, facts)
        case .increment(let facts): showIncrement(settlement.conclusion, facts)
        case .intentCancel(let facts): showIntentCancel(settlement.conclusion, facts)
        case .reversal(let facts): showReversal(settlement.conclusion, facts)
        case .failedReversal(let facts): showFailedReversal(facts)
        }
    }

    private mutating func showConfirmation(_ conclusion: Conclusion) -> [PaymentAction] {
        let dropped: [PaymentAction]
        switch conclusion {
        case .approved(let facts):
            terms.awaitsIssuer = false
            if cancel?.mode == .reverseIfApproved { return [.dropCard] + reverse(facts) }
            phase = .approved(facts)
            dropped = [.dropCard]
        case .declined(_, let charge):
            phase = .ready
            dropped = tellCard(.declined) + [.dropCard]
            let shown = endConfirm(conclusion)
            beginNextAttempt(after: charge)
            knowsCharge = charge != nil
            return stopTotalTimer() + dropped + shown + answerCancel(.tooLate(conclusion))
        case .canceled:
            phase = .canceled
            dropped = [.dropCard]
        case .notExecuted, .unknown, .journalUnavailable:
            dropped = keepCard()
        }
        return stopTotalTimer() + dropped + endConfirm(conclusion) + answerCancel(.tooLate(conclusion))
    }

    /// Keeps a card that was not charged for another confirmation, except one that would have to wait on in the reader.
    mutating func keepCard() -> [PaymentAction] {
        phase = terms.awaitsIssuer ? .ready : .collected
        return terms.awaitsIssuer ? stopTotalTimer() + [.dropCard] : []
    }

    /// Answers the confirmation, or reports the result of an unknown outcome.
    mutating func endConfirm(_ conclusion: Conclusion) -> [PaymentAction] {
        let told = wasToldUnknown
        wasToldUnknown = false
        if running == .confirm { return finish(.confirm, .confirmed(conclusion)) + claim(conclusion) }
        return told ? [.notify(.resolved(conclusion))] : []
    }

    /// Claims an approval that somebody waited for.
    private func claim(_ conclusion: Conclusion) -> [PaymentAction] {
        guard policy.claimsOnReturn, case .approved = conclusion else { return [] }
        return [note(.claimed)]
    }
}
