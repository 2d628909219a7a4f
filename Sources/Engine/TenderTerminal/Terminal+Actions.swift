import TenderFlow
import TenderModel
import TenderRecords

/// Carries out the machine's actions; their results come back as events.
///
/// Whatever must be awaited runs outside the actor and returns to it through an explicit call: in an optimized build,
/// one of the actor's own tasks was found running on the executor of another actor after that one's typed error.
extension Terminal {
    func perform(_ action: TerminalMachine.Action) {
        switch action {
        case .startDiscovery(let serial, let id): startSearch(serial, id)
        case .stopDiscovery: searchTask?.cancel()
        case .open(let serial, let reader): open(reader, serial)
        case .close(let serial): close(serial)
        case .collect(let errand, let request): collect(request, errand)
        case .reboot(let errand): reboot(errand)
        case .installUpdate(let errand): installUpdate(errand)
        case .collectData(let errand, let configuration): collectData(configuration, errand)
        case .conclude(let errand, let verdict): conclude(verdict, errand)
        case .stopCollecting(let errand): collections[errand]?.cancel()
        case .dropCard(let errand):
            cards[errand] = nil
            waitingCards[errand] = nil
        case .askConsent(let errand, let request): askConsent(request, errand)
        case .stopAsking(let errand): questions[errand]?.cancel()
        case .send(let errand, let intent, let request, let card, let surcharge, let conversion):
            let call = GatewayCall(
                request: request, intent: files[intent]?.intent, card: card.flatMap { cards[$0] }, surcharge: surcharge,
                conversion: conversion)
            send(call, errand, card)
        case .request(let errand, let request, let card): exchange(request, card, errand)
        case .search(let errand, let base, let from): search(base, from, errand)
        case .create(let errand, let parameters, let key): create(parameters, key, errand)
        case .abandon(let errand): abandon(errand)
        case .keepIntent(let id, let source): keep(id, source)
        case .keepError(let id): files[id]?.lastError = arrived?.error
        case .forget(let id):
            files[id] = nil
            setupSecrets[id] = nil
        case .forgetRequest(let number):
            objects[number] = nil
            errors[number] = nil
        case .append, .appendWithReceipt, .store, .check, .takeUnresolved, .readHistory, .readOpen, .readHolds,
            .readPayload:
            record(action)
        case .startTimer(let errand, let duration):
            timers[errand] = timer(duration) { $0.timerFired(errand) }
        case .stopTimer(let errand): timers.removeValue(forKey: errand)?.cancel()
        case .publish(let number, let notice):
            if case .cardCollected(let card, let id) = notice { customer = (id, card.preferredLocales ?? []) }
            publish(number, TerminalEvent.Kind(notice, files))
        case .answer(let ids, let answer): self.answer(ids, answer)
        }
    }

    private func publish(_ number: UInt64, _ kind: TerminalEvent.Kind) {
        if configuration.logLevel.admits(kind) {
            hub.publish(number - withheldEvents, kind, customerLanguage)
        } else {
            withheldEvents += 1
        }
    }

    // MARK: - Objects

    private func keep(_ id: String, _ source: TerminalMachine.IntentSource) {
        switch source {
        case .command(let command): keep(calls[command]?.intent)
        case .request(let number): keep(objects[number] as? PaymentIntent)
        case .exchange: keep(arrived?.intent)
        case .records(let terms): files[id] = files[id] ?? PaymentFile(intent: PaymentIntent(records: terms))
        case .terms(let terms): files[id] = files[id] ?? PaymentFile(intent: PaymentIntent(forwarding: terms))
        }
    }

    private func keep(_ intent: PaymentIntent?) {
        guard let intent else { return }
        files[intent.id, default: PaymentFile(intent: intent)].intent.update(intent)
    }

    // MARK: - The clock

    private func timerFired(_ errand: Errand) {
        guard timers.removeValue(forKey: errand) != nil else { return }
        handle(.timerFired(errand))
    }

    /// Sleeps on the terminal's clock and then calls back; canceling the task prevents the call.
    private func timer(
        _ duration: Duration, _ fire: @escaping @Sendable (isolated Terminal) -> Void
    ) -> Task<Void, Never> {
        let clock = configuration.clock
        return Task { [weak self] in
            guard (try? await clock.sleep(for: duration)) != nil, let self else { return }
            await fire(self)
        }
    }

    // MARK: - The gateway

    private func abandon(_ errand: Errand) {
        guard let task = exchanges.removeValue(forKey: errand) else { return }
        task.cancel()
        guard case .request(let number) = errand.owner else { return }
        errors[number] = GatewayError(.requestTimedOut, fate: .unknown, message: "no answer in time")
    }

    private func send(_ call: GatewayCall, _ errand: Errand, _ card: Errand?) {
        if let card, call.card?.awaitsIssuer == true, let intent = call.intent?.id, waitingCards[card] == nil {
            waitingCards[card] = WaitingCardFile(intent: intent)
        }
        let gateway = configuration.gateway
        exchanges[errand] = Task { @concurrent in
            let answer = await call.perform(on: gateway)
            await self.arrive(answer, errand, card)
        }
    }

    private func arrive(_ answer: GatewayCall.Answer, _ errand: Errand, _ card: Errand? = nil) {
        exchanges[errand] = nil
        if let card, let data = answer.issuerData { waitingCards[card]?.issuerData = data }
        arrived = (answer.intent, answer.error)
        handle(.answered(errand, answer.reply))
        arrived = nil
    }

    private func create(_ parameters: PaymentIntentParameters, _ key: IdempotencyKey, _ errand: Errand) {
        let gateway = configuration.gateway
        exchanges[errand] = Task { @concurrent in
            let answer = await GatewayCall.Answer(creating: parameters, key, at: gateway)
            await self.arrive(answer, errand)
        }
    }

    private func search(_ base: String, _ from: Int64, _ errand: Errand) {
        let gateway = configuration.gateway
        exchanges[errand] = Task { @concurrent in
            let found = await IntentFinder(base: base, from: from).find(at: gateway)
            await self.arrive(found, errand)
        }
    }

    private func arrive(_ found: IntentFinder.Found, _ errand: Errand) {
        exchanges[errand] = nil
        arrived = (found.intent, nil)
        handle(.searched(errand, found.search))
        arrived = nil
    }

    private func exchange(_ request: TerminalMachine.SingleRequest, _ card: Errand?, _ errand: Errand) {
        let exchange = SingleExchange(
            request: request, call: call(of: request), card: card.flatMap { cards[$0] })
        let gateway = configuration.gateway
        exchanges[errand] = Task { @concurrent in
            let answer = await exchange.perform(on: gateway)
            await self.arrive(answer, errand)
        }
    }

    /// Returns what the machine does not know of the command that a request is made for, or of the SetupIntent with
    /// which a stored card is saved.
    private func call(of request: TerminalMachine.SingleRequest) -> CommandCall? {
        if let command = request.command { return calls[command] }
        guard let secret = request.setupIntent.flatMap({ setupSecrets[$0] }) else { return nil }
        return CommandCall(clientSecret: secret)
    }

    /// Handles an answer; one that arrives after its request was abandoned is dropped.
    private func arrive(_ answer: SingleExchange.Answer, _ errand: Errand) {
        guard exchanges.removeValue(forKey: errand) != nil else { return }
        if case .request(let number) = errand.owner {
            if let object = answer.object { objects[number] = object }
            if let error = answer.error { errors[number] = error }
        } else if let setup = answer.object as? SetupIntent {
            setupSecrets[setup.id] = setup.clientSecret
        }
        handle(.requestAnswered(errand, answer.reply))
    }

    // MARK: - The journal

    private func record(_ action: TerminalMachine.Action) {
        guard let call = JournalCall(action, files: files, cards: cards, clock: configuration.holds?.clock) else {
            return
        }
        let journal = configuration.journal
        Task { @concurrent in
            let answer = await call.perform(on: journal)
            await self.recorded(answer)
        }
    }

    private func recorded(_ answer: JournalCall.Answer) {
        if let card = answer.card { cards[card.errand] = card.card }
        handle(answer.event)
    }
}

extension TerminalMachine.SingleRequest {
    /// The command that it is made for, whose call contains more.
    fileprivate var command: CommandID? {
        switch self {
        case .read(_, let id), .list(let id): id
        case .readSetup(_, let id), .setup(_, _, let id): id
        case .create, .findCreated, .edit, .findEdit, .refund, .findRefund, .call, .findCall, .createSetup,
            .cancelSetup:
            nil
        }
    }

    /// The SetupIntent that it is about.
    fileprivate var setupIntent: String? {
        switch self {
        case .readSetup(let id, _), .cancelSetup(let id, _): id
        case .setup(let wish, _, _): wish.setupIntent
        case .create, .findCreated, .edit, .findEdit, .read, .list, .refund, .findRefund, .call, .findCall,
            .createSetup:
            nil
        }
    }
}
