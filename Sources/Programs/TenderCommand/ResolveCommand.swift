import ChipReaders
import CommandLineOptions
import Glibc
import Tender

/// The command that finds out the outcome of one payment, and closes it: acknowledged or refunded.
enum ResolveCommand: Command {
    static let name = "resolve"
    static let summary = "find out what became of a payment; acknowledge or reverse it"
    static let operands: [any DeclaredOperand] = [Payment.id]
    private static let acknowledge = Option(
        flag: "acknowledge", "note that a person has seen the outcome: it is listed no more")
    private static let reverse = Option(
        flag: "reverse", "reverse an approval: a hold is canceled, what was captured is refunded")
    private static let executed = Option(
        "executed", "ANSWER", "what a ZVT terminal's own journal says of it, where nobody else can tell",
        as: .choice(["yes", "no"]))
    private static let by = Option(
        "by", "NAME", "who says so, for the journal; the user's name when left out", as: .text)
    static let options: [any DeclaredOption] =
        [acknowledge, reverse, executed, by] + GatewayAccess.options + [
            SemiIntegrated.option, JournalAccess.option, Waiting.option, Output.json,
        ]
    static let notes = """
        For --executed the terminal need not be there, nor be the same any more: --journal FILE, its journal, is enough.

        \(JournalAccess.notes)
        """

    private struct Report: Encodable {
        var outcome: String
        var payment: String
        var message: String
        var amount: Amount?
        var order: String?
        var acknowledgedBy: String?

        enum CodingKeys: String, CodingKey {
            case outcome, payment, message, amount, order
            case acknowledgedBy = "acknowledged_by"
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[Payment.id]
        let (acknowledges, reverses) = (arguments[Self.acknowledge], arguments[Self.reverse])
        guard !acknowledges || !reverses else { throw CommandLineError("give --acknowledge or --reverse, not both") }
        let acts = Acts(id: id, acknowledges: acknowledges, reverses: reverses)
        guard let answer = arguments[Self.executed] else {
            return try await Payment.withJournal(arguments, policy: Waiting.policy) { terminal, journal in
                try await resolve(acts, terminal, journal, arguments, output)
            }
        }
        let device = try await SemiIntegrated.forDecision(arguments, output)
        try await decide(id, isExecuted: answer == "yes", device, arguments)
        return try await Payment.withTerminal(device, Waiting.policy) { terminal, journal in
            try await resolve(acts, terminal, journal, arguments, output)
        }
    }

    /// The acts requested for a payment once its outcome is known.
    private struct Acts {
        let id: String
        let acknowledges: Bool
        let reverses: Bool
    }

    private static func resolve(
        _ acts: Acts, _ terminal: Terminal, _ journal: SQLiteJournal, _ arguments: Arguments, _ output: Output
    ) async throws -> ExitCode {
        await Waiting.bounded(arguments) { await terminal.waitForRecovery() }
        try await terminal.refreshHolds()
        // A stored payment that was approved continues as its PaymentIntent, and a saved card as its SetupIntent.
        let offline = try await journal.history(of: acts.id)?.offline
        let id = offline?.approvedAs ?? offline?.savedAs ?? acts.id
        guard var history = try await journal.history(of: id) else {
            throw CommandLineError("the journal tells nothing of \(id): see tender show \(id)")
        }
        var notes: [JournalEntry.Event] = []
        if acts.reverses, !history.isUnresolved, let refund = try await reverse(history, terminal) {
            notes.append(.requestTold(refund))
        }
        await terminal.flushJournal()
        history = try await journal.history(of: id) ?? history
        if acts.acknowledges, !history.isUnresolved {
            notes.append(.acknowledged(by: arguments[Self.by] ?? UserState.userName))
        }
        let code = tell(history.after(notes), output)
        // Nobody has seen what could not be printed.
        guard !output.hasFailed else { return code }
        do {
            for note in notes { try await write(note, of: id, terminal) }
        } catch {
            let failure = Failure(error)
            output.remark("tender: \(failure.message): that it was seen is not noted, and it stays listed")
            return failure.exitCode
        }
        return code
    }

    private static func write(_ note: JournalEntry.Event, of id: String, _ terminal: Terminal) async throws {
        switch note {
        case .requestTold(let key): try await terminal.claim(key, of: id)
        case .acknowledged(let person): try await terminal.acknowledge(id, by: person)
        case .attemptOpened, .cancelAsked, .requestLeaving, .concluding, .settled, .claimed, .refundLeaving,
            .callLeaving,
            .setupLeaving, .requestSettled, .holdDecided, .offline, .terminal, .shop:
            break
        }
    }

    /// Records a person's word on what a terminal did, before anything queries that terminal.
    private static func decide(
        _ id: String, isExecuted: Bool, _ device: SemiIntegrated, _ arguments: Arguments
    ) async throws {
        do throws(GatewayError) {
            try await device.terminal.decide(id, isExecuted: isExecuted, by: arguments[Self.by] ?? UserState.userName)
        } catch {
            await device.access.close()
            throw ReaderFailure(error.message)
        }
    }

    /// Reverses an approval; returns the key of the refund that did it.
    private static func reverse(_ history: PaymentHistory, _ terminal: Terminal) async throws -> IdempotencyKey? {
        // Repeated after a crash, it reports the first refund.
        if let made = history.refunds.first(where: \.isUntold), history.isRefunded { return made.key }
        guard history.approval != nil, !history.isRefunded else {
            throw CommandLineError("\(history.intentID) has no approval that could be given back")
        }
        // A refund that an earlier run left unknown is continued.
        switch try await terminal.voidPayment(id: history.intentID) {
        case .refunded(.succeeded(let refund)), .refunded(.failed(let refund)):
            return refund.metadata[PaymentIntent.attemptMetadata].map { IdempotencyKey($0) }
        case .released, .refunded(.pending), .refunded(.unknown): return nil
        }
    }

    private static func tell(_ history: PaymentHistory, _ output: Output) -> ExitCode {
        let (outcome, message, code) = words(history)
        output.line("\(history.intentID.withoutControls)  \(history.terms.map { "\($0.amount)" } ?? "")")
        output.line("  outcome   \(outcome)")
        output.line("  \(message)")
        output.object(
            Report(
                outcome: outcome, payment: history.intentID, message: message, amount: history.terms?.amount,
                order: history.terms?.order, acknowledgedBy: history.acknowledgedBy))
        return code
    }

    private static func words(_ history: PaymentHistory) -> (String, String, ExitCode) {
        let id = history.intentID.withoutControls
        if let offline = history.offline, offline.isLost { return words(lost: offline, history) }
        if history.isUnresolved {
            return ("unknown", "The gateway could not tell yet. Do not charge the card again; ask later.", .unknown)
        }
        if history.refunds.contains(where: \.isPending) {
            return (
                "pending",
                "The gateway has taken a refund of it, and has not told yet how it ended: ask later. --acknowledge gives "
                    + "it up.", .unknown
            )
        }
        if let call = history.call, call.isPending {
            let kind = call.parameters.kind.words
            return (
                "pending",
                "The gateway has taken the \(kind) (\(call.object?.withoutControls ?? "")), and has not told yet how it ended; "
                    + "the customer may have to act first. Ask later. --acknowledge gives it up.", .unknown
            )
        }
        if history.isRequestUnresolved {
            let what =
                history.call.map { "the \($0.parameters.kind.words)" } ?? history.setup.map { _ in "the card" }
                ?? "a refund of it"
            return (
                "unknown",
                "What became of \(what) is not known. Given again, the same command continues it; --acknowledge gives it up.",
                .unknown
            )
        }
        if let call = history.call {
            let kind = call.parameters.kind.words
            guard call.result != .unknown else {
                return ("unknown", "Nobody could tell what became of the \(kind). It was given up.", .unknown)
            }
            guard call.result == .succeeded else {
                let next = call.isFailureUntold ? " Nobody was told: give --acknowledge." : ""
                return ("not made", "The \(kind) was not made.\(next)", .canceled)
            }
            let next = call.isUntold ? " Nobody was told: give --acknowledge." : ""
            return ("made", "The \(kind) was made\(call.object.map { ": \($0.withoutControls)" } ?? "").\(next)", .done)
        }
        if let setup = history.setup {
            guard setup.result == .succeeded else { return ("not saved", "No card was saved.", .canceled) }
            let next = setup.isUntold ? " Nobody was told: give --acknowledge." : ""
            return ("saved", "The card was saved\(setup.object.map { ": \($0.withoutControls)" } ?? "").\(next)", .done)
        }
        if history.isRefunded {
            let untold = history.refunds.contains(where: \.isUntold) ? " Nobody was told: give --acknowledge." : ""
            return ("reversed", "The money was given back.\(untold)", .canceled)
        }
        if let approval = history.approval {
            let held = approval.status == .requiresCapture ? "is held: capture or cancel it" : "is paid"
            let next =
                history.isUnclaimed
                ? " Nobody was told: hand the goods over and give --acknowledge, or give --reverse." : ""
            return ("approved", "\(approval.amount) \(held).\(refunds(history))\(next)", .done)
        }
        let returned = refunds(history)
        if history.conclusion == nil, !returned.isEmpty {
            let outcome: (String, ExitCode) =
                if history.refunds.contains(where: { $0.result == .succeeded }) {
                    ("refunded", .done)
                } else if history.refunds.contains(where: { $0.result == .unknown }) {
                    ("unknown", .unknown)
                } else {
                    ("refund failed", .refused)
                }
            return (outcome.0, String(returned.dropFirst()), outcome.1)
        }
        switch history.conclusion {
        case .declined(let decline, _)?:
            return ("declined", "Declined: \(decline.reason.withoutControls). Nothing is held.", .declined)
        case .canceled?, .notExecuted?, .journalUnavailable?, nil:
            return ("canceled", "Nothing is held on \(id), and nothing is on its way.", .canceled)
        case .approved?, .unknown?:
            return ("unknown", "The journal tells nothing certain. Look at tender show \(id).", .unknown)
        }
    }

    /// Returns what was refunded of a payment, and what was not.
    private static func refunds(_ history: PaymentHistory) -> String {
        history.refunds.filter { $0.result != .notExecuted || $0.hasFailed }.map { refund in
            let amount = refund.parameters.amount.map { "\($0)" } ?? "The rest"
            let made = refund.object.map { " (\($0.withoutControls))" } ?? ""
            let untold = refund.isUntold || refund.isFailureUntold ? ", and nobody was told: give --acknowledge" : ""
            let end =
                if refund.hasFailed {
                    "did not go back: the refund\(made) failed"
                } else if refund.result == .succeeded {
                    "went back\(made)"
                } else {
                    "was asked back\(made), and nobody could tell what became of it: it was given up"
                }
            return " \(amount) \(end)\(untold)."
        }.joined()
    }

    /// Returns the words about goods that were handed over for a stored payment without getting money, or about a
    /// stored card that is not saved.
    private static func words(lost: OfflineHistory, _ history: PaymentHistory) -> (String, String, ExitCode) {
        let next =
            history.isLoss
            ? "give --acknowledge when somebody knows"
            : "\(history.acknowledgedBy?.withoutControls ?? "somebody") knows"
        let consequence = lost.sale.setup == nil ? "The goods are gone" : "The card is not saved"
        switch lost.state {
        case .declined(let decline, let intentID):
            let reason = decline.reason.withoutControls
            return (
                "declined",
                "Declined when it was forwarded as \(intentID.withoutControls) (\(reason)). \(consequence); \(next).",
                .declined
            )
        case .deleted(let person):
            return (
                "deleted", "Deleted by \(person.withoutControls), and never sent. \(consequence); \(next).",
                .canceled
            )
        case .stored, .forwarding, .approved, .quarantined:
            return ("unknown", "The journal tells nothing certain.", .unknown)
        }
    }
}

extension PaymentHistory {
    /// Returns the history once these events are recorded too.
    fileprivate func after(_ events: [JournalEntry.Event]) -> PaymentHistory {
        var history = self
        for event in events {
            let entry = JournalEntry(intentID: intentID, attempt: attempt, event: event)
            history.apply(RecordedEntry(sequence: sequence, stamp: opened, entry: entry))
        }
        return history
    }
}
