public import TenderFlow
import TenderModel
import TenderReaders

/// Commands that move money: each is sent once, and otherwise asked about.
extension ZVTTerminal {
    /// What a request wants done if its key was never used.
    struct Wish: Sendable {
        let intentID: String
        let kind: TerminalCommand.Kind
        let key: IdempotencyKey
        let amount: Amount
        var receipt: Int?

        var request: ZVTRequest? {
            switch (kind, receipt) {
            case (.sale, _): .authorize(amount: amount.minorUnits)
            case (.hold, _): .preauthorize(amount: amount.minorUnits)
            case (.refund, _): .refund(amount: amount.minorUnits)
            case (.capture, let receipt?): .book(amount: amount.minorUnits, receipt: receipt)
            case (.release, let receipt?): .cancelPreauthorization(receipt: receipt)
            case (.reversal, let receipt?): .reverse(receipt: receipt)
            case (.capture, nil), (.release, nil), (.reversal, nil): nil
            }
        }
    }

    /// Carries out a wish; if a command already left under its key, asks about that one instead.
    ///
    /// - Returns: An error if nothing left or the outcome is unknown; `nil` if the records have the outcome.
    func fulfill(_ wish: Wish) async -> GatewayError? {
        do throws(JournalError) {
            let history = try await journal.history(of: wish.intentID)
            if let sent = history?.terminal?[wish.key] {
                guard sent.command.kind == wish.kind, sent.command.amount == wish.amount else {
                    return .mismatch(wish.key, sent.command.amount)
                }
                guard sent.isExecuted == nil else { return nil }
                return try await ask(sent, of: wish.intentID, history?.attempt ?? 1)
                    ? nil : .undecided(wish.intentID, sent.misfit)
            }
            if let error = try await askAboutOpen(before: wish) { return error }
            if let error = await connect() { return error }
            if let error = await refreshReceipt() { return error }
            // Without it, not even a success could be proved.
            guard lastReceipt != nil else {
                return .notReached("it does not report its latest receipt, so nothing that it does could be proven")
            }
            return try await send(wish, history?.attempt ?? 1)
        } catch {
            return GatewayError(error)
        }
    }

    /// Asks about the command that is open at the terminal; while its end is unknown, no other may leave.
    ///
    /// No other command of the same payment may leave either if that end is learned only now: its caller may be asking
    /// for the same thing again, and must look first.
    private func askAboutOpen(before wish: Wish) async throws(JournalError) -> GatewayError? {
        guard let open = try await undecidedIntent() else { return nil }
        let history = try await journal.history(of: open)
        guard let sent = history?.terminal?.undecided, try await ask(sent, of: open, history?.attempt ?? 1) else {
            return GatewayError(
                .notAvailable, fate: .notSent,
                message: "what the terminal did for \(open) is not known: nothing is sent before it is resolved")
        }
        guard open == wish.intentID else { return nil }
        return GatewayError(
            .notAvailable, fate: .notSent,
            message: "what the terminal did for \(open) was found out just now: look at it before you ask for more")
    }

    private func send(_ wish: Wish, _ attempt: Int) async throws(JournalError) -> GatewayError? {
        guard let request = wish.request else {
            return GatewayError(
                .unexpectedState, fate: .notSent, message: "there is no receipt to \(wish.kind.rawValue)")
        }
        let command = TerminalCommand(
            wish.kind, key: wish.key, terminal: terminalID, amount: wish.amount, receipt: wish.receipt,
            lastReceipt: lastReceipt, batch: try await batch())
        let template = JournalEntry(intentID: wish.intentID, attempt: attempt, event: .terminal(.leaving(command)))
        let (end, error) = await exchange(request, (template, command))
        switch end {
        case .notSent, .busy:
            if let error { return GatewayError(error) }
            // The record may have been written all the same: then it is closed, or left to be asked about.
            guard try await journal.history(of: wish.intentID)?.terminal?[wish.key] != nil else {
                return .notReached("nothing left")
            }
            try await close(wish, attempt, .notExecuted(code: "not sent"))
        // A stop or refusal with the code for success proves nothing.
        case .refused(.success): try await close(wish, attempt, .contradicted)
        case .refused(let result): try await close(wish, attempt, .notExecuted(code: result.hex))
        case .aborted(let result, let status):
            let isContradicted = status?.result == .success || result == .success
            try await close(wish, attempt, isContradicted ? .contradicted : .notExecuted(code: result.hex))
        case .completed, .unknown: break
        }
        let sent = try await journal.history(of: wish.intentID)?.terminal?[wish.key]
        return sent?.isExecuted == nil ? .undecided(wish.intentID, sent?.misfit) : nil
    }

    /// Records the end of a command; one that cannot be recorded is not reported, and the command stays undecided.
    private func close(_ wish: Wish, _ attempt: Int, _ end: TerminalEnd) async throws(JournalError) {
        let event = JournalEntry.Event.terminal(.ended(wish.key, end))
        try? await journal.append(JournalEntry(intentID: wish.intentID, attempt: attempt, event: event))
    }

    /// Asks the terminal about a command whose end is unknown.
    ///
    /// The rule is the same as for an immediate result (`TerminalProof`). The same receipt as before proves nothing,
    /// because a card may still be presented.
    /// - Returns: Whether the end is known now.
    func ask(_ sent: TerminalHistory.Sent, of intentID: String, _ attempt: Int) async throws(JournalError) -> Bool {
        let command = sent.command
        guard command.terminal == terminalID, sent.isExecuted == nil, sent.end == nil, command.nextReceipt != nil,
            let status = await newestReceipt()
        else { return false }
        let statement = TerminalStatement(status, from: speaker)
        guard statement.proof(of: command, original: sent.original) == .executed else { return false }
        let event = JournalEntry.Event.terminal(.told(command.key, statement))
        try await journal.append(JournalEntry(intentID: intentID, attempt: attempt, event: event))
        return true
    }

    /// Returns the payment with a command to this terminal whose end is unknown.
    func undecidedIntent() async throws(JournalError) -> String? {
        try await journal.openPayments().first { $0.terminal?.undecided?.command.terminal == terminalID }?.intentID
    }

    /// Returns the number of the open batch, counted by the journal.
    func batch() async throws(JournalError) -> Int { try await journal.history(of: batchID)?.terminal?.batch ?? 0 }

    private var batchID: String { "terminal:\(terminalID)" }

    /// Closes the terminal's batch (`06 50`).
    ///
    /// - Throws: `GatewayError`: refused with `notAvailable` while a command is undecided; `unknown` if the end did not
    ///   arrive.
    public func endOfDay() async throws(GatewayError) {
        try await alone(nil) { terminal in
            do throws(JournalError) {
                if let open = try await terminal.undecidedIntent() {
                    return GatewayError(
                        .notAvailable, fate: .notSent,
                        message: "what the terminal did for \(open) is not known: resolve it before the end of day")
                }
                if let error = await terminal.connect() { return error }
                // Record this first: afterwards nothing from before may be reversed by its receipt number.
                try await terminal.journal.append(
                    JournalEntry(intentID: terminal.batchID, attempt: 0, event: .terminal(.batchClosing)))
            } catch {
                return GatewayError(error)
            }
            switch await terminal.exchange(.endOfDay) {
            case .completed: return nil
            case .refused(let result), .aborted(let result, _):
                return GatewayError(.apiError, fate: .answered(status: 400), message: "end of day: \(result.sentence)")
            case .notSent, .busy: return .notReached("nothing left")
            case .unknown:
                return GatewayError(
                    .outcomeUnknown, fate: .unknown, message: "whether the batch was closed is not known")
            }
        }
    }

    /// Restarts the terminal (`06 18`), which ends the connection; the next call opens another one.
    ///
    /// - Throws: `GatewayError`: `busy` while a command is in progress, refused with `notAvailable` while one is
    ///   undecided, refused by the terminal, or `unknown` if it did not answer.
    public func reboot() async throws(GatewayError) {
        try await alone(nil) { terminal in
            do throws(JournalError) {
                if let open = try await terminal.undecidedIntent() {
                    return GatewayError(
                        .notAvailable, fate: .notSent,
                        message: "what the terminal did for \(open) is not known: resolve it before the restart")
                }
            } catch {
                return GatewayError(error)
            }
            if let error = await terminal.connect() { return error }
            switch await terminal.exchange(.reset) {
            case .completed:
                await terminal.disconnect()
                return nil
            case .refused(let result), .aborted(let result, _):
                return GatewayError(.apiError, fate: .answered(status: 400), message: "restart: \(result.sentence)")
            case .notSent, .busy: return .notReached("nothing left")
            case .unknown:
                return GatewayError(
                    .requestTimedOut, fate: .unknown, message: "whether the terminal restarts is not known")
            }
        }
    }

    /// Records what a person found in the terminal's own journal about a payment's undecided command.
    ///
    /// - Parameters:
    ///   - intentID: The payment.
    ///   - isExecuted: Whether the terminal's journal contains it.
    ///   - person: Who looked, for the journal.
    /// - Throws: `GatewayError` if nothing is undecided, or it cannot be recorded.
    public func decide(_ intentID: String, isExecuted: Bool, by person: String) async throws(GatewayError) {
        try await alone(nil) { terminal in
            do throws(JournalError) {
                let history = try await terminal.journal.history(of: intentID)
                guard let history, let key = history.terminal?.undecided?.command.key else {
                    return GatewayError(
                        .unexpectedState, fate: .notSent, message: "nothing about \(intentID) is undecided")
                }
                let end = TerminalEnd.decided(isExecuted: isExecuted, by: person)
                try await terminal.journal.append(
                    JournalEntry(
                        intentID: intentID, attempt: history.attempt, event: .terminal(.ended(key, end))))
                return nil
            } catch {
                return GatewayError(error)
            }
        }
    }
}

extension GatewayError {
    /// Returns the error for a key that was used for a different amount: answered, not unsent, because what left under
    /// the key before may well have been carried out.
    static func mismatch(_ key: IdempotencyKey, _ amount: Amount) -> GatewayError {
        GatewayError(
            .idempotencyMismatch, fate: .answered(status: 400),
            message: "\(key) was used for another request, over \(amount)")
    }
}
