import TenderModel

/// The requests outside payments: how each runs, and what follows from its end.
extension TerminalMachine {
    // MARK: - Creating, reading, listing

    mutating func create(_ id: CommandID, _ wish: PaymentIntentParameters, _ behavior: OfflineBehavior) {
        guard wish.amount.minorUnits > 0, let command = running(id) else {
            return end(id, .refused(.amount(wish.amount)))
        }
        var parameters = wish
        let base = wish.idempotencyKey ?? command.freshKey
        parameters.metadata[PaymentIntent.attemptMetadata] = base
        parameters.metadata[PaymentIntent.orderMetadata] = wish.order
        guard behavior != .forceOffline else { return createLocal(id, parameters, base) }
        begin(.create(id, parameters, base: base, behavior))
    }

    /// Creates an intent that the gateway has not heard of, within the limits.
    private mutating func createLocal(_ id: CommandID, _ parameters: PaymentIntentParameters, _ base: String) {
        change(id, to: .create(parameters, .forceOffline))
        set(id, .preparing)
        let intent = PaymentIntent(offline: parameters, base: base)
        checkLocal(id, intent.parameters, KnownIntent(intent).terms(base))
    }

    /// Refuses a payment that the limits, the order or the journal do not allow offline, before a card is requested.
    mutating func checkLocal(_ id: CommandID, _ parameters: PaymentIntentParameters, _ terms: PaymentTerms) {
        guard (try? parameters.amount.gatewayUnits()) != nil else {
            return end(id, .refused(.amount(parameters.amount)))
        }
        guard !parameters.isShared else { return end(id, .refused(.shared)) }
        checkLocal(id, terms.intentID, terms, .payment(parameters))
    }

    /// Refuses what the limits, the order or the journal do not allow offline, before a card is requested.
    mutating func checkLocal(
        _ id: CommandID, _ intentID: String, _ terms: PaymentTerms?, _ wish: OfflineSale.Wish
    ) {
        guard configuration.keepsCards else { return end(id, .refused(.noCardStore)) }
        let sale = OfflineSale(wish, limits: configuration.offline)
        let entry = JournalEntry(intentID: intentID, attempt: 1, terms: terms, event: .offline(.stored(sale)))
        emit(.check(errand(for: .localChecked(id)), entry))
    }

    mutating func localChecked(_ id: CommandID, _ error: JournalError?) {
        guard let command = running(id)?.command else { return }
        if let error { return end(id, .refused(.notStorable(error))) }
        switch command {
        case .create(let parameters, _):
            end(id, .local(parameters, base: parameters.metadata[PaymentIntent.attemptMetadata] ?? ""))
        case .createSetup(let parameters, _): end(id, .localSetup(parameters, base: parameters.idempotencyKey ?? ""))
        case .present: startCollecting(id)
        default: afterTakeover(.prepare(id))
        }
    }

    mutating func read(_ id: CommandID, _ intent: String) {
        PaymentIntent.isOffline(id: intent) ? readHistory(intent, for: .local(id)) : begin(.read(id, intent))
    }

    /// Looks at a payment, and then releases or refunds it.
    mutating func void(_ id: CommandID, _ wish: RefundParameters) {
        PaymentIntent.isOffline(id: wish.subject)
            ? readHistory(wish.subject, for: .local(id)) : begin(.charged(id, wish.subject))
    }

    mutating func list(_ id: CommandID) { begin(.list(id)) }

    // MARK: - Running the request machine

    mutating func begin(_ purpose: TerminalRequest.Purpose, with card: Errand? = nil) {
        let number = nextNumber()
        requests.append(TerminalRequest(number: number, machine: machine(for: purpose), purpose: purpose, card: card))
        if let id = requests.last?.command { set(id, .request(number)) }
        drive(number, .started)
    }

    func machine(for purpose: TerminalRequest.Purpose) -> RequestMachine {
        switch purpose {
        case .create(_, _, _, let behavior), .createSetup(_, _, _, let behavior):
            var policy = configuration.policy
            // If offline is the alternative, the customer is not kept waiting.
            if behavior != .requireOnline {
                (policy.maximumSends, policy.maximumAsks) = (min(policy.maximumSends, 2), 1)
            }
            return RequestMachine(.create, policy: policy)
        case .edit, .cancelSetup: return RequestMachine(.create, policy: configuration.policy)
        case .read, .charged, .list, .readSetup: return RequestMachine(.read, policy: configuration.policy)
        case .move(let moving):
            return RequestMachine(
                .move, policy: configuration.policy, resuming: moving.sends, mayLeave: moving.mayLeave)
        case .present, .store: return RequestMachine(.move, policy: configuration.policy)
        }
    }

    func index(ofRequest number: Int) -> Int? { requests.firstIndex { $0.number == number } }

    mutating func drive(_ number: Int, _ event: RequestMachine.Event) {
        guard let index = index(ofRequest: number), let action = requests[index].machine.handle(event) else { return }
        switch action {
        case .recordLeaving(let send):
            append(requests[index].moving?.leaving(send: send), number)
            changeMoving(number) { $0.known = $0.known == .succeeded ? .succeeded : nil }
        case .recordSettled(let result): append(requests[index].settled(result), number)
        case .send(let limit): exchange(requests[index].send, requests[index].card, limit, number)
        case .ask(let limit): exchange(requests[index].ask, nil, limit, number)
        case .pause(let duration): emit(.startTimer(nextErrand(number), duration))
        case .finish(let result): finish(number, result)
        }
    }

    /// Returns an errand for the request's next action; anything older has expired.
    private mutating func nextErrand(_ number: Int) -> Errand {
        let serial = nextSerial()
        if let index = index(ofRequest: number) { requests[index].serial = serial }
        return Errand(.request(number), serial)
    }

    private mutating func append(_ entry: JournalEntry?, _ number: Int) {
        guard let entry else { return drive(number, .recorded) }
        emit(.append(nextErrand(number), entry))
    }

    mutating func requestAppended(_ number: Int, _ serial: Serial, _ error: JournalError?) {
        guard let index = index(ofRequest: number), requests[index].serial == serial else { return }
        if case .store = requests[index].purpose { return setupStored(number, error) }
        if let error { requests[index].refusal = error }
        if error?.reason == .keyTooOld { changeMoving(number) { $0.isTooOld = true } }
        drive(number, error == nil ? .recorded : .recordFailed)
    }

    private mutating func exchange(_ request: SingleRequest?, _ card: Errand?, _ limit: Duration, _ number: Int) {
        guard let request else { return }
        let errand = nextErrand(number)
        emit(.request(errand, request, card: card))
        let timer = startTimer(limit, for: .exchangeLimit(request: number, errand.serial))
        if let index = index(ofRequest: number) { requests[index].limit = timer }
    }

    mutating func exchangeTimedOut(_ number: Int, _ serial: Serial) {
        guard let index = index(ofRequest: number), requests[index].serial == serial else { return }
        requests[index].limit = nil
        requests[index].serial = nil
        emit(.abandon(Errand(.request(number), serial)))
        drive(number, .answered(.lost, chance.jitter))
    }

    mutating func answered(_ errand: Errand, _ reply: RequestReply) {
        guard errand.owner != .forwarder else { return setupCreated(errand, reply) }
        guard case .request(let number) = errand.owner, let index = index(ofRequest: number),
            requests[index].serial == errand.serial
        else { return }
        stopTimer(requests[index].limit)
        requests[index].limit = nil
        requests[index].serial = nil
        if requests[index].moving?.forwarding != nil { requests[index].lastReply = reply }
        if let made = reply.made { requests[index].made = made }
        if reply.network == .online { requests[index].wasAnswered = true }
        noteNetwork(reply.network)
        drive(number, .answered(requests[index].meaning(of: reply), chance.jitter))
    }

    mutating func pauseEnded(_ number: Int, _ serial: Serial) {
        guard let index = index(ofRequest: number), requests[index].serial == serial else { return }
        requests[index].serial = nil
        guard !requests[index].isResting else { return rested(number) }
        drive(number, .pauseEnded)
    }

    /// Stops repeating what moves no money; what moves money or is being stored is not withdrawn.
    mutating func cancelRequest(_ number: Int, _ id: CommandID, by askers: [CommandID]) {
        guard let index = index(ofRequest: number), requests[index].moving == nil, !requests[index].isStoring else {
            return tell(askers, .nothingToStop)
        }
        guard requests[index].presenting == nil else { return cancelPresenting(number, id, by: askers) }
        if case .edit(let editing) = requests[index].purpose { editEnded(editing, requests[index], .unknown) }
        tell(askers, .stoppedBefore)
        end(id, .refused(.canceled(request: number)))
        drop(requests[index])
    }

    /// Ends a request, whatever it is waiting for.
    mutating func drop(_ request: TerminalRequest) {
        stopTimer(request.limit)
        stopTimer(request.presenting?.limit)
        if let serial = request.serial {
            let errand = Errand(.request(request.number), serial)
            emit(request.limit == nil ? .stopTimer(errand) : .abandon(errand))
        }
        forget(request: request.number)
    }

    mutating func changeMoving(_ number: Int, _ change: (inout Moving) -> Void) {
        guard let index = index(ofRequest: number), var moving = requests[index].moving else { return }
        change(&moving)
        requests[index].purpose = .move(moving)
    }

    // MARK: - Ending

    private mutating func finish(_ number: Int, _ result: RequestMachine.Result) {
        dropCard(ofRequest: number)
        guard let index = index(ofRequest: number) else { return }
        let request = requests[index]
        switch request.purpose {
        case .present, .store: break
        case .move: return movedOrNot(number, result)
        case .createSetup(let id, let parameters, let base, .preferOnline)
        where result != .succeeded && !request.wasAnswered:
            forget(request: number)
            return createLocalSetup(id, parameters, base)
        case .create(let id, let parameters, let base, .preferOnline)
        where result != .succeeded && !request.wasAnswered:
            forget(request: number)
            desk.mayBeCreated.append(base)
            return createLocal(id, parameters, base)
        case .edit(let editing):
            editEnded(editing, request, result)
            handOver(request, result, to: editing.command)
        case .read(let id, _):
            if result == .succeeded { endEditDoubt(request) }
            handOver(request, result, to: id)
        case .create(let id, _, _, _), .list(let id), .createSetup(let id, _, _, _), .readSetup(let id, _),
            .cancelSetup(let id, _, _):
            handOver(request, result, to: id)
        case .charged(let id, _): goOn(id, request, result)
        }
    }

    private mutating func handOver(_ request: TerminalRequest, _ result: RequestMachine.Result, to id: CommandID) {
        end(
            id,
            result == .succeeded
                ? .made(request: request.number, nil) : .notMade(result, request.refusal, request: request.number, nil))
        forget(request: request.number)
    }

    /// Continues the command with the PaymentIntent that was retrieved for it.
    private mutating func goOn(_ id: CommandID, _ request: TerminalRequest, _ result: RequestMachine.Result) {
        guard result == .succeeded, case .intent(let intent)? = request.made, let index = index(ofCommand: id) else {
            // Whatever the command is for has not begun.
            return handOver(request, .notExecuted, to: id)
        }
        // Nothing is left to release or refund.
        if case .void = commands[index].command, intent.facts.status == .canceled {
            return handOver(request, result, to: id)
        }
        requests.removeAll { $0.number == request.number }
        commands[index].stage = .preparing
        commands[index].readBy = request.number
        commands[index].command = commands[index].command.about(intent)
        if case .finishHold(let finishing) = commands[index].command {
            return readHistory(finishing.intentID, for: .hold(id))
        }
        afterTakeover(.prepare(id))
    }

    mutating func forget(request number: Int) {
        dropCard(ofRequest: number)
        requests.removeAll { $0.number == number }
        emit(.forgetRequest(number))
    }
}

extension TerminalRequest {
    var moving: Moving? { if case .move(let moving) = purpose { moving } else { nil } }

    var presenting: Presenting? { if case .present(let presenting) = purpose { presenting } else { nil } }

    var isStoring: Bool { if case .store = purpose { true } else { false } }

    /// Returns the record of its end; `nil` if the journal already records it as unknown.
    func settled(_ result: RequestMachine.Result) -> JournalEntry? {
        let end = made?.end(result) ?? RequestEnd(result)
        let isNewObject = end.object != nil && end.object != moving?.object
        let isNews = end.result != .unknown || moving?.known != .unknown || isNewObject
        return isNews ? moving?.settled(end) : nil
    }

    /// The exchange that sends the request; `nil` while it has no card.
    var send: TerminalMachine.SingleRequest? {
        switch purpose {
        case .create(_, let parameters, let base, _):
            .create(parameters, IdempotencyKey(base: base, attempt: 0, verb: "create"))
        case .edit(let editing): .edit(editing.intentID, editing.changes, editing.key)
        case .read(let id, let intent), .charged(let id, let intent): .read(intent, id)
        case .list(let id): .list(id)
        case .createSetup(_, let parameters, let base, _):
            .createSetup(parameters, IdempotencyKey(base: base, attempt: 0, verb: "setup"))
        case .readSetup(let id, let intent): .readSetup(intent, id)
        case .cancelSetup(_, let intent, let key): .cancelSetup(intent, key)
        case .move(let moving): moving.send
        case .present, .store: nil
        }
    }

    /// The exchange that asks for the request's outcome; `nil` while it has no card.
    var ask: TerminalMachine.SingleRequest? {
        switch purpose {
        case .create(_, let parameters, _, _): .findCreated(parameters)
        case .edit(let editing): .findEdit(editing.intentID, editing.changes)
        case .read, .charged, .list, .createSetup, .readSetup, .cancelSetup: send
        case .move(let moving): moving.ask
        case .present, .store: nil
        }
    }
}
