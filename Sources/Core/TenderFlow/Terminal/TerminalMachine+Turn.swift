import TenderModel

/// Whose turn it is at the reader.
extension TerminalMachine {
    /// Gives a command the reader, or a place in line, or refuses it, as its caller wishes for a busy reader.
    mutating func takeTurn(_ id: CommandID, _ busy: BusyPolicy) {
        guard !turn.take(id), !takesCard(id) else { return beginTurn(id) }
        guard let holder = turn.holder.flatMap(running) else { return waitForCard(id, busy) }
        let collecting = payments.first { $0.waiter == holder.id && $0.collection != nil }
        let presenting = requests.first { $0.command == holder.id && $0.presenting?.collection != nil }
        let isReplaceable = busy == .replace && (collecting != nil || presenting != nil || isCollectingData)
        guard busy == .queue || isReplaceable else { return end(id, .refused(.busy(with: holder.command.name))) }
        turn.wait(id, first: isReplaceable)
        set(id, .inLine)
        guard isReplaceable else { return }
        if let collecting { deliver(.cancelRequested(.stop, by: .application), to: collecting.number) }
        if let presenting { stopPresenting(presenting.number, .canceled(by: .application)) }
        if isCollectingData { stopWork(.canceled(by: .application)) }
    }

    /// Takes over the reader with the card that waits in it, to confirm that.
    private mutating func takesCard(_ id: CommandID) -> Bool {
        guard let command = running(id)?.command, let unconfirmed, command.intent?.id == unconfirmed.intentID,
            !command.isCollect, turn.holder.flatMap(running) == nil
        else { return false }
        turn.pass(to: id)
        return true
    }

    /// Handles a command that finds no other one at the reader, but a card (money rule 5): whoever collects anew for
    /// its payment gives it up, and the end of one that was told is waited for.
    private mutating func waitForCard(_ id: CommandID, _ busy: BusyPolicy) {
        let own = unconfirmed.flatMap { $0.intentID == running(id)?.command.intent?.id ? $0 : nil }
        guard busy == .queue || own != nil || waitingCard?.told != nil else {
            return end(id, .refused(.busy(with: "a card that waits for its confirmation")))
        }
        turn.wait(id, first: own != nil)
        set(id, .inLine)
        if let own { deliver(.cancelRequested(.stop, by: .application), to: own.number) }
    }

    /// Gives the reader to the next in line, unless a command or a card has it.
    mutating func passTurn() {
        guard waitingCard == nil, let holder = turn.holder, running(holder) == nil,
            let next = turn.release(holder)
        else { return }
        afterwards.append(.turn(next))
    }

    /// Starts a command whose turn it is.
    mutating func beginTurn(_ id: CommandID) {
        guard let command = running(id)?.command else { return }
        if case .collectData(let configuration, _) = command { return startCollecting(configuration, for: id) }
        if case .reboot = command { return reboot(id) }
        if case .installUpdate = command { return installUpdate(id) }
        guard let intent = command.intent else { return beginPresenting(id, command) }
        set(id, .preparing)
        if case .consent(_, _, let surcharge) = command { return askConsent(id, intent, surcharge) }
        // What its order was just told as paid would refuse it until that is recorded.
        guard !isNoting else { return afterNotes(.turn(id)) }
        guard case .collect(_, let how, _) = command else { return afterTakeover(.prepare(id)) }
        guard link.isOpen else { return end(id, .refused(.noReader)) }
        guard takesKeyed(how) else { return end(id, .refused(.keyedEntry)) }
        guard let parameters = intent.parameters else { return afterTakeover(.prepare(id)) }
        checkLocal(id, parameters, intent.terms(intent.attemptKey ?? intent.id))
    }
}
