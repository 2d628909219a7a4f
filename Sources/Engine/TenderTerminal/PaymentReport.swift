import TenderFlow
import TenderModel

/// A payment's answer in the terms of the public API.
struct PaymentReport {
    let answer: PaymentAnswer
    /// The intent as last seen.
    let intent: PaymentIntent
    /// The last error of the gateway, which says more than the machine's small facts.
    let lastError: GatewayError?

    init(_ answer: PaymentAnswer, _ file: PaymentFile?) {
        self.answer = answer
        intent = file?.intent ?? PaymentIntent(records: answer.terms)
        lastError = file?.lastError
    }

    private var completion: PaymentCompletion { answer.completion }
    private var terms: PaymentTerms { answer.terms }

    /// The outcome of a confirmation; `nil` for an answer to anything else, and if nothing was executed.
    var outcome: PaymentOutcome? {
        switch completion {
        case .confirmed(let conclusion): outcome(conclusion)
        case .collectionFailed(.canceled(let origin)): .canceled(by: origin, intent)
        case .storedOffline: .storedOffline(approval)
        case .collected, .collectionFailed, .captured, .incremented, .intentCanceled, .cancelAnswered, .refused: nil
        }
    }

    /// Returns the outcome of a confirmation; `nil` if nothing was executed, which is an error instead.
    func outcome(_ conclusion: Conclusion) -> PaymentOutcome? {
        switch conclusion {
        case .approved: .approved(intent)
        case .declined(let decline, _): .declined(decline, intent)
        case .canceled(let origin): .canceled(by: origin, intent)
        case .unknown(let reason): .unknown(unknown(reason))
        case .notExecuted, .journalUnavailable: nil
        }
    }

    /// The shop's own approval of a payment that was stored.
    var approval: OfflineApproval {
        var local = intent
        local.status = .processing
        let payment =
            answer.stored ?? OfflinePayment(id: intent.id, amount: terms.amount, order: terms.order)
        return OfflineApproval(payment: payment, intent: local)
    }

    private func unknown(_ reason: UnknownOutcome.Reason) -> UnknownOutcome {
        UnknownOutcome(
            reason: reason, intent: intent, idempotencyKey: answer.confirmKey,
            message: """
                The outcome of \(terms.amount) on \(intent.id) is not known: \(reason.sentence). The confirmation was \
                sent under the key \(answer.confirmKey), which the gateway executes at most once. Do not charge the card again \
                before \(intent.id) has been looked up.
                """
        )
    }

    /// Returns the result of a cancellation; an operation that ended in an error has no outcome that the cancellation
    /// was too late for.
    func cancelResult(_ answer: PaymentCompletion.CancelAnswer) -> CancelResult {
        switch answer {
        case .canceled(let origin): .canceled(by: origin)
        case .reversed: .reversed
        case .reversalUnknown: .reversalUnknown
        case .tooLate(let conclusion): outcome(conclusion).map(CancelResult.tooLate) ?? .notCancellable(.confirm)
        case .tooLateStored: .tooLate(.storedOffline(approval))
        case .notCancellable(let phase): .notCancellable(phase.publicPhase)
        }
    }

    /// Returns the error that this answer means for a command in `phase`.
    func error(_ phase: TenderError.Phase) -> TenderError {
        switch completion {
        case .collectionFailed(.journalUnavailable): TenderError(answer.journalError, phase, intent)
        case .confirmed(.journalUnavailable) where terms.isOffline:
            TenderError(notStored: answer.journalError, intent.id, intent)
        case .collectionFailed(let failure): TenderError(failure, intent, lastError)
        case .confirmed(let conclusion), .captured(let conclusion), .incremented(let conclusion),
            .intentCanceled(let conclusion):
            error(conclusion, phase)
        case .refused(_, let name): error(refusedIn: name, phase)
        case .collected, .storedOffline, .cancelAnswered: .outOfTurn(phase)
        }
    }

    private func error(_ conclusion: Conclusion, _ phase: TenderError.Phase) -> TenderError {
        switch conclusion {
        case .notExecuted(let refusal):
            return TenderError(refusal, phase, intent, lastError)
        case .journalUnavailable:
            return TenderError(answer.journalError, phase, intent)
        case .unknown(let reason):
            return TenderError(
                .outcomeUnknown, phase: phase,
                message: "what became of the \(phase.rawValue) is not known: \(reason.sentence)", advice: .verifyFirst,
                intent: intent, apiError: lastError?.apiError, requestID: lastError?.requestID
            )
        case .declined(let decline, _):
            return TenderError(
                .declinedByIssuer, phase: phase, message: "the issuer refused it: \(decline.reason)", advice: .never,
                intent: intent, apiError: lastError?.apiError
            )
        case .canceled:
            return TenderError(
                .unexpectedState, phase: phase, message: "\(intent.id) is canceled: nothing is held", advice: .never,
                intent: intent
            )
        case .approved:
            return TenderError(
                .unexpectedState, phase: phase,
                message: "\(intent.id) has succeeded: refund it instead", advice: .never, intent: intent
            )
        }
    }

    private var isConvertedHold: Bool {
        intent.status == .requiresCapture && terms.isConverted(IntentFacts(intent))
    }

    /// Returns the error of a command that the payment's phase does not allow.
    private func error(refusedIn name: PaymentPhase.Name, _ phase: TenderError.Phase) -> TenderError {
        switch (phase, name) {
        case (_, .stored), (_, .storing):
            TenderError(
                .unexpectedState, phase: phase,
                message: "\(intent.id) is stored offline: the \(phase.rawValue) waits until it was forwarded",
                advice: .never, intent: intent
            )
        case (.increment, .approved) where isConvertedHold, (.capture, .approved) where isConvertedHold:
            TenderError(
                .unexpectedState, phase: phase,
                message: "\(intent.id) is charged in the card's currency: its customer agreed to no more than is held",
                advice: .never, intent: intent
            )
        case (.increment, .approved) where intent.status == .requiresCapture:
            TenderError(
                .unexpectedState, phase: phase, message: "\(intent.id) holds more than that already", advice: .never,
                intent: intent
            )
        case (.confirm, .ready):
            TenderError(
                .unexpectedOperation, phase: phase, message: "\(intent.id) has no collected card, or was changed since",
                advice: .collectAgain, intent: intent
            )
        case (_, .confirming), (_, .canceling), (_, .capturing), (_, .incrementing), (_, .refunding),
            (_, .concluding), (_, .settling):
            TenderError(
                .outcomeUnknown, phase: phase, message: "\(intent.id) has a request whose outcome is not known yet",
                advice: .verifyFirst, intent: intent
            )
        case (_, .approved), (_, .canceled), (_, .reversed), (_, .ready), (_, .opening), (_, .collecting),
            (_, .stopping), (_, .inspecting), (_, .collected):
            TenderError(
                .unexpectedState, phase: phase,
                message: "the \(phase.rawValue) of \(intent.id) is not possible: its status is \(intent.status)",
                advice: .never, intent: intent
            )
        }
    }
}

extension UnknownOutcome.Reason {
    var sentence: String {
        switch self {
        case .noAnswer: "no answer arrived in time"
        case .answerMismatch: "the gateway's answer does not fit what was asked, and a person must look"
        case .intentMissing: "the gateway says that it does not know the payment, which proves nothing"
        case .refused: "the gateway refuses to say"
        case .notRecorded: "the result could not be written to the journal"
        }
    }
}

extension PaymentPhase.Name {
    /// The phase in the terms of the public API; `nil` if nothing runs.
    var publicPhase: TenderError.Phase? {
        switch self {
        case .opening, .collecting, .stopping: .collect
        case .inspecting: .inspect
        case .confirming, .concluding, .settling, .refunding, .storing: .confirm
        case .canceling: .cancel
        case .capturing: .capture
        case .incrementing: .increment
        case .ready, .collected, .stored, .approved, .canceled, .reversed: nil
        }
    }
}
