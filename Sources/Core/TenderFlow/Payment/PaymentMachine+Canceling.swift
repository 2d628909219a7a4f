import TenderModel

/// Canceling the intent (as a command, as a proof, as the reversal of a hold) and refunding what was captured.
extension PaymentMachine {
    mutating func cancelIntentRequested() -> [PaymentAction] {
        if terms.isOffline, phase == .ready || phase == .collected { return cancelOffline() }
        switch phase {
        case .ready: return cancelIntent(from: nil)
        case .collected: return stopPhaseTimer() + stopTotalTimer() + [.dropCard] + cancelIntent(from: nil)
        case .approved(let facts) where facts.status == .requiresCapture: return cancelIntent(from: facts)
        case .opening: return stopAndCancelIntent(readerIsRunning: false)
        case .pursuing(let pursuit, .inspect):
            return (pursuit.exchange.map { [.abandon($0)] } ?? []) + stopAndCancelIntent(readerIsRunning: false)
        case .collecting: return stopAndCancelIntent(readerIsRunning: true)
        case .stopping(var stop) where !stop.cancelsIntent:
            stop.cancelsIntent = true
            phase = .stopping(stop)
            return []
        case .stopping, .pursuing(_, .confirm), .pursuing(_, .cancel), .pursuing(_, .capture), .pursuing(_, .increment),
            .pursuing(_, .refund), .concluding, .settling, .storing, .stored, .approved, .canceled, .reversed:
            return refused(.cancelIntent)
        }
    }

    private mutating func cancelIntent(from facts: IntentFacts?) -> [PaymentAction] {
        running = .cancelIntent
        wasToldUnknown = false
        return pursue(.cancel(key("cancel")), .cancel(.command(from: facts)))
    }

    mutating func cancelDuringConfirm(_ asked: PendingCancel) -> [PaymentAction] {
        guard isConfirmation else {
            return [.finish(.cancelAnswered(.notCancellable(phase.name)))]
        }
        let noted = note(.cancelAsked(asked.mode, by: asked.origin))
        let reverses = asked.mode == .reverseIfApproved || cancel?.mode == .reverseIfApproved
        cancel = PendingCancel(
            mode: reverses ? .reverseIfApproved : .stop, origin: cancel?.origin ?? asked.origin, isAwaited: true
        )
        return [noted] + (running == nil ? answerCancelOfUnknown() : [])
    }

    /// Whether the outcome in progress is a confirmation's, or that of the reversal that follows one.
    private var isConfirmation: Bool {
        switch phase {
        case .pursuing(_, .confirm), .pursuing(_, .refund), .pursuing(_, .cancel(.proof)),
            .pursuing(_, .cancel(.reversal)), .concluding:
            true
        case .pursuing(_, .inspect), .pursuing(_, .cancel(.command)), .pursuing(_, .capture), .pursuing(_, .increment):
            false
        case .settling(_, let settlement):
            switch settlement.next {
            case .confirmation, .stopped, .reversal, .failedReversal: true
            case .capture, .increment, .intentCancel: false
            }
        case .ready, .opening, .collecting, .stopping, .collected, .storing, .stored, .approved, .canceled, .reversed:
            false
        }
    }

    /// Answers a cancel after the outcome was reported as unknown, when nobody can wait for it; a request for reversal
    /// is kept.
    mutating func answerCancelOfUnknown() -> [PaymentAction] {
        guard cancel?.isAwaited == true else { return [] }
        cancel?.isAwaited = false
        let reverses = cancel?.mode == .reverseIfApproved
        return [.finish(.cancelAnswered(reverses ? .reversalUnknown : .tooLate(.unknown(.noAnswer))))]
    }

    mutating func followCancel(
        _ meaning: ReplyMeaning, _ pursuit: Pursuit, _ purpose: CancelPurpose, _ jitter: Jitter
    ) -> [PaymentAction] {
        if case .state(let facts, _) = meaning {
            switch facts.status {
            case .canceled: return settleCanceled(pursuit, purpose)
            case .succeeded: return cancelLost(to: facts, pursuit, purpose, jitter)
            case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .requiresCapture,
                .requiresReauthorization, .unknown:
                if pursuit.isAsking { return tryAgainAfterAsk(pursuit, jitter) }
            }
        }
        return undecided(meaning, pursuit, jitter) ?? cancelNotExecuted(meaning, pursuit, purpose, jitter)
    }

    private mutating func settleCanceled(_ pursuit: Pursuit, _ purpose: CancelPurpose) -> [PaymentAction] {
        switch purpose {
        case .proof: settleConfirm(.canceled(by: .engine))
        case .command:
            settle(
                Settlement(
                    request: pursuit.request, conclusion: .canceled(by: .application), next: .intentCancel(nil)
                )
            )
        case .reversal(let facts): settleReversed(nil, pursuit, of: facts)
        }
    }

    /// Handles an approval that was captured before it could be canceled.
    private mutating func cancelLost(
        to facts: IntentFacts, _ pursuit: Pursuit, _ purpose: CancelPurpose, _ jitter: Jitter
    ) -> [PaymentAction] {
        switch purpose {
        case .proof:
            guard facts.isApproved else { return undecided(.mismatch, pursuit, jitter) ?? [] }
            return settleConfirm(.approved(facts))
        case .command:
            return settle(
                Settlement(request: pursuit.request, conclusion: .approved(facts), next: .intentCancel(facts))
            )
        case .reversal:
            return reverse(facts)
        }
    }

    private mutating func cancelNotExecuted(
        _ meaning: ReplyMeaning, _ pursuit: Pursuit, _ purpose: CancelPurpose, _ jitter: Jitter
    ) -> [PaymentAction] {
        guard case .command(let facts) = purpose else {
            return take(.askLater(telling: .refused), pursuit, jitter)
        }
        round += 1
        let conclusion = Conclusion.notExecuted(meaning.refusal)
        return settle(Settlement(request: pursuit.request, conclusion: conclusion, next: .intentCancel(facts)))
    }

    mutating func showIntentCancel(_ conclusion: Conclusion, _ facts: IntentFacts?) -> [PaymentAction] {
        let wasExecuted = if case .notExecuted = conclusion { false } else { true }
        phase = facts.map(PaymentPhase.approved) ?? (wasExecuted ? .canceled : .ready)
        return endCommand(.cancelIntent, .intentCanceled(conclusion))
    }

    // MARK: - Reversal

    /// Reverses an approval because a cancel requested it or its card did not agree: a hold by canceling, a captured
    /// approval by a full refund.
    mutating func reverse(_ facts: IntentFacts) -> [PaymentAction] {
        guard facts.status == .requiresCapture else {
            return pursue(.refund(key("refund")), .refund(of: facts))
        }
        return pursue(.cancel(key("cancel")), .cancel(.reversal(of: facts)))
    }

    mutating func followRefund(
        _ meaning: ReplyMeaning, _ pursuit: Pursuit, of facts: IntentFacts, _ jitter: Jitter
    ) -> [PaymentAction] {
        switch meaning {
        case .refund(let refund) where refund.intent == facts.id && facts.isGivenBack(by: refund.others):
            return settleReversed(facts, pursuit, of: facts)
        case .refund(let refund):
            guard refund.givesBack(facts) || facts.isGivenBack(by: refund) else {
                return undecided(.mismatch, pursuit, jitter) ?? []
            }
            return followMatchingRefund(refund.status, pursuit, of: facts, jitter)
        case .noRefund(let others) where facts.isGivenBack(by: others):
            return settleReversed(facts, pursuit, of: facts)
        case .noRefund: return tryAgainAfterAsk(pursuit, jitter)
        case .state(var captured, _) where facts.status == .requiresCapture && captured.status == .succeeded:
            // What others have given back, and this refund itself, are counted with the refund.
            captured.refunded = 0
            phase = .pursuing(pursuit, .refund(of: captured))
            return ask(pursuit)
        case .state, .declined, .notExecuted, .tryAgain, .lost, .keyMismatch, .missing, .mismatch:
            return undecided(meaning, pursuit, jitter) ?? take(.askLater(telling: .refused), pursuit, jitter)
        }
    }

    /// Follows a refund, which remains open while it is pending.
    private mutating func followMatchingRefund(
        _ status: RefundStatus, _ pursuit: Pursuit, of facts: IntentFacts, _ jitter: Jitter
    ) -> [PaymentAction] {
        switch status {
        case .succeeded: settleReversed(facts, pursuit, of: facts)
        case .failed, .canceled:
            settle(Settlement(request: pursuit.request, conclusion: .approved(facts), next: .failedReversal(facts)))
        case .pending, .requiresAction, .unknown: take(.askLater(telling: .noAnswer), pursuit, jitter)
        }
    }

    /// Settles a reversal: as a decline of the card if it did not agree to the approval and nobody asked for more.
    ///
    /// - Parameter refunded: The approval, if it was given back by a refund.
    private mutating func settleReversed(
        _ refunded: IntentFacts?, _ pursuit: Pursuit, of approval: IntentFacts
    ) -> [PaymentAction] {
        let isCards = terms.awaitsIssuer && cancel?.mode != .reverseIfApproved
        let conclusion = isCards ? Conclusion.declined(.byCard, charge: approval.charge) : .canceled(by: .application)
        return settle(Settlement(request: pursuit.request, conclusion: conclusion, next: .reversal(refunded)))
    }

    mutating func showFailedReversal(_ facts: IntentFacts) -> [PaymentAction] {
        phase = .approved(facts)
        terms.awaitsIssuer = false
        let conclusion = Conclusion.approved(facts)
        return stopTotalTimer() + endConfirm(conclusion) + answerCancel(.tooLate(conclusion))
    }

    mutating func showReversal(_ conclusion: Conclusion, _ facts: IntentFacts?) -> [PaymentAction] {
        phase = facts.map(PaymentPhase.reversed) ?? .canceled
        terms.awaitsIssuer = false
        if case .declined = conclusion {
            let answered = answerCancel(cancel?.mode == .reverseIfApproved ? .reversed : .tooLate(conclusion))
            return stopTotalTimer() + endConfirm(conclusion) + answered
        }
        let origin = cancel?.origin ?? .application
        let isWaitedFor = running == .confirm
        wasToldUnknown = false
        let ended = isWaitedFor ? finish(.confirm, .confirmed(.canceled(by: origin))) : [.notify(.reversed)]
        return stopTotalTimer() + ended + answerCancel(.reversed)
    }
}
