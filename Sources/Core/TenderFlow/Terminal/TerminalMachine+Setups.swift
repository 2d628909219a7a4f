import TenderModel

/// Saving cards: creating, reading and canceling SetupIntents, and the one saving of a card with each.
///
/// A SetupIntent succeeds once. Therefore a card is never saved twice with one, however often it is confirmed, and its
/// own state proves what became of a lost confirmation: succeeded, or canceled, which is how a doubt is ended once the
/// card is gone.
extension TerminalMachine {
    mutating func createSetup(_ id: CommandID, _ wish: SetupIntentParameters) {
        guard let command = running(id) else { return }
        let base = wish.idempotencyKey ?? command.freshKey
        var parameters = wish
        parameters.metadata[PaymentIntent.attemptMetadata] = base
        begin(.createSetup(id, parameters, IdempotencyKey(base: base, attempt: 0, verb: "setup")))
    }

    /// Cancels a SetupIntent, unless a card is being collected or sent for it.
    mutating func cancelSetup(_ id: CommandID, _ intent: String) {
        guard let command = running(id) else { return }
        for request in requests where request.presenting?.wish.setup?.setupIntent == intent {
            guard request.command == nil else {
                return end(id, .refused(.busy(with: request.presenting?.wish.collectName ?? "")))
            }
            drop(request)
        }
        guard !isSending(setup: intent) else { return end(id, .refused(.busy(with: "confirmSetupIntent"))) }
        begin(.cancelSetup(id, intent, IdempotencyKey(base: command.freshKey, attempt: 0, verb: "cancel")))
    }

    /// Returns whether somebody waits for a card that is sent, or looked for, with a SetupIntent.
    private func isSending(setup intent: String) -> Bool {
        requests.contains { $0.command != nil && $0.moving?.setup?.setupIntent == intent }
    }

    /// Continues with the records of a SetupIntent: what is in progress or done needs no card, and so not the reader.
    mutating func setupRead(_ id: CommandID, _ reading: Reading) {
        guard let command = running(id), let wish = command.command.setup else { return }
        if let error = reading.error { return end(id, .refused(.journal(error))) }
        guard let known = reading.history?.setup, known.isUnresolved || known.result == .succeeded else {
            return goOn(presenting: id, after: reading.history)
        }
        for old in requests where old.presenting?.command == id || old.isHeld(for: .setup(wish)) { drop(old) }
        // Before it has the reader's turn, it may meet whoever sends the card now.
        guard !command.command.isConfirmation || !isSending(setup: wish.setupIntent) else {
            return end(id, .refused(.busy(with: "confirmSetupIntent")))
        }
        guard known.parameters.isSameWish(as: wish) || command.command.isConfirmation else {
            return end(id, .refused(.setupOfOther(known.parameters)))
        }
        if case .present(_, let how, _) = command.command, !how.confirmsAtOnce {
            return end(id, .cardCollected(request: 0, nil))
        }
        var moving = Moving(known)
        moving.command = id
        dropFollowers(of: moving)
        begin(.move(moving))
    }
}

extension TerminalMachine.Command {
    /// The card that it collects or sends to be saved.
    var setup: CardSetup? {
        switch self {
        case .present(.setup(let wish), _, _), .confirmCard(_, .setup(let wish), _): wish
        default: nil
        }
    }

    var isConfirmation: Bool { if case .confirmCard = self { true } else { false } }
}

extension CardWish {
    var setup: CardSetup? { if case .setup(let setup) = self { setup } else { nil } }
}

extension Moving {
    /// A card that leaves for the first time, under a key of its own.
    init(_ wish: CardSetup, _ freshKey: String) {
        what = .setup(wish)
        key = IdempotencyKey(base: freshKey, attempt: 1, verb: "setup")
        sends = 0
    }

    /// What the journal knows of a card; the card itself is gone, so that it is never sent again.
    init(_ known: PaymentHistory.Setup) {
        what = .setup(known.parameters)
        key = known.key
        sends = max(1, known.sends)
        object = known.object
        self.known = known.result
        mayLeave = false
    }

    var setup: CardSetup? { if case .setup(let setup) = what { setup } else { nil } }

    /// The key under which a SetupIntent is canceled, to prove that the card was not saved and is not saved any more.
    var proofKey: IdempotencyKey { IdempotencyKey(key.rawValue + "/cancel") }
}

extension TerminalRequest {
    /// Returns what an answer proves about a card that was to be saved; any other request takes it as it is.
    func meaning(of reply: TerminalMachine.RequestReply) -> RequestMachine.Reply {
        guard let wish = moving?.setup, case .setup(let facts)? = reply.made else { return reply.reply }
        guard facts.id == wish.setupIntent else { return .lost }
        let proof = facts.proof
        guard proof == .notFound else { return proof }
        return reply.reply == .succeeded ? .lost : reply.reply
    }
}
