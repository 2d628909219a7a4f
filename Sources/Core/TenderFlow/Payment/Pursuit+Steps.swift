import TenderModel

/// What happens to the request, and the resulting steps.
extension Pursuit {
    /// The next step.
    enum Step: Hashable {
        /// Records that the request leaves again; the request itself follows once the record is on disk.
        case sendAgain
        /// Pauses, then sends the same request; the waiting command may first be told that the outcome is unknown.
        case sendLater(telling: UnknownOutcome.Reason? = nil)
        /// Asks for the outcome of the request.
        case ask
        /// Pauses, then asks; the waiting command may first be told that the outcome is unknown.
        case askLater(telling: UnknownOutcome.Reason? = nil)
    }

    mutating func leave(as serial: Serial) {
        stage = .sent(serial)
        lastSend = serial
        sends += 1
        hasLeft = true
        isFoundInvalid = false
    }

    mutating func ask(as serial: Serial, _ policy: PaymentPolicy) {
        stage = .asked(serial)
        asks = min(asks + 1, policy.maximumAsks)
    }

    /// The step that follows the current pause; `nil` if there is none.
    var stepAfterPause: Step? {
        switch stage {
        case .pausedBeforeSend: .sendAgain
        case .pausedBeforeAsk: .ask
        case .recording, .sent, .asked: nil
        }
    }

    /// Ends a pause, because somebody waits again, and restarts the count of queries.
    mutating func hurry() -> Step? {
        asks = 0
        return stepAfterPause
    }

    /// Handles a reply that settles nothing, as for every request.
    ///
    /// - Returns: `nil` if the request was certainly not executed, which the payment has to handle.
    mutating func undecided(_ meaning: ReplyMeaning, _ policy: PaymentPolicy) -> Step? {
        if isAsking { return .askLater(telling: reasonToTell(meaning, policy)) }
        switch meaning {
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

    /// Returns why the outcome is unknown, if this is the result of a query; `nil` while further queries may still
    /// tell.
    private func reasonToTell(_ meaning: ReplyMeaning, _ policy: PaymentPolicy) -> UnknownOutcome.Reason? {
        switch meaning {
        case .missing: .intentMissing
        case .mismatch: .answerMismatch
        case .notExecuted: .refused
        case .state, .refund, .noRefund, .declined, .tryAgain, .lost, .keyMismatch: reasonAfterAsking(policy)
        }
    }

    /// Returns whether a decline ends it, which must be the answer to the request itself.
    ///
    /// - Parameter holdStands: Whether the answer shows the hold as it was; `nil` if it shows none, which says nothing
    ///   of an earlier request under another key.
    func isEndedByDecline(holdStands: Bool?) -> Bool {
        guard case .sent = stage else { return false }
        return holdStands ?? !olderMayArrive
    }

    private func reasonAfterAsking(_ policy: PaymentPolicy) -> UnknownOutcome.Reason? {
        asks >= policy.maximumAsks ? .noAnswer : nil
    }

    /// Returns the step after a query showed that the request was not executed yet: the same one is sent again.
    func notYetExecuted(_ policy: PaymentPolicy) -> Step { .sendLater(telling: reasonAfterAsking(policy)) }

    /// Handles the record of a resending that could not be written: the sending becomes a query.
    ///
    /// - Returns: `nil` if it was never sent, in which case it is given up.
    mutating func notRecorded() -> Step? {
        guard hasLeft else { return nil }
        mayHaveArrived = true
        return .askLater()
    }

    /// Continues under a key that was never used.
    ///
    /// - Parameter makeKey: Creates the key for a verb.
    mutating func renew(_ makeKey: (String) -> IdempotencyKey) {
        switch request {
        case .capture(_, let amount, let fee):
            request = .capture(makeKey("capture"), amount: amount, applicationFee: fee)
        case .increment(_, let amount): request = .increment(makeKey("increment"), amount: amount)
        case .cancel: request = .cancel(makeKey("cancel"))
        case .refund: request = .refund(makeKey("refund"))
        case .attach, .confirm, .retrieve, .findRefund: return
        }
        sends = 0
        mayHaveArrived = olderMayArrive
        isKeyUsedUp = false
        unconfirmedDecline = nil
    }
}
