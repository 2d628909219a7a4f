public import TenderFlow
public import TenderModel

/// Holds that nobody finished (money rule 11).
extension Terminal {
    /// Returns what is held according to the journal, in the order of the first records.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    public func holds() async throws -> [Hold] {
        _ = await run(.takeOver)
        do throws(JournalError) {
            return try await configuration.journal.openPayments().compactMap { Hold($0) }
        } catch {
            throw TenderError(error, .retrieve, nil)
        }
    }

    /// Releases or captures a hold as a rule says, once the decision is in the journal with its reason.
    ///
    /// Whether the rule is due is the caller's question. Nothing happens to a payment that is at work, whose outcome is
    /// unknown, or that was approved without anybody being told. Repeated after a lost answer or a crash, it finds what
    /// the first call did.
    ///
    /// - Parameters:
    ///   - intentID: The PaymentIntent.
    ///   - rule: What to do, and why.
    /// - Returns: The captured or canceled intent.
    /// - Throws: `TenderError`: nothing is held, the journal or the gateway refuses, or `outcomeUnknown`, which is being
    ///   resolved.
    ///
    /// Canceling the task does not withdraw the request.
    public func finishHold(_ intentID: String, by rule: HoldRule) async throws -> PaymentIntent {
        let phase = rule.action == .capture ? TenderError.Phase.capture : .cancel
        let reply = await run(.finishHold(HoldFinishing(intentID, rule)))
        if case .done = reply.answer { throw TenderError(noHold: intentID, phase) }
        guard let report = reply.payment else { throw TenderError(reply, phase, nil) }
        switch report.answer.completion {
        case .captured(.approved), .intentCanceled(.canceled): return report.intent
        case .captured, .intentCanceled, .collected, .collectionFailed, .confirmed, .incremented, .storedOffline,
            .cancelAnswered,
            .refused:
            throw report.error(phase == .capture ? .capture : .cancel)
        }
    }
}

extension TenderError {
    /// Says that a hold has ended elsewhere.
    fileprivate init(noHold id: String, _ phase: Phase) {
        self.init(
            .unexpectedState, phase: phase,
            message: "nothing is held on \(id) any more: it expired, or was captured or released elsewhere",
            advice: .never)
    }
}
