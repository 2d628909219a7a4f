public import TenderFlow
public import TenderModel

/// What earlier processes left in the journal (money rule 4).
extension Terminal {
    /// Returns what still needs attention: payments without a result, unclaimed approvals, holds.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    public func pendingAttempts() async throws -> [PendingAttempt] {
        _ = await run(.takeOver)
        do throws(JournalError) {
            return try await configuration.journal.openPayments().map(PendingAttempt.init)
        } catch {
            throw TenderError(error, .retrieve, nil)
        }
    }

    /// Records that an approval was shown to whoever waited for it; needed if the policy does not claim on return.
    ///
    /// - Throws: `TenderError` if it cannot be written, in which case the approval stays listed.
    public func claim(_ intent: PaymentIntent) async throws {
        try await note(.claim(intent.id))
    }

    /// Records that a person has seen a payment's outcome, which removes an unclaimed approval, or a stored payment
    /// that was never paid, from the list.
    ///
    /// - Parameters:
    ///   - intentID: The payment; for a stored one that was approved, its local ID also works.
    ///   - person: Who has seen it, for the journal; not a secret.
    /// - Throws: `TenderError` if it cannot be written, or if the outcome is still unknown.
    public func acknowledge(_ intentID: String, by person: String) async throws {
        try await note(.acknowledge(intentID, by: person))
    }

    /// Retrieves the intents of recorded holds again, and records what became of them elsewhere: expired, canceled or
    /// captured.
    ///
    /// - Throws: `TenderError` if the journal or the gateway cannot be read; the holds before the failure are up to
    ///   date then.
    public func refreshHolds() async throws {
        for attempt in try await pendingAttempts() where attempt.isHold && files[attempt.intentID] == nil {
            try await note(.noteHold(IntentFacts(try await retrievePaymentIntent(id: attempt.intentID))))
        }
    }

    func note(_ command: TerminalMachine.Command) async throws {
        let reply = await run(command)
        if case .refused = reply.answer { throw TenderError(reply, .retrieve, nil) }
    }

    /// Waits until every record of this terminal's payments is written or given up.
    ///
    /// Whatever is shown has already been recorded; this waits for the notes that follow, such as that an approval was
    /// claimed.
    public func flushJournal() async {
        _ = await run(.flush)
    }

    /// Waits until nothing of earlier processes is left to resolve, for as long as the gateway cannot be reached.
    ///
    /// Canceling the task ends the wait; resolving continues.
    public func waitForRecovery() async { _ = await run(.waitForRecovery) }
}
