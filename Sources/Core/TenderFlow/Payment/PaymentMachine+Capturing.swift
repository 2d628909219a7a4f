import TenderModel

/// Capturing a held approval.
extension PaymentMachine {
    mutating func captureRequested(_ amount: Int64?, applicationFee: Int64?) -> [PaymentAction] {
        switch phase {
        case .approved(let facts) where facts.status == .requiresCapture && mayCapture(amount, of: facts):
            running = .capture
            wasToldUnknown = false
            let request = PaymentRequest.capture(key("capture"), amount: amount, applicationFee: applicationFee)
            return pursue(request, .capture(from: facts))
        case .pursuing(let pursuit, .capture) where running == nil && pursuit.captures(amount, applicationFee):
            running = .capture
            wasToldUnknown = false
            return hurry(pursuit)
        case .ready, .opening, .collecting, .stopping, .collected, .pursuing, .concluding, .settling, .storing, .stored,
            .approved,
            .canceled, .reversed:
            return refused(.capture)
        }
    }

    /// Returns whether a hold may be captured with an amount: nobody consented to convert more than what is held.
    private func mayCapture(_ amount: Int64?, of facts: IntentFacts) -> Bool {
        guard let amount, terms.isConverted(facts) else { return true }
        return amount <= facts.capturable ?? facts.amount.minorUnits
    }

    mutating func followCapture(
        _ meaning: ReplyMeaning, _ pursuit: Pursuit, from facts: IntentFacts, _ jitter: Jitter
    ) -> [PaymentAction] {
        switch meaning {
        case .state(let now, let wasRefused):
            return followCapturedState(now, wasRefused: wasRefused, pursuit, from: facts, jitter)
        case .declined(let decline, let now, _):
            if pursuit.isEndedByDecline(holdStands: now.map { $0.status == .requiresCapture }) {
                return captureNotExecuted(.declined(decline, charge: now?.charge), facts, pursuit)
            }
            if now == nil { return confirm(decline, pursuit, jitter) }
        case .notExecuted(.invalid) where pursuit.exchange == pursuit.lastSend:
            var pursuit = pursuit
            pursuit.isFoundInvalid = true
            return undecided(meaning, pursuit, jitter) ?? captureNotExecuted(.notExecuted(.invalid), facts, pursuit)
        case .refund, .noRefund, .notExecuted, .tryAgain, .lost, .keyMismatch, .missing, .mismatch: break
        }
        return undecided(meaning, pursuit, jitter) ?? captureNotExecuted(.notExecuted(meaning.refusal), facts, pursuit)
    }

    private mutating func followCapturedState(
        _ now: IntentFacts, wasRefused: Bool, _ pursuit: Pursuit, from facts: IntentFacts, _ jitter: Jitter
    ) -> [PaymentAction] {
        switch now.status {
        case .succeeded:
            if wasRefused, !pursuit.mayHaveArrived {
                return captureNotExecuted(.notExecuted(.unexpectedState), now, pursuit)
            }
            guard let received = now.received else { return captureNotTold(pursuit, jitter) }
            guard case .capture(_, let amount, _) = pursuit.request, pursuit.asks(feeOf: now),
                received == amount ?? facts.capturable ?? facts.amount.minorUnits
            else { return capturedOtherwise(now, received, wasRefused: wasRefused, pursuit, jitter) }
            return settleCapture(.approved(now), now, pursuit)
        case .canceled:
            return settleCapture(.canceled(by: .gateway), nil, pursuit)
        case .requiresCapture:
            if pursuit.isAsking, let decline = pursuit.unconfirmedDecline {
                return captureNotExecuted(.declined(decline, charge: now.charge), now, pursuit)
            }
            // What made it invalid, such as more than can be captured, stays so for every copy while the hold does.
            if pursuit.isFoundInvalid, now.capturable == facts.capturable {
                return captureNotExecuted(.notExecuted(.invalid), now, pursuit)
            }
            if pursuit.isAsking { return tryAgainAfterAsk(pursuit, jitter) }
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .requiresReauthorization,
            .unknown:
            break
        }
        return undecided(wasRefused ? .state(now, wasRefused: true) : .lost(stored: false), pursuit, jitter) ?? []
    }

    /// Handles a capture of another amount, or with another fee: an intent is captured once, so what is refused because
    /// of it was not executed.
    ///
    /// A query alone proves nothing: if this request was executed, sending it again returns its own answer, unless its
    /// key is used up without a success.
    private mutating func capturedOtherwise(
        _ now: IntentFacts, _ received: Int64, wasRefused: Bool, _ pursuit: Pursuit, _ jitter: Jitter
    ) -> [PaymentAction] {
        let isOthers = received != pursuit.askedTotal ?? now.amount.minorUnits || !pursuit.asks(feeOf: now)
        guard isOthers, wasRefused || pursuit.isAsking else { return undecided(.mismatch, pursuit, jitter) ?? [] }
        return wasRefused || pursuit.isKeyUsedUp
            ? captureNotExecuted(.notExecuted(.unexpectedState), now, pursuit)
            : take(.sendLater(telling: .answerMismatch), pursuit, jitter)
    }

    /// Handles a capture whose amount was not reported: the same request under the same key is answered with the
    /// amount.
    private mutating func captureNotTold(_ pursuit: Pursuit, _ jitter: Jitter) -> [PaymentAction] {
        if pursuit.isAsking { return tryAgainAfterAsk(pursuit, jitter) }
        return undecided(.lost(stored: false), pursuit, jitter) ?? []
    }

    private mutating func settleCapture(
        _ conclusion: Conclusion, _ facts: IntentFacts?, _ pursuit: Pursuit
    ) -> [PaymentAction] {
        settle(Settlement(request: pursuit.request, conclusion: conclusion, next: .capture(facts)))
    }

    /// Handles a capture that was certainly not executed: the hold is unchanged, and the next capture has its own key.
    private mutating func captureNotExecuted(
        _ conclusion: Conclusion, _ facts: IntentFacts, _ pursuit: Pursuit
    ) -> [PaymentAction] {
        round += 1
        return settleCapture(conclusion, facts, pursuit)
    }

    mutating func showCapture(_ conclusion: Conclusion, _ facts: IntentFacts?) -> [PaymentAction] {
        phase = facts.map(PaymentPhase.approved) ?? .canceled
        return endCommand(.capture, .captured(conclusion))
    }

    /// Answers a command, or reports the result of one whose outcome was unknown.
    mutating func endCommand(_ command: PaymentCommand, _ completion: PaymentCompletion) -> [PaymentAction] {
        let told = wasToldUnknown
        wasToldUnknown = false
        if running == command { return finish(command, completion) }
        guard told, let conclusion = completion.conclusion else { return [] }
        return [.notify(.resolved(outcome(after: conclusion)))]
    }

    /// Returns the outcome of the payment after a request on its approval ended: a refused one leaves the approval as
    /// it was, and is no decline of the payment.
    private func outcome(after conclusion: Conclusion) -> Conclusion {
        guard case .approved(let facts) = phase else { return conclusion }
        return switch conclusion {
        case .declined, .notExecuted, .journalUnavailable: .approved(facts)
        case .approved, .canceled, .unknown: conclusion
        }
    }
}
