import TenderModel

/// What happens to the request, and the step that follows.
extension Pursuit {
    /// What is done next.
    enum Step: Hashable {
        /// The record that it leaves again; the request itself follows when the record is on disk.
        case sendAgain
        /// A pause, then the same request; the waiting command may first be told that nobody can say yet.
        case sendLater(telling: UnknownOutcome.Reason? = nil)
        /// The question what became of it.
        case ask
        /// A pause, then the question; the waiting command may first be told that nobody can say yet.
        case askLater(telling: UnknownOutcome.Reason? = nil)
    }

    mutating func leave(as serial: Serial) {
        stage = .sent(serial)
        lastSend = serial
        sends += 1
        hasLeft = true
    }

    mutating func ask(as serial: Serial, _ policy: PaymentPolicy) {
        stage = .asked(serial)
        asks = min(asks + 1, policy.maximumAsks)
    }

    /// What the end of a pause leads to; nil while there is none.
    var stepAfterPause: Step? {
        switch stage {
        case .pausedBeforeSend: .sendAgain
        case .pausedBeforeAsk: .ask
        case .recording, .sent, .asked: nil
        }
    }

    /// Somebody waits again: a pause is over, and the questions are counted anew.
    mutating func hurry() -> Step? {
        asks = 0
        return stepAfterPause
    }

    /// What every request does with a reply that settles nothing.
    ///
    /// - Returns: nil when the request was certainly not executed, which the payment has to answer for.
    mutating func undecided(_ finding: Finding, _ policy: PaymentPolicy) -> Step? {
        if isAsking { return .askLater(telling: reasonToTell(finding, policy)) }
        switch finding {
        case .lost(let stored):
            mayHaveArrived = true
            isKeyUsedUp = stored
            return stored || sends >= policy.maximumSends ? .ask : .sendLater()
        case .tryAgain(let refusal):
            if refusal == .keyInUse { mayHaveArrived = true }
            if sends < policy.maximumSends { return .sendLater() }
            return mayHaveArrived ? .ask : nil
        case .notExecuted:
            return mayHaveArrived ? .ask : nil
        case .state(_, wasRefused: true), .keyMismatch:
            mayHaveArrived = true
            isKeyUsedUp = true
            return .ask
        case .state, .refund, .noRefund, .declined, .missing, .mismatch:
            mayHaveArrived = true
            return .ask
        }
    }

    /// Why nobody can say yet, when a question brought this; nil while further questions may still tell.
    private func reasonToTell(_ finding: Finding, _ policy: PaymentPolicy) -> UnknownOutcome.Reason? {
        switch finding {
        case .missing: .intentMissing
        case .mismatch: .answerMismatch
        case .notExecuted: .refused
        case .state, .refund, .noRefund, .declined, .tryAgain, .lost, .keyMismatch: reasonAfterAsking(policy)
        }
    }

    private func reasonAfterAsking(_ policy: PaymentPolicy) -> UnknownOutcome.Reason? {
        asks >= policy.maximumAsks ? .noAnswer : nil
    }

    /// The question showed that the request was not executed yet: the same one is sent again.
    func notYetExecuted(_ policy: PaymentPolicy) -> Step { .sendLater(telling: reasonAfterAsking(policy)) }

    /// The record that it leaves again could not be written, so it becomes a question.
    ///
    /// - Returns: nil when it never left: it is given up.
    mutating func notRecorded() -> Step? {
        guard hasLeft else { return nil }
        mayHaveArrived = true
        return .askLater()
    }

    /// Goes on under a key that was never used.
    ///
    /// - Parameter makeKey: makes the key for a verb.
    mutating func renew(_ makeKey: (String) -> IdempotencyKey) {
        switch request {
        case .capture(_, let amount): request = .capture(makeKey("capture"), amount: amount)
        case .cancel: request = .cancel(makeKey("cancel"))
        case .refund: request = .refund(makeKey("refund"))
        case .attach, .confirm, .retrieve, .findRefund: return
        }
        sends = 0
        mayHaveArrived = olderMayArrive
        isKeyUsedUp = false
    }
}
