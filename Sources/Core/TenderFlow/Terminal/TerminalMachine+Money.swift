import TenderModel

/// Refunds and calls that move money: each is made once, however often it is requested.
extension TerminalMachine {
    // MARK: - Starting

    mutating func beginRefund(_ id: CommandID, _ wish: RefundParameters) {
        if let refusal = wish.refusal { return end(id, .refused(refusal)) }
        guard !PaymentIntent.isOffline(id: wish.subject) else { return readHistory(wish.subject, for: .local(id)) }
        afterTakeover(.prepare(id))
    }

    /// Makes a call; a concurrent command for the same call means the same one.
    mutating func perform(_ id: CommandID, _ call: MoneyCall, _ key: String?) {
        let same = commands.firstIndex { $0.id != id && $0.command.isCall(like: call) }
        guard key == nil, let same else { return afterTakeover(.prepare(id)) }
        commands[same].joined.append(id)
        commands.removeAll { $0.id == id }
    }

    /// Reads the records to find the refund or call that the command continues.
    mutating func findMoney(_ id: CommandID) {
        switch running(id)?.command {
        case .refund(let wish), .findRefund(let wish), .present(.refund(let wish), _, _),
            .confirmCard(_, .refund(let wish), _):
            readHistory(wish.subject, for: .refund(id))
        case .present(.setup(let wish), _, _), .confirmCard(_, .setup(let wish), _):
            readHistory(wish.setupIntent, for: .setup(id))
        case .present(.offlineSetup(let wish), _, _), .confirmCard(_, .offlineSetup(let wish), _):
            readHistory(wish.id, for: .setup(id))
        case .findSetup: emit(.readOpen(errand(for: .call(id))))
        case .perform(let call, let key?), .findCall(let call, let key?):
            readHistory(Self.key(call, key).rawValue, for: .call(id))
        case .perform, .findCall: emit(.readOpen(errand(for: .call(id))))
        default: break
        }
    }

    private static func key(_ call: MoneyCall, _ base: String) -> IdempotencyKey {
        // The key of a checkout's payment is made by the checkout, attempt by attempt.
        call.kind == .checkoutPayment
            ? IdempotencyKey(base) : IdempotencyKey(base: base, attempt: 1, verb: call.kind.rawValue)
    }

    mutating func refundRead(_ id: CommandID, _ reading: Reading) {
        guard let command = running(id) else { return }
        if let error = reading.error { return end(id, .refused(.journal(error))) }
        switch command.command {
        case .findRefund(let wish): end(id, .refund(reading.history?.refund(continuedBy: wish)))
        case .refund(let wish): begin(wish, after: reading.history, command)
        case .present(.refund(let wish), _, _), .confirmCard(_, .refund(let wish), _):
            refundRead(wish, reading.history, command)
        default: break
        }
    }

    mutating func begin(_ wish: RefundParameters, after history: PaymentHistory?, _ command: RunningCommand) {
        var moving: Moving
        if let open = history?.refund(continuedBy: wish) {
            guard open.parameters.isSameWish(as: wish) else {
                return end(
                    command.id, .refused(.keyOfRefund(wish.idempotencyKey ?? "", open.parameters, now: wish)))
            }
            moving = Moving(open)
        } else {
            moving = Moving(wish, presentsCard: false, after: history, command.freshKey)
        }
        moving.command = command.id
        dropFollowers(of: moving)
        begin(.move(moving))
    }

    /// Drops pursuits that nobody waits for, because the new caller now pursues the request.
    mutating func dropFollowers(of moving: Moving) {
        for old in requests where old.moving?.key == moving.key && old.command == nil { drop(old) }
    }

    mutating func callRead(_ id: CommandID, _ reading: Reading) {
        guard let command = running(id) else { return }
        switch (command.command, reading) {
        case (_, .failed(let error)): end(id, .refused(.journal(error)))
        case (.findSetup(let wish), .histories(let open)): end(id, .setup(open.setup(continuedBy: wish)))
        case (.findCall, .history(let history)): end(id, .call(history?.call))
        case (.findCall(let call, _), .histories(let open)): end(id, .call(open.call(continuedBy: call)))
        case (.perform(let call, let key), .history(let history)): begin(call, key, history?.call, command)
        case (.perform(let call, let key), .histories(let open)):
            begin(call, key, open.call(continuedBy: call), command)
        default: break
        }
    }

    private mutating func begin(
        _ call: MoneyCall, _ callersKey: String?, _ known: KeyedRequest<MoneyCall>?, _ command: RunningCommand
    ) {
        let isContinued = known.map { $0.openSends > 0 } ?? false
        if isContinued, let known, !known.parameters.isSameWish(as: call) {
            return end(command.id, .refused(.keyOfCall(callersKey ?? "", known.parameters, now: call)))
        }
        let key = known?.key ?? Self.key(call, callersKey ?? command.freshKey)
        // What goes on is what was recorded: under one key there is one body.
        var moving = Moving(
            isContinued ? known?.parameters ?? call : call, key, sends: known?.openSends ?? 0, object: known?.object)
        moving.known = known?.result
        moving.callersKey = callersKey
        moving.command = command.id
        dropFollowers(of: moving)
        begin(.move(moving))
    }

    // MARK: - Ending

    mutating func movedOrNot(_ number: Int, _ result: RequestMachine.Result) {
        guard let index = index(ofRequest: number), let moving = requests[index].moving else { return }
        if let serial = moving.forwarding { return forwarded(number, moving, serial, result) }
        guard let id = moving.command else { return followed(number, result) }
        switch result {
        case .succeeded: moved(requests[index], moving, id)
        case .unknown: unknownMove(requests[index], moving, id)
        case .journalUnavailable where moving.isRefund && requests[index].refusal?.leavesOpen == true:
            unknownMove(requests[index], moving, id)
        case .notExecuted, .journalUnavailable:
            end(id, .notMade(result, requests[index].refusal, request: number, moving.key))
            forget(request: number)
            // Whoever was told that it is accepted is told now that it failed.
            if result == .notExecuted, moving.object != nil, configuration.policy.claimsOnReturn { noteTold(moving) }
        }
    }

    private mutating func moved(_ request: TerminalRequest, _ moving: Moving, _ id: CommandID) {
        end(id, .made(request: request.number, moving.key))
        // What was accepted and is pending is queried from now on, and never sent again.
        if request.made?.isPending == true {
            return followLater(request.number, mayLeave: false)
        }
        forget(request: request.number)
        if configuration.policy.claimsOnReturn { noteTold(moving) }
    }

    private mutating func unknownMove(_ request: TerminalRequest, _ moving: Moving, _ id: CommandID) {
        switch moving.what {
        case .refund, .setup: readHistory(moving.id, for: .unknownMove(request: request.number))
        case .call(let call):
            // What the journal records as done remains so, whatever the answer now.
            if moving.known == .succeeded, let object = moving.object {
                end(id, .madeBefore(object, call.amount, moving.key))
                return forget(request: request.number)
            }
            end(id, .unknown(moving.key))
            followLater(request.number, mayLeave: true)
        }
    }

    /// Pursues a refund of unknown outcome if it was recorded; otherwise it was never made.
    mutating func unknownMoveRead(_ number: Int, _ reading: Reading) {
        guard let index = index(ofRequest: number), let moving = requests[index].moving, let id = moving.command
        else { return }
        let isRecorded =
            reading.history?.refunds.contains { $0.key == moving.key } == true
            || reading.history?.setup?.key == moving.key
        guard isRecorded else {
            let refusal = reading.error ?? requests[index].refusal
            let isJournals = reading.error != nil || refusal?.leavesOpen == true
            end(id, .notMade(isJournals ? .journalUnavailable : .unknown, refusal, request: number, moving.key))
            return forget(request: number)
        }
        end(id, .unknown(moving.key))
        followLater(number, mayLeave: !moving.isCardPresented)
    }

    // MARK: - Pursuing

    /// Continues what an earlier process left.
    ///
    /// It is searched for and never sent: nobody asks for it now, and whoever asks again continues it.
    mutating func resumeRequests(of history: PaymentHistory) {
        var open = history.refunds.filter(\.isUnresolved).map { Moving($0) }
        if let call = history.call, call.isUnresolved { open.append(Moving(call)) }
        if let setup = history.setup, setup.isUnresolved { open.append(Moving(setup)) }
        for var moving in open {
            moving.mayLeave = false
            takeover.recovering.append(moving.key.rawValue)
            let number = nextNumber()
            requests.append(
                TerminalRequest(
                    number: number, machine: machine(for: .move(moving)), purpose: .move(moving)))
            readHistory(moving.id, for: .followAgain(request: number))
        }
    }

    /// Tells the forwarder what became of a stored card; what is unknown is told once, and pursued until it is known, as
    /// is what was first sent too long ago to be sent again.
    private mutating func forwarded(
        _ number: Int, _ moving: Moving, _ serial: Serial, _ result: RequestMachine.Result
    ) {
        guard let request = requests.first(where: { $0.number == number }) else { return }
        guard result != .unknown, result != .journalUnavailable || !moving.isTooOld else {
            followLater(number, mayLeave: false)
            if moving.mayLeave { concluded(serial, .unknown(.noAnswer)) }
            return
        }
        forget(request: number)
        switch (result, request.made) {
        case (.succeeded, .setup(let facts)?): handle(.saved(serial, facts))
        case (.journalUnavailable, _): concluded(serial, .journalUnavailable)
        case (.succeeded, _), (.notExecuted, _), (.unknown, _): concluded(serial, request.setupConclusion)
        }
    }

    /// Pursues a request of unknown outcome, with increasing pauses.
    private mutating func followLater(_ number: Int, mayLeave: Bool) {
        guard let index = index(ofRequest: number), var moving = requests[index].moving else { return }
        let isFollowed = requests.contains { $0.number != number && $0.moving?.key == moving.key }
        guard moving.forwarding != nil || !moving.isTooOld && !isFollowed else { return forget(request: number) }
        moving.command = nil
        moving.mayLeave = mayLeave
        requests[index].purpose = .move(moving)
        rest(number)
    }

    private mutating func rest(_ number: Int) {
        guard let index = index(ofRequest: number), var moving = requests[index].moving else { return }
        let pause = moving.pause.map { min($0 * 2, .seconds(3600)) } ?? configuration.policy.unknownPause
        moving.pause = pause
        requests[index].purpose = .move(moving)
        requests[index].isResting = true
        let serial = nextSerial()
        requests[index].serial = serial
        emit(.startTimer(Errand(.request(number), serial), pause))
    }

    mutating func rested(_ number: Int) {
        guard let index = index(ofRequest: number), let moving = requests[index].moving else { return }
        requests[index].isResting = false
        readHistory(moving.id, for: .followAgain(request: number))
    }

    /// Pursues a request once more, unless its end is known by now.
    mutating func followAgain(_ number: Int, _ reading: Reading) {
        guard let index = index(ofRequest: number), var moving = requests[index].moving else { return }
        if reading.error == nil {
            guard moving.take(reading.history) || moving.forwarding != nil else {
                endRecovery(moving.key.rawValue, of: moving.id)
                return endPursuit(of: moving, number, reading.history)
            }
        }
        requests[index].purpose = .move(moving)
        requests[index].machine = machine(for: .move(moving))
        requests[index].made = nil
        requests[index].refusal = nil
        drive(number, .started)
    }

    private mutating func followed(_ number: Int, _ result: RequestMachine.Result) {
        guard let index = index(ofRequest: number), let moving = requests[index].moving else { return }
        if result != .succeeded {
            publish(.diagnostic("\(moving.id): the request under \(moving.key): \(result.rawValue)"))
        }
        // Whoever waits for the recovery waits for the first time only.
        endRecovery(moving.key.rawValue, of: moving.id)
        readHistory(moving.id, for: .followedMove(request: number))
    }

    mutating func followedRead(_ number: Int, _ reading: Reading) {
        guard let index = index(ofRequest: number), var moving = requests[index].moving else { return }
        guard reading.error != nil || moving.take(reading.history) else {
            return endPursuit(of: moving, number, reading.history)
        }
        moving.isTooOld ? forget(request: number) : rest(number)
    }

    /// Ends a pursuit, and reports what is known; a person may have taken on what is not.
    private mutating func endPursuit(of moving: Moving, _ number: Int, _ history: PaymentHistory?) {
        if moving.isKnown(in: history) { publish(.requestResolved(moving.key, intentID: moving.id)) }
        forget(request: number)
    }
}

extension JournalError {
    /// Whether the obstacle is something whose outcome is unknown.
    var leavesOpen: Bool {
        switch reason {
        case .orderIsOpen, .refundIsOpen, .terminalIsOpen: true
        case .full, .readOnly, .corrupt, .journalBusy, .otherGateway, .exposed, .keyTooOld, .offlineRefused,
            .storedTooLongAgo, .failed:
            false
        }
    }
}

extension TerminalMachine.Command {
    /// Whether it makes a call without a key of the caller's that means the same as another one.
    fileprivate func isCall(like call: MoneyCall) -> Bool {
        if case .perform(let own, nil) = self { own.isSameWish(as: call) } else { false }
    }
}
