import TenderFlow
public import TenderModel

/// What earlier processes left in the journal (money rule 4).
extension Terminal {
    /// What somebody has still to look at: payments without a result, approvals that nobody claimed, holds.
    ///
    /// - Throws: `TenderError` when the journal cannot be read.
    public func pendingAttempts() async throws -> [PendingAttempt] {
        await awaitTakeover()
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
        do throws(JournalError) {
            let attempt = try await configuration.journal.history(of: intent.id)?.attempt ?? 1
            try await configuration.journal.append(
                JournalEntry(intentID: intent.id, attempt: attempt, event: .claimed))
        } catch {
            throw TenderError(notNoted: error)
        }
    }

    /// Notes that a person has seen what became of a payment: an approval that nobody claimed is then listed no more, and
    /// so is a stored payment that was never paid.
    ///
    /// - Parameters:
    ///   - intentID: the payment; for a stored one that was approved its local id will do.
    ///   - person: who has seen it, for the journal; no secret.
    /// - Throws: `TenderError` when it cannot be written, or when the outcome is not known yet.
    public func acknowledge(_ intentID: String, by person: String) async throws {
        await awaitTakeover()
        do throws(JournalError) {
            let local = try await configuration.journal.history(of: intentID)
            let intentID = local?.offline?.approvedAs ?? intentID
            guard let history = try await configuration.journal.history(of: intentID) else {
                throw JournalError(message: "the journal tells nothing of \(intentID)")
            }
            guard !history.isUnresolved else {
                throw JournalError(message: "the outcome of \(intentID) is not known yet: resolve it first")
            }
            try await configuration.journal.append(
                JournalEntry(intentID: intentID, attempt: history.attempt, event: .acknowledged(by: person))
            )
        } catch {
            throw TenderError(notNoted: error)
        }
    }

    /// Reads the intents of recorded holds again, and records what became of them elsewhere: lapsed, canceled or captured.
    ///
    /// - Throws: `TenderError` when the journal or the gateway cannot be read; holds before it are up to date then.
    public func refreshHolds() async throws {
        await awaitTakeover()
        for attempt in try await pendingAttempts() where attempt.isHold && lanes[attempt.intentID] == nil {
            let facts = IntentFacts(try await retrievePaymentIntent(id: attempt.intentID))
            let conclusion: Conclusion
            switch facts.status {
            case .canceled: conclusion = .canceled(by: .gateway)
            case .succeeded where facts.amount == attempt.amount: conclusion = .approved(facts)
            default: continue
            }
            try await note(conclusion, of: attempt)
        }
    }

    private func note(_ conclusion: Conclusion, of attempt: PendingAttempt) async throws {
        let event = JournalEntry.Event.settled(.retrieve, conclusion, receipt: nil)
        do throws(JournalError) {
            try await configuration.journal.append(
                JournalEntry(intentID: attempt.intentID, attempt: attempt.attempt, event: event))
        } catch {
            throw TenderError(notNoted: error)
        }
    }

    /// Waits until every record of this terminal's payments is written or given up.
    ///
    /// What is shown is always recorded before; this waits for the notes that follow it, such as that an approval was
    /// handed over.
    public func flushJournal() async {
        guard openRecords > 0 else { return }
        await withCheckedContinuation { recordWaiters.append($0) }
    }

    /// Waits until nothing is left to resolve of what earlier processes left; as long as the gateway cannot be asked.
    ///
    /// Cancelling the task ends the wait; resolving goes on.
    public func waitForRecovery() async {
        let events = events()
        await awaitTakeover()
        guard !recovering.isEmpty else { return }
        for await event in events {
            if case .recoveryEnded = event.kind, recovering.isEmpty { return }
        }
    }

    /// Takes over what earlier processes left without a result, once; returns when it is known, not when it is resolved.
    func awaitTakeover() async {
        let task = takeover ?? Task { await self.takeOver() }
        takeover = task
        await task.value
    }

    private func takeOver() async {
        do throws(JournalError) {
            let left = try await configuration.journal.takeUnresolved()
            let forwarded = Set(left.compactMap { $0.isStoredOffline ? $0.offline?.intentID : nil })
            for history in left where !history.isStoredOffline && !forwarded.contains(history.intentID) {
                resume(history)
            }
            for history in left where history.isStoredOffline { await takeOver(stored: history) }
        } catch {
            // The next command tries again.
            takeover = nil
            hub.publish(.diagnostic("the journal cannot be read: \(error.message)"))
        }
    }

    private func resume(_ history: PaymentHistory) {
        let id = history.intentID
        if lanes[id] == nil, let lane = PaymentLane(resuming: history, policy: configuration.policy) {
            lanes[id] = lane
            recovering.insert(id)
            hub.publish(.recoveryStarted(intentID: id))
            deliver(.resumed, to: id)
        }
        resumeRequests(of: history)
    }

    /// Notes that a payment of an earlier process has come to an end.
    func noteRecovered(_ id: String) {
        guard recovering.contains(id), lanes[id]?.machine.isIdle == true else { return }
        endRecovery(id, of: id)
    }

    func endRecovery(_ name: String, of id: String) {
        guard recovering.remove(name) != nil else { return }
        hub.publish(.recoveryEnded(intentID: id))
    }
}
