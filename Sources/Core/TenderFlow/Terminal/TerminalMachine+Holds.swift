import TenderModel

/// A hold that is to be finished, or only looked up.
public struct HoldFinishing: Hashable, Sendable, Codable {
    /// The PaymentIntent.
    public var intentID: String
    /// The rule, which is the recorded reason too; `nil` only to record what became of the hold elsewhere.
    public var rule: HoldRule?
    /// The intent as it was retrieved.
    var intent: KnownIntent?

    /// Creates a wish.
    public init(_ intentID: String, _ rule: HoldRule?) {
        self.intentID = intentID
        self.rule = rule
    }

    func about(_ intent: KnownIntent) -> Self {
        var copy = self
        copy.intent = intent
        return copy
    }
}

/// Holds that nobody finished (money rule 11): the watch, and what it decides.
///
/// A hold is finished as a person would: the intent is retrieved, the decision is recorded with its reason, and the
/// command becomes a capture or a cancel of the intent, which never touches a payment at work.
extension TerminalMachine {
    /// The watch's own command, of which there is one at a time; applications' commands have positive IDs.
    static let holdCommand: CommandID = -1

    mutating func watchHolds(_ event: HoldWatch.Event) {
        for action in holdWatch.handle(event) {
            switch action {
            case .read: emit(.readHolds(errand(for: .holds)))
            case .pause(let duration): _ = startTimer(duration, for: .holdPause)
            case .alarm(let alarm): publish(.holdAlarm(alarm))
            case .finish(let id, let rule): admit(Self.holdCommand, .finishHold(HoldFinishing(id, rule)))
            }
        }
    }

    mutating func holdsRead(_ reading: Reading) {
        guard case .holds(let holds, let now) = reading else {
            publish(.diagnostic("the holds cannot be read: \(reading.error?.message ?? "")"))
            return watchHolds(.unreadable)
        }
        watchHolds(.read(holds, now))
    }

    /// Retrieves the intent of a hold, unless its payment is at work.
    mutating func lookUp(_ id: CommandID, _ finishing: HoldFinishing) {
        if let payment = payments.first(where: { $0.intentID == finishing.intentID }), !payment.restsOnHold {
            return end(id, .refused(.busy(with: activity(of: payment))))
        }
        begin(.charged(id, finishing.intentID))
    }

    /// Records the decision, now that the intent was retrieved and the records were read.
    mutating func holdRead(_ id: CommandID, _ reading: Reading) {
        guard case .finishHold(let finishing)? = running(id)?.command, let intent = finishing.intent else { return }
        if let error = reading.error { return end(id, .refused(.journal(error))) }
        guard let history = reading.history, history.isHold else {
            return end(id, .refused(.noHold(finishing.intentID)))
        }
        guard intent.facts.status == .requiresCapture, let rule = finishing.rule else {
            change(id, to: .noteHold(intent.facts))
            return noteHold(id, intent.facts, history)
        }
        append(
            JournalEntry(intentID: finishing.intentID, attempt: history.attempt, event: .holdDecided(rule)),
            for: .holdDecided(id))
    }

    /// Goes on as a person's capture or cancel.
    mutating func holdDecided(_ id: CommandID, _ error: JournalError?) {
        guard case .finishHold(let finishing)? = running(id)?.command, let rule = finishing.rule,
            let intent = finishing.intent, let index = index(ofCommand: id)
        else { return }
        if let error { return end(id, .refused(.notNoted(error))) }
        commands[index].rule = rule
        switch rule.action {
        case .release: commands[index].command = .cancelIntent(intent)
        case .capture: commands[index].command = .capture(intent, nil)
        }
        prepare(id)
    }

    /// Whether a command may have this payment: one that finishes a hold by a rule has only a payment that rests.
    func mayFinishHold(_ id: CommandID, _ payment: TerminalPayment) -> Bool {
        running(id)?.rule == nil || payment.restsOnHold
    }

    /// Reports what became of the watch's command, and lets the watch go on.
    mutating func holdCommandEnded(_ ended: RunningCommand, _ answer: TerminalMachine.Answer) {
        let id = ended.command.heldIntent
        if let rule = ended.rule { publish(.holdFinished(FinishedHold(id, rule, answer.endOfHold))) }
        watchHolds(.finished(id))
    }
}

extension TerminalMachine.Command {
    /// The intent of a command that finishes a hold, at each of its stages.
    fileprivate var heldIntent: String {
        switch self {
        case .finishHold(let finishing): finishing.intentID
        case .noteHold(let facts): facts.id
        default: intent?.id ?? ""
        }
    }
}

extension TerminalMachine.Answer {
    fileprivate var endOfHold: FinishedHold.End {
        guard case .payment(let answer) = self else { return .notDone }
        switch answer.completion {
        case .captured(.approved), .intentCanceled(.canceled): return .done
        case .captured(.unknown), .intentCanceled(.unknown): return .unknown
        case .captured, .intentCanceled, .collected, .collectionFailed, .confirmed, .incremented, .storedOffline,
            .cancelAnswered,
            .refused:
            return .notDone
        }
    }
}

extension TerminalPayment {
    /// Whether nothing of it is in progress, and money is held.
    var restsOnHold: Bool {
        guard isIdle, case .approved(let facts) = machine.phase else { return false }
        return facts.status == .requiresCapture
    }
}
