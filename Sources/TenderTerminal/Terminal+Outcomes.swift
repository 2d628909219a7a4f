import TenderFlow
import TenderModel

/// From the machines' small facts to the public words.
extension Terminal {
    func currentIntent(_ id: String, _ fallback: PaymentIntent) -> PaymentIntent { lanes[id]?.intent ?? fallback }

    /// The outcome of a confirmation; nil when nothing was executed, which is an error instead.
    func outcome(_ conclusion: Conclusion, _ id: String) -> PaymentOutcome? {
        guard let intent = lanes[id]?.intent else { return nil }
        switch conclusion {
        case .approved: return .approved(intent)
        case .declined(let decline, _): return .declined(decline, intent)
        case .canceled(let origin): return .canceled(by: origin, intent)
        case .unknown(let reason): return unknownOutcome(reason, id)
        case .notExecuted, .journalUnavailable: return nil
        }
    }

    func unknownOutcome(_ reason: UnknownOutcome.Reason, _ id: String) -> PaymentOutcome {
        guard let lane = lanes[id] else { preconditionFailure("an unknown outcome keeps its lane") }
        let machine = lane.machine
        let key = IdempotencyKey(base: machine.terms.baseKey, attempt: machine.attempt, verb: "confirm")
        return .unknown(
            UnknownOutcome(
                reason: reason, intent: lane.intent, idempotencyKey: key,
                message: """
                    The outcome of \(machine.terms.amount) on \(id) is not known: \(reason.sentence). The confirmation \
                    was sent under the key \(key), which the gateway executes at most once. Do not charge the card \
                    again before \(id) has been looked up.
                    """
            )
        )
    }

    // MARK: - Errors

    func collectionError(_ completion: PaymentCompletion, _ id: String) -> TenderError {
        switch completion {
        case .collectionFailed(let failure): TenderError(failure, lanes[id]?.intent, lanes[id]?.lastError)
        case .refused(_, let phase): refusedError(phase, .collect, id)
        case .collected, .confirmed, .captured, .intentCanceled, .cancelAnswered: unexpectedAnswer(.collect)
        }
    }

    func conclusionError(_ conclusion: Conclusion, _ phase: TenderError.Phase, _ id: String) -> TenderError {
        let lane = lanes[id]
        switch conclusion {
        case .notExecuted(let refusal):
            return TenderError(refusal, phase, lane?.intent, lane?.lastError)
        case .journalUnavailable:
            return TenderError(
                .journalUnavailable, phase: phase, message: "the journal takes no records: nothing was sent",
                advice: .sameCall, intent: lane?.intent
            )
        case .unknown(let reason):
            return TenderError(
                .outcomeUnknown, phase: phase,
                message: "what became of the \(phase.rawValue) is not known: \(reason.sentence)", advice: .verifyFirst,
                intent: lane?.intent, apiError: lane?.lastError?.apiError, requestID: lane?.lastError?.requestID
            )
        case .declined(let decline, _):
            return TenderError(
                .declinedByIssuer, phase: phase, message: "the issuer refused it: \(decline.reason)", advice: .never,
                intent: lane?.intent, apiError: lane?.lastError?.apiError
            )
        case .canceled:
            return TenderError(
                .unexpectedState, phase: phase, message: "\(id) is canceled: nothing is held", advice: .never,
                intent: lane?.intent
            )
        case .approved:
            return TenderError(
                .unexpectedState, phase: phase, message: "\(id) has succeeded: give the money back with a refund",
                advice: .never, intent: lane?.intent
            )
        }
    }

    /// A command without a place in the payment's phase.
    func refusedError(_ name: PaymentPhase.Name, _ phase: TenderError.Phase, _ id: String) -> TenderError {
        let intent = lanes[id]?.intent
        let status = intent?.status.rawValue ?? "unknown"
        switch (phase, name) {
        case (.confirm, .ready):
            return TenderError(
                .unexpectedOperation, phase: phase, message: "\(id) has no collected card, or was changed since",
                advice: .collectAgain, intent: intent
            )
        case (_, .confirming), (_, .canceling), (_, .capturing), (_, .refunding), (_, .settling):
            return TenderError(
                .outcomeUnknown, phase: phase, message: "\(id) has a request whose outcome is not known yet",
                advice: .verifyFirst, intent: intent
            )
        case (_, .approved), (_, .canceled), (_, .reversed), (_, .ready), (_, .opening), (_, .collecting),
            (_, .stopping), (_, .inspecting), (_, .collected):
            return TenderError(
                .unexpectedState, phase: phase, message: "\(id) cannot \(phase.rawValue): its status is \(status)",
                advice: .never, intent: intent
            )
        }
    }

    func unexpectedAnswer(_ phase: TenderError.Phase) -> TenderError {
        TenderError(.unexpectedOperation, phase: phase, message: "the command was answered out of turn", advice: .verifyFirst)
    }
}

extension UnknownOutcome.Reason {
    var sentence: String {
        switch self {
        case .noAnswer: "no answer arrived in time"
        case .answerMismatch: "the gateway's answer does not fit what was asked, and a person must look"
        case .intentMissing: "the gateway says that it does not know the payment, which proves nothing"
        case .refused: "the gateway refuses to tell"
        case .notRecorded: "the result could not be written to the journal"
        }
    }
}

extension PaymentPhase.Name {
    /// The phase in the public words; nil when nothing runs.
    var publicPhase: TenderError.Phase? {
        switch self {
        case .opening, .collecting, .stopping: .collect
        case .inspecting: .inspect
        case .confirming, .settling, .refunding: .confirm
        case .canceling: .cancel
        case .capturing: .capture
        case .ready, .collected, .approved, .canceled, .reversed: nil
        }
    }
}
