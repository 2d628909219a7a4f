import TenderModel

/// The steps of a pursuit: its records, exchanges and timers.
extension PaymentMachine {
    /// Begins a request: first its record, and the sending once the record is on disk (money rule 2).
    mutating func pursue(_ request: PaymentRequest, _ purpose: Pursuit.Purpose) -> [PaymentAction] {
        let (serial, record) = record(.requestLeaving(request, send: 1), withTerms: true)
        phase = .pursuing(Pursuit(request, recording: serial), purpose)
        return [record]
    }

    mutating func send(_ pursuit: Pursuit) -> [PaymentAction] {
        var pursuit = pursuit
        let serial = nextSerial()
        pursuit.leave(as: serial)
        if pursuit.request.isConfirm { hasSentConfirm = true }
        replace(pursuit)
        return [.send(serial, pursuit.request)] + startPhaseTimer(policy.online)
    }

    /// Handles a request that could not be recorded, and so may not leave: a first sending is given up, a later one
    /// becomes a query.
    ///
    /// Attaching moves no money, so nobody asks about it, and it is given up in any case.
    mutating func sendNotRecorded(_ pursuit: Pursuit, _ purpose: Pursuit.Purpose) -> [PaymentAction] {
        var pursuit = pursuit
        if purpose != .inspect, let step = pursuit.notRecorded() { return take(step, pursuit, .none) }
        switch purpose {
        case .inspect:
            return [.dropCard] + endCollection(.journalUnavailable)
        case .confirm:
            return keepCard() + finish(.confirm, .confirmed(.journalUnavailable))
                + answerCancel(.tooLate(.journalUnavailable))
        case .capture(let facts):
            phase = .approved(facts)
            return endCommand(.capture, .captured(.journalUnavailable))
        case .increment(let facts):
            phase = .approved(facts)
            return endCommand(.increment, .incremented(.journalUnavailable))
        case .cancel(.command(let facts)):
            phase = facts.map(PaymentPhase.approved) ?? .ready
            return endCommand(.cancelIntent, .intentCanceled(.journalUnavailable))
        case .cancel(.proof), .cancel(.reversal), .refund:
            return take(.askLater(telling: .notRecorded), pursuit, .none)
        }
    }

    // MARK: - Steps

    /// Carries out the next step of a pursuit.
    mutating func take(_ step: Pursuit.Step, _ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        var pursuit = pursuit
        switch step {
        case .sendAgain: return sendAgain(pursuit)
        case .ask: return ask(pursuit)
        case .sendLater(let reason):
            pursuit.stage = .pausedBeforeSend
            return pause(pursuit, count: pursuit.sends, telling: reason, jitter)
        case .askLater(let reason):
            pursuit.stage = .pausedBeforeAsk
            return pause(pursuit, count: pursuit.asks, telling: reason, jitter)
        }
    }

    private mutating func pause(
        _ pursuit: Pursuit, count: Int, telling reason: UnknownOutcome.Reason?, _ jitter: Jitter
    ) -> [PaymentAction] {
        replace(pursuit)
        let told = reason.map { tellUnknown($0) } ?? []
        return told + startPhaseTimer(lengthOfPause(count, jitter))
    }

    /// Returns the length of a pause: short while somebody waits, long afterwards; a payment of an earlier process
    /// approaches it gradually.
    private func lengthOfPause(_ count: Int, _ jitter: Jitter) -> Duration {
        guard wasToldUnknown else { return policy.pause(count, jitter) }
        return isResumed ? policy.pauseWhenResumed(count) : policy.unknownPause
    }

    private mutating func sendAgain(_ pursuit: Pursuit) -> [PaymentAction] {
        var pursuit = pursuit
        let stopped = stopPhaseTimer()
        let (serial, record) = record(.requestLeaving(pursuit.request, send: pursuit.sends + 1))
        pursuit.stage = .recording(serial)
        replace(pursuit)
        return stopped + [record] + (pursuit.sends > 0 ? [.notify(.sendingAgain(send: pursuit.sends + 1))] : [])
    }

    mutating func ask(_ pursuit: Pursuit) -> [PaymentAction] {
        var pursuit = pursuit
        let serial = nextSerial()
        pursuit.ask(as: serial, policy)
        replace(pursuit)
        return [.notify(.asking(ask: pursuit.asks)), .send(serial, question(of: pursuit))]
            + startPhaseTimer(policy.online)
    }

    /// Returns the query that reveals the outcome; of a hold that somebody else captured, first how much of it.
    private func question(of pursuit: Pursuit) -> PaymentRequest {
        if case .pursuing(_, .refund(let facts)) = phase, facts.status == .requiresCapture { return .retrieve }
        return pursuit.question
    }

    /// Ends a pause, because somebody waits again.
    mutating func hurry(_ pursuit: Pursuit) -> [PaymentAction] {
        var pursuit = pursuit
        let step = pursuit.hurry()
        replace(pursuit)
        return step.map { take($0, pursuit, .none) } ?? []
    }

    mutating func pauseOrExchangeEnded(
        _ pursuit: Pursuit, _ purpose: Pursuit.Purpose, _ jitter: Jitter
    ) -> [PaymentAction] {
        if let exchange = pursuit.exchange {
            return [.abandon(exchange)] + follow(.noAnswer, pursuit, purpose, jitter)
        }
        return pursuit.stepAfterPause.map { take($0, pursuit, jitter) } ?? []
    }

    /// Interprets the reply against the terms, for the purpose of the request.
    mutating func follow(
        _ reply: GatewayReply, _ pursuit: Pursuit, _ purpose: Pursuit.Purpose, _ jitter: Jitter
    ) -> [PaymentAction] {
        let meaning = meaning(reply, askedTotal: pursuit.askedTotal)
        switch purpose {
        case .inspect: return followAttach(meaning, pursuit, jitter)
        case .confirm: return followConfirm(meaning, pursuit, jitter)
        case .cancel(let purpose): return followCancel(meaning, pursuit, purpose, jitter)
        case .capture(let facts): return followCapture(meaning, pursuit, from: facts, jitter)
        case .increment(let facts) where isInvalidForGood(reply, pursuit, from: facts):
            return incrementNotExecuted(.notExecuted(.invalid), facts, pursuit)
        case .increment(let facts): return followIncrement(meaning, pursuit, from: facts, jitter)
        case .refund(let facts): return followRefund(meaning, pursuit, of: facts, jitter)
        }
    }

    /// Handles a reply that settles nothing, as for every request.
    ///
    /// - Returns: `nil` if the request was certainly not executed, which the caller has to handle.
    mutating func undecided(_ meaning: ReplyMeaning, _ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction]? {
        var pursuit = pursuit
        return pursuit.undecided(meaning, policy).map { take($0, pursuit, jitter) }
    }

    /// Asks whether the hold is as it was, after a decline under a new key that does not show it: the key would only
    /// return the same decline again.
    mutating func confirm(_ decline: Decline, _ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        var pursuit = pursuit
        pursuit.unconfirmedDecline = decline
        return undecided(.declined(decline, nil, isOwn: false), pursuit, jitter) ?? []
    }

    // MARK: - New keys

    /// Sends the request again after a query showed that it was not executed yet, under a new key if the old one is
    /// provably used up without effect.
    mutating func tryAgainAfterAsk(_ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        let step = pursuit.notYetExecuted(policy)
        return take(step, pursuit.isKeyUsedUp ? renewed(pursuit) : pursuit, jitter)
    }

    /// Handles a request that was first sent too long ago, or an unknown time ago, and so never leaves again (money
    /// rule 3).
    ///
    /// What the last query found undone is requested under a new key; the old request may still have been executed.
    mutating func sendTooOld(_ pursuit: Pursuit) -> [PaymentAction] {
        var pursuit = pursuit
        guard !pursuit.request.isConfirm else { return ask(pursuit) }
        pursuit.olderMayArrive = true
        pursuit = renewed(pursuit)
        let (serial, record) = record(.requestLeaving(pursuit.request, send: 1), withTerms: true)
        pursuit.stage = .recording(serial)
        replace(pursuit)
        return [record]
    }

    private mutating func renewed(_ pursuit: Pursuit) -> Pursuit {
        round += 1
        var pursuit = pursuit
        pursuit.renew(key)
        return pursuit
    }

    // MARK: - Unknown outcomes

    /// Reports to the waiting command that the outcome is still unknown; asking continues.
    mutating func tellUnknown(_ reason: UnknownOutcome.Reason) -> [PaymentAction] {
        guard let command = running else { return [] }
        wasToldUnknown = true
        let conclusion = approvalBeingReversed.map(Conclusion.approved) ?? .unknown(reason)
        let completion: PaymentCompletion? =
            switch command {
            case .confirm: .confirmed(conclusion)
            case .capture: .captured(conclusion)
            case .increment: .incremented(conclusion)
            case .cancelIntent: .intentCanceled(conclusion)
            case .collect, .edit: nil
            }
        let told = completion.map { finish(command, $0) } ?? []
        return tellCard(.noAnswer) + stopTotalTimer() + told + answerCancelOfUnknown()
    }

    /// The approval that is being reversed because somebody asked; nobody is told one that the card has not agreed to.
    private var approvalBeingReversed: IntentFacts? {
        if terms.awaitsIssuer { return nil }
        return if case .pursuing(_, let purpose) = phase { purpose.approvalBeingReversed } else { nil }
    }

    private mutating func replace(_ pursuit: Pursuit) {
        guard case .pursuing(_, let purpose) = phase else { return }
        phase = .pursuing(pursuit, purpose)
    }
}
