import TenderModel

/// Collecting a card for something other than a payment: a request takes the reader's turn, collects, and is then sent
/// with the card, under its one key.
///
/// The shell keeps the card under the request's errand until the request ends. What is already in progress needs no
/// second card; a card that is gone is never replaced under the same key.
extension TerminalMachine {
    // MARK: - Starting

    mutating func present(_ id: CommandID, _ wish: CardWish) {
        if let refusal = wish.refusal { return end(id, .refused(refusal)) }
        if case .refund(let refund) = wish, PaymentIntent.isOffline(id: refund.subject) {
            return readHistory(refund.subject, for: .local(id))
        }
        afterTakeover(.prepare(id))
    }

    /// Looks whether the wish is already in progress; `goOn(presenting:)` follows if it is not.
    mutating func look(for wish: CardWish, _ id: CommandID) {
        switch wish {
        case .refund, .setup, .offlineSetup: afterNotes(.findMoney(id))
        }
    }

    /// Begins a command whose turn at the reader it is.
    mutating func beginPresenting(_ id: CommandID, _ command: Command) {
        set(id, .preparing)
        switch command {
        case .present(let wish, _, _):
            // Meanwhile the command before may have begun the same.
            link.isOpen ? look(for: wish, id) : end(id, .refused(.noReader))
        case .confirmCard(let number, let wish, _):
            adopt(number, wish, id)
            look(for: wish, id)
        default: break
        }
    }

    /// Gives a collected card, if it is still there, to the command that confirms it.
    private mutating func adopt(_ number: Int, _ wish: CardWish, _ id: CommandID) {
        // A SetupIntent names its card by itself.
        let held = wish.isSetup ? requests.firstIndex { $0.isHeld(for: wish) } : nil
        guard let index = held ?? index(ofRequest: number), var presenting = requests[index].presenting,
            presenting.command == nil, presenting.wish == wish || held != nil
        else { return }
        stopTimer(presenting.limit)
        presenting.limit = nil
        presenting.command = id
        requests[index].purpose = .present(presenting)
        set(id, .request(requests[index].number))
    }

    /// Continues a command whose wish is not in progress: it takes its turn, collects the card, or sends it.
    mutating func goOn(presenting id: CommandID, after history: PaymentHistory? = nil) {
        guard let command = running(id)?.command else { return }
        switch command {
        case .present(_, _, let busy) where turn.holder != id: takeTurn(id, busy)
        case .present(.offlineSetup(let wish), _, _) where card(of: id) == nil:
            checkLocal(id, wish.id, nil, .setup(wish))
        case .present: card(of: id) == nil ? startCollecting(id) : sendCard(of: id, after: history)
        case .confirmCard(_, _, let busy) where turn.holder != id: takeTurn(id, busy)
        case .confirmCard:
            card(of: id) == nil ? end(id, .refused(.noCollectedCard)) : sendCard(of: id, after: history)
        default: break
        }
    }

    /// Continues an open refund without a card; otherwise goes on with one.
    mutating func refundRead(_ wish: RefundParameters, _ history: PaymentHistory?, _ command: RunningCommand) {
        guard history?.refund(continuedBy: wish) != nil else { return goOn(presenting: command.id, after: history) }
        for old in requests where old.presenting?.command == command.id { drop(old) }
        if case .present(_, let how, _) = command.command, !how.confirmsAtOnce {
            return end(command.id, .cardCollected(request: 0, nil))
        }
        begin(wish, after: history, command)
    }

    /// Returns the errand of the card that was collected for a command.
    private func card(of id: CommandID) -> Errand? { requests.first { $0.presenting?.command == id }?.card }

    // MARK: - At the reader

    mutating func startCollecting(_ id: CommandID) {
        guard case .present(let wish, let how, _)? = running(id)?.command else { return }
        guard link.isOpen, let request = wish.request(how) else { return end(id, .refused(.noReader)) }
        guard takesKeyed(how) else { return end(id, .refused(.keyedEntry)) }
        guard mayStoreCard(for: wish) else {
            let why = "reads a card to be saved only when the gateway saves it: it stores none offline"
            return end(id, .refused(.notSupported(why)))
        }
        for old in requests where old.command == nil && old.presenting?.wish.isSame(as: wish) == true { drop(old) }
        let number = nextNumber()
        let errand = Errand(.request(number), nextSerial())
        var presenting = Presenting(command: id, wish: wish, how: how)
        presenting.collection = TerminalPayment.Collection(errand: errand, opening: link.opening)
        let limits = [configuration.policy.presentCard, how.total ?? configuration.policy.total]
        let limit = limits.compactMap(\.self).min()
        if let limit { presenting.limit = startTimer(limit, for: .cardLimit(request: number)) }
        let purpose = TerminalRequest.Purpose.present(presenting)
        requests.append(TerminalRequest(number: number, machine: machine(for: purpose), purpose: purpose))
        set(id, .request(number))
        emit(.collect(errand, request))
    }

    /// Handles the end of a collection.
    mutating func presented(_ number: Int, _ errand: Errand, _ result: Result<CardDetails, ReaderError>) {
        guard let index = index(ofRequest: number), var presenting = requests[index].presenting,
            let collection = presenting.collection, collection.errand == errand, let id = presenting.command
        else { return drop(errand) }
        stopTimer(collection.stopLimit)
        stopTimer(presenting.limit)
        (presenting.collection, presenting.limit) = (nil, nil)
        requests[index].purpose = .present(presenting)
        switch (result, presenting.stop) {
        case (.success(let card), nil) where presenting.wish.refusal(of: card) != nil:
            drop(errand)
            endPresenting(number, .refused(presenting.wish.refusal(of: card)?.description ?? ""))
        case (.success(let card), nil):
            requests[index].card = errand
            publish(.cardCollected(card, intentID: presenting.wish.subject))
            presenting.how.confirmsAtOnce ? look(for: presenting.wish, id) : hold(number, card, id)
        case (.success, let stop?):
            drop(errand)
            endPresenting(number, stop)
        case (.failure(let error), let stop):
            if case .refused = error { drop(errand) }
            let isReaderGone = error == .canceled(by: .application) && collection.opening != link.opening
            endPresenting(number, stop ?? (isReaderGone ? .readerLost(.unknown) : CollectionFailure(error)))
        }
    }

    /// Returns a card to the application, and keeps it until it is confirmed or its window closes.
    private mutating func hold(_ number: Int, _ card: CardDetails, _ id: CommandID) {
        guard let index = index(ofRequest: number), var presenting = requests[index].presenting else { return }
        presenting.command = nil
        presenting.limit = startTimer(configuration.policy.confirmWindow, for: .cardLimit(request: number))
        requests[index].purpose = .present(presenting)
        end(id, .cardCollected(request: number, card))
    }

    /// Ends a command without a card; nothing was sent.
    private mutating func endPresenting(_ number: Int, _ failure: CollectionFailure) {
        guard let request = requests.first(where: { $0.number == number }), let presenting = request.presenting else {
            return
        }
        drop(request)
        tell(presenting.stoppers, .stoppedBefore)
        if let id = presenting.command { end(id, .notCollected(failure)) }
    }

    // MARK: - Stopping

    /// Stops the collection of a request, if there is one: for this reason, or for the one that the reader gives.
    mutating func stopPresenting(_ number: Int, _ reason: CollectionFailure?, by askers: [CommandID] = []) {
        guard let index = index(ofRequest: number), var presenting = requests[index].presenting,
            let collection = presenting.collection
        else { return }
        presenting.stop = presenting.stop ?? reason
        presenting.stoppers += askers
        if collection.stopLimit == nil {
            presenting.collection?.stopLimit = startTimer(
                configuration.readerStopLimit, for: .stopLimit(collection.errand))
            emit(.stopCollecting(collection.errand))
        }
        requests[index].purpose = .present(presenting)
    }

    /// Cancels a command that collects a card, or has one that was not sent yet.
    mutating func cancelPresenting(_ number: Int, _ id: CommandID, by askers: [CommandID]) {
        guard let index = index(ofRequest: number), requests[index].presenting?.collection == nil else {
            return stopPresenting(number, .canceled(by: .application), by: askers)
        }
        tell(askers, .stoppedBefore)
        endPresenting(number, .canceled(by: .application))
    }

    /// Ends a collection that takes too long, or drops a card that nobody confirmed in time.
    mutating func cardLimitReached(_ number: Int) {
        guard let index = index(ofRequest: number), var presenting = requests[index].presenting else { return }
        presenting.limit = nil
        requests[index].purpose = .present(presenting)
        presenting.collection == nil ? drop(requests[index]) : stopPresenting(number, .timedOut)
    }

    /// Drops a collected card for the application.
    mutating func dropPresented(_ number: Int, for id: CommandID) {
        if let request = requests.first(where: { $0.number == number && $0.presenting != nil && $0.command == nil }) {
            drop(request)
        }
        end(id, .done)
    }

    mutating func dropCard(ofRequest number: Int) {
        guard let index = index(ofRequest: number), let card = requests[index].card else { return }
        requests[index].card = nil
        emit(.dropCard(card))
    }

    // MARK: - Sending

    /// Sends what a card was collected for: from now on it is a request like any other, with a card.
    private mutating func sendCard(of id: CommandID, after history: PaymentHistory?) {
        guard let index = requests.firstIndex(where: { $0.presenting?.command == id }),
            let presenting = requests[index].presenting, let command = running(id)
        else { return }
        let number = requests[index].number
        switch presenting.wish {
        case .refund(let wish):
            var moving = Moving(wish, presentsCard: true, after: history, command.freshKey)
            moving.command = id
            requests[index].purpose = .move(moving)
        case .offlineSetup(let wish): return store(wish, index, for: id)
        case .setup(let wish):
            var moving = Moving(wish, command.freshKey)
            moving.command = id
            requests[index].purpose = .move(moving)
        }
        requests[index].machine = machine(for: requests[index].purpose)
        set(id, .request(number))
        drive(number, .started)
    }
}

extension TerminalMachine {
    /// Returns whether the reader can collect a card in this way: a number is typed only on a certified one.
    func takesKeyed(_ how: Command.Collecting) -> Bool { how.moto == nil || link.reader?.takesKeyedCards == true }

    /// Returns whether what the reader hands over for this wish is a card: a smart reader has none before it acts.
    private func mayStoreCard(for wish: CardWish) -> Bool {
        if case .offlineSetup = wish { link.reader?.discoveryMethod != .internet } else { true }
    }
}
