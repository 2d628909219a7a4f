import TenderModel

/// Whose turn it is at the reader.
extension TerminalMachine {
    /// Gives a command the reader, or a place in line, or refuses it, as its caller wishes for a busy reader.
    mutating func takeTurn(_ id: CommandID, _ busy: BusyPolicy) {
        guard !turn.take(id) else { return beginTurn(id) }
        guard let holder = turn.holder.flatMap(running) else {
            return end(id, .refused(.busy(with: "another command")))
        }
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
