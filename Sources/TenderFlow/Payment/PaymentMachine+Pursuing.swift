import TenderModel

/// The steps that every keyed request shares: record, send, pause, send again, ask.
extension PaymentMachine {
    /// Begins a request: its record first, the send when the record is on disk (money rule 2).
    mutating func pursue(_ request: PaymentRequest, as makePhase: (Pursuit) -> PaymentPhase) -> [PaymentAction] {
        let (serial, record) = record(.requestLeaving(request, send: 1), withTerms: true)
        phase = makePhase(Pursuit(request, recording: serial))
        return [record]
    }

    mutating func send(_ pursuit: Pursuit) -> [PaymentAction] {
        var pursuit = pursuit
        let serial = nextSerial()
        pursuit.stage = .sent(serial)
        pursuit.lastSend = serial
        pursuit.sends += 1
        pursuit.hasLeft = true
        if case .confirm = pursuit.request { hasSentConfirm = true }
        replace(pursuit)
        return [.send(serial, pursuit.request)] + startPhaseTimer(policy.online)
    }

    /// Nothing leaves without its record: a first send is given up, a later one becomes a question.
    ///
    /// Attaching moves no money: nobody asks about it, and it is given up in any case.
    mutating func sendNotRecorded(_ pursuit: Pursuit) -> [PaymentAction] {
        if case .inspecting = phase { return [.dropCard] + endCollection(.journalUnavailable) }
        guard !pursuit.hasLeft else {
            var pursuit = pursuit
            pursuit.mayHaveArrived = true
            return pauseBeforeAsk(pursuit, .none)
        }
        switch phase {
        case .confirming:
            phase = .collected
            return finish(.confirm, .confirmed(.journalUnavailable)) + answerCancel(.tooLate(.journalUnavailable))
        case .capturing(_, let facts):
            phase = .approved(facts)
            return endCommand(.capture, .captured(.journalUnavailable))
        case .canceling(_, .command(let facts)):
            phase = facts.map(PaymentPhase.approved) ?? .ready
            return endCommand(.cancelIntent, .intentCanceled(.journalUnavailable))
        case .canceling, .refunding: return tellUnknown(.notRecorded) + pauseBeforeAsk(pursuit, .none)
        case .ready, .opening, .collecting, .stopping, .inspecting, .collected, .settling, .storing, .stored, .approved,
            .canceled, .reversed:
            return []
        }
    }

    mutating func pauseBeforeSend(_ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        var pursuit = pursuit
        pursuit.stage = .pausedBeforeSend
        replace(pursuit)
        return startPhaseTimer(pause(pursuit.sends, jitter))
    }

    mutating func pauseBeforeAsk(_ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        var pursuit = pursuit
        pursuit.stage = .pausedBeforeAsk
        replace(pursuit)
        return startPhaseTimer(pause(pursuit.asks, jitter))
    }

    /// Short pauses while somebody waits, the long one afterwards; a payment of an earlier process comes up to it slowly.
    private func pause(_ count: Int, _ jitter: Jitter) -> Duration {
        guard wasToldUnknown else { return policy.pause(count, jitter) }
        return isResumed ? policy.pauseWhenResumed(count) : policy.unknownPause
    }

    mutating func sendAgain(_ pursuit: Pursuit) -> [PaymentAction] {
        var pursuit = pursuit
        let (serial, record) = record(.requestLeaving(pursuit.request, send: pursuit.sends + 1))
        pursuit.stage = .recording(serial)
        replace(pursuit)
        return [record] + (pursuit.sends > 0 ? [.notify(.sendingAgain(send: pursuit.sends + 1))] : [])
    }

    mutating func ask(_ pursuit: Pursuit) -> [PaymentAction] {
        var pursuit = pursuit
        let serial = nextSerial()
        pursuit.stage = .asked(serial)
        pursuit.asks = min(pursuit.asks + 1, policy.maximumAsks)
        replace(pursuit)
        let question = pursuit.question
        return [.notify(.asking(ask: pursuit.asks)), .send(serial, question)] + startPhaseTimer(policy.online)
    }

    /// Ends a pause, since somebody waits again.
    mutating func hurry(_ pursuit: Pursuit) -> [PaymentAction] {
        replace(pursuit)
        switch pursuit.stage {
        case .pausedBeforeAsk: return ask(pursuit)
        case .pausedBeforeSend: return stopPhaseTimer() + sendAgain(pursuit)
        case .recording, .sent, .asked: return []
        }
    }

    mutating func pauseOrExchangeEnded(_ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        switch pursuit.stage {
        case .sent(let serial), .asked(let serial): [.abandon(serial)] + follow(.noAnswer, pursuit, jitter)
        case .pausedBeforeSend: sendAgain(pursuit)
        case .pausedBeforeAsk: ask(pursuit)
        case .recording: []
        }
    }

    /// Hands the reply to the phase that waits for it.
    mutating func follow(_ reply: GatewayReply, _ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        let finding = Finding(reply, terms: terms, captureAmount: pursuit.captureAmount)
        switch phase {
        case .inspecting: return followAttach(finding, pursuit, jitter)
        case .confirming: return followConfirm(finding, pursuit, jitter)
        case .canceling(_, let purpose): return followCancel(finding, pursuit, purpose, jitter)
        case .capturing(_, let facts): return followCapture(finding, pursuit, from: facts, jitter)
        case .refunding(_, let facts): return followRefund(finding, pursuit, of: facts, jitter)
        case .ready, .opening, .collecting, .stopping, .collected, .settling, .storing, .stored, .approved, .canceled,
            .reversed:
            return []
        }
    }

    /// What every request does with a reply that settles nothing.
    ///
    /// - Returns: nil when the request was certainly not executed, which the caller has to answer for.
    mutating func undecided(_ finding: Finding, _ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction]? {
        var pursuit = pursuit
        if case .asked = pursuit.stage { return questionFailed(finding, pursuit, jitter) }
        switch finding {
        case .lost(let stored):
            pursuit.mayHaveArrived = true
            pursuit.isKeyUsedUp = stored
            return stored ? ask(pursuit) : sendAgainOrAsk(pursuit, jitter)
        case .tryAgain(let refusal):
            if refusal == .keyInUse { pursuit.mayHaveArrived = true }
            if pursuit.sends < policy.maximumSends { return pauseBeforeSend(pursuit, jitter) }
            return pursuit.mayHaveArrived ? ask(pursuit) : nil
        case .notExecuted:
            return pursuit.mayHaveArrived ? ask(pursuit) : nil
        case .state(_, wasRefused: true), .keyMismatch:
            pursuit.mayHaveArrived = true
            pursuit.isKeyUsedUp = true
            return ask(pursuit)
        case .state, .refund, .noRefund, .declined, .missing, .mismatch:
            pursuit.mayHaveArrived = true
            return ask(pursuit)
        }
    }

    /// The question showed that the request was not executed yet: the same one is sent again, under a new key when
    /// the old one is proved to be used up without effect.
    mutating func tryAgainAfterAsk(_ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        let told = pursuit.asks >= policy.maximumAsks ? tellUnknown(.noAnswer) : []
        return told + pauseBeforeSend(pursuit.isKeyUsedUp ? renewed(pursuit) : pursuit, jitter)
    }

    /// The first sending is too long ago, or nobody knows how long: the same request never leaves again (money rule 3).
    ///
    /// What the last question found undone is asked for under a new key; the old request may still have been executed.
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
        switch pursuit.request {
        case .capture(_, let amount): pursuit.request = .capture(key("capture"), amount: amount)
        case .cancel: pursuit.request = .cancel(key("cancel"))
        case .refund: pursuit.request = .refund(key("refund"))
        case .attach, .confirm, .retrieve, .findRefund: return pursuit
        }
        pursuit.sends = 0
        pursuit.mayHaveArrived = pursuit.olderMayArrive
        pursuit.isKeyUsedUp = false
        return pursuit
    }

    private mutating func sendAgainOrAsk(_ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        pursuit.sends < policy.maximumSends ? pauseBeforeSend(pursuit, jitter) : ask(pursuit)
    }

    private mutating func questionFailed(_ finding: Finding, _ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        let told: [PaymentAction]
        switch finding {
        case .missing: told = tellUnknown(.intentMissing)
        case .mismatch: told = tellUnknown(.answerMismatch)
        case .notExecuted: told = tellUnknown(.refused)
        case .state, .refund, .noRefund, .declined, .tryAgain, .lost, .keyMismatch:
            told = pursuit.asks >= policy.maximumAsks ? tellUnknown(.noAnswer) : []
        }
        return told + pauseBeforeAsk(pursuit, jitter)
    }

    /// Tells the waiting command that nobody can say yet; asking goes on.
    mutating func tellUnknown(_ reason: UnknownOutcome.Reason) -> [PaymentAction] {
        guard let command = running else { return [] }
        wasToldUnknown = true
        let conclusion = approvalBeingReversed.map(Conclusion.approved) ?? .unknown(reason)
        let completion: PaymentCompletion? =
            switch command {
            case .confirm: .confirmed(conclusion)
            case .capture: .captured(conclusion)
            case .cancelIntent: .intentCanceled(conclusion)
            case .collect: nil
            }
        let told = completion.map { finish(command, $0) } ?? []
        return stopTotalTimer() + told + answerCancelOfUnknown()
    }

    /// The approval that is being given back: it stands, and was recorded, until the reversal is proved.
    private var approvalBeingReversed: IntentFacts? {
        switch phase {
        case .canceling(_, .reversal(let facts)), .refunding(_, let facts): facts
        case .ready, .opening, .collecting, .stopping, .inspecting, .collected, .confirming, .canceling, .capturing,
            .settling, .storing, .stored, .approved, .canceled, .reversed:
            nil
        }
    }

    mutating func replace(_ pursuit: Pursuit) {
        switch phase {
        case .inspecting: phase = .inspecting(pursuit)
        case .confirming: phase = .confirming(pursuit)
        case .canceling(_, let purpose): phase = .canceling(pursuit, purpose)
        case .capturing(_, let facts): phase = .capturing(pursuit, from: facts)
        case .refunding(_, let facts): phase = .refunding(pursuit, of: facts)
        case .ready, .opening, .collecting, .stopping, .collected, .settling, .storing, .stored, .approved, .canceled,
            .reversed:
            break
        }
    }
}
