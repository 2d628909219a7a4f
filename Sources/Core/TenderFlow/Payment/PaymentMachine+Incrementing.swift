import TenderModel

/// Raising a held approval to a larger total (incremental authorization).
extension PaymentMachine {
    mutating func incrementRequested(to total: Int64) -> [PaymentAction] {
        switch phase {
        case .approved(let facts) where facts.status == .requiresCapture && facts.amount.minorUnits == total:
            // The hold is that large already, as after a repetition whose first answer was lost.
            return [.finish(.incremented(.approved(facts)))]
        case .approved(let facts) where facts.status == .requiresCapture && mayRaise(facts, to: total):
            running = .increment
            wasToldUnknown = false
            return pursue(.increment(key("increment"), amount: total), .increment(from: facts))
        case .pursuing(let pursuit, .increment) where running == nil && pursuit.increments(to: total):
            running = .increment
            wasToldUnknown = false
            return hurry(pursuit)
        case .ready, .opening, .collecting, .stopping, .collected, .pursuing, .concluding, .settling, .storing, .stored,
            .approved,
            .canceled, .reversed:
            return refused(.increment)
        }
    }

    /// Returns whether a hold may be raised to a total: nobody consented to convert more than what is held.
    private func mayRaise(_ facts: IntentFacts, to total: Int64) -> Bool {
        facts.amount.minorUnits < total && !terms.isConverted(facts)
    }

    mutating func followIncrement(
        _ meaning: ReplyMeaning, _ pursuit: Pursuit, from facts: IntentFacts, _ jitter: Jitter
    ) -> [PaymentAction] {
        switch meaning {
        case .state(let now, let wasRefused):
            return followIncrementedState(now, wasRefused: wasRefused, pursuit, from: facts, jitter)
        case .declined(let decline, let now, _):
            let holdStands = now.map { $0.status == .requiresCapture && $0.amount == facts.amount }
            if pursuit.isEndedByDecline(holdStands: holdStands) {
                return incrementNotExecuted(.declined(decline, charge: now?.charge), facts, pursuit)
            }
            if now == nil { return confirm(decline, pursuit, jitter) }
        case .refund, .noRefund, .notExecuted, .tryAgain, .lost, .keyMismatch, .missing, .mismatch: break
        }
        return undecided(meaning, pursuit, jitter)
            ?? incrementNotExecuted(.notExecuted(meaning.refusal), facts, pursuit)
    }

    /// Returns whether a reply proves that the hold was not raised, and will not be.
    ///
    /// It shows the hold as it was, so that no copy was executed; and what makes an increment invalid, such as a card
    /// without support, stays so: none can be executed later.
    func isInvalidForGood(_ reply: GatewayReply, _ pursuit: Pursuit, from facts: IntentFacts) -> Bool {
        guard case .refused(.invalid, let now?) = reply, case .sent = pursuit.stage else { return false }
        return now.id == facts.id && now.status == .requiresCapture && now.amount == facts.amount
    }

    private mutating func followIncrementedState(
        _ now: IntentFacts, wasRefused: Bool, _ pursuit: Pursuit, from facts: IntentFacts, _ jitter: Jitter
    ) -> [PaymentAction] {
        let isRaised = now.amount.minorUnits == pursuit.askedTotal
        switch now.status {
        case .requiresCapture where isRaised:
            return settleIncrement(.approved(now), now, pursuit)
        case .requiresCapture:
            if pursuit.isAsking, now.amount == facts.amount, let decline = pursuit.unconfirmedDecline {
                return incrementNotExecuted(.declined(decline, charge: now.charge), now, pursuit)
            }
            if pursuit.isAsking { return tryAgainAfterAsk(pursuit, jitter) }
        case .succeeded where isRaised && pursuit.mayHaveArrived:
            return settleIncrement(.approved(now), now, pursuit)
        case .succeeded:
            // What was captured cannot be raised, however late the request arrives.
            return incrementNotExecuted(.notExecuted(.unexpectedState), now, pursuit)
        case .canceled:
            return settleIncrement(.canceled(by: .gateway), nil, pursuit)
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .requiresReauthorization,
            .unknown:
            break
        }
        return undecided(wasRefused ? .state(now, wasRefused: true) : .lost(stored: false), pursuit, jitter) ?? []
    }

    private mutating func settleIncrement(
        _ conclusion: Conclusion, _ facts: IntentFacts?, _ pursuit: Pursuit
    ) -> [PaymentAction] {
        settle(Settlement(request: pursuit.request, conclusion: conclusion, next: .increment(facts)))
    }

    /// Handles an increment that was certainly not executed: the hold stands as it was, and the next increment has its
    /// own key.
    mutating func incrementNotExecuted(
        _ conclusion: Conclusion, _ facts: IntentFacts, _ pursuit: Pursuit
    ) -> [PaymentAction] {
        round += 1
        return settleIncrement(conclusion, facts, pursuit)
    }

    mutating func showIncrement(_ conclusion: Conclusion, _ facts: IntentFacts?) -> [PaymentAction] {
        phase = facts.map(PaymentPhase.approved) ?? .canceled
        // A further increment is another request.
        if case .approved = conclusion { round += 1 }
        return endCommand(.increment, .incremented(conclusion))
    }

    /// Measures what follows against the total that is approved now.
    mutating func moveTerms(after settlement: Settlement) {
        guard case .approved(let facts) = settlement.conclusion,
            settlement.request.isIncrement || facts.isPartial
        else { return }
        terms.authorized = facts.amount.minorUnits
    }
}
