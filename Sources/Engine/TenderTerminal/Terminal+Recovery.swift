import TenderFlow
public import TenderModel

/// What earlier processes left in the journal (money rule 4).
extension Terminal {
    /// What somebody has still to look at: payments without a result, approvals that nobody claimed, holds.
    ///
    /// - Throws: `TenderError` when the journal cannot be read.
    public func pendingAttempts() async throws -> [PendingAttempt] {
        _ = await run(.takeOver)
        do throws(JournalError) {
            return try await configuration.journal.openPayments().map(PendingAttempt.init)
        } catch {
            throw TenderError(error, .retrieve, nil)
        }
    }

    /// Notes that an approval was shown to whoever waited for it, where the policy does not claim on return.
    ///
    /// - Throws: `TenderError` when it cannot be written; the approval then stays listed.
    public func claim(_ intent: PaymentIntent) async throws {
        try await note(.claim(intent.id))
    }

    /// Notes that a person has seen what became of a payment: an approval that nobody claimed is then listed no more, and
    /// so is a stored payment that was never paid.
    ///
    /// - Parameters:
    ///   - intentID: the payment; for a stored one that was approved its local id will do.
    ///   - person: who has seen it, for the journal; no secret.
    /// - Throws: `TenderError` when it cannot be written, or when the outcome is not known yet.
    public func acknowledge(_ intentID: String, by person: String) async throws {
        try await note(.acknowledge(intentID, by: person))
    }

    /// Reads the intents of recorded holds again, and records what became of them elsewhere: lapsed, canceled or captured.
    ///
    /// - Throws: `TenderError` when the journal or the gateway cannot be read; holds before it are up to date then.
    public func refreshHolds() async throws {
        for attempt in try await pendingAttempts() where attempt.isHold && files[attempt.intentID] == nil {
            let facts = IntentFacts(try await retrievePaymentIntent(id: attempt.intentID))
            try await note(.noteHold(attempt.intentID, attempt: attempt.attempt, attempt.amount, facts))
        }
    }

    func note(_ command: TerminalMachine.Command) async throws {
        let reply = await run(command)
        if case .refused = reply.answer { throw TenderError(reply, .retrieve, nil) }
    }

    /// Waits until every record of this terminal's payments is written or given up.
    ///
    /// What is shown is always recorded before; this waits for the notes that follow it, such as that an approval was
    /// handed over.
    public func flushJournal() async {
        _ = await run(.flush)
    }

    /// Waits until nothing is left to resolve of what earlier processes left; as long as the gateway cannot be asked.
    ///
    /// Cancelling the task ends the wait; resolving goes on.
    public func waitForRecovery() async { _ = await run(.waitForRecovery) }
}
