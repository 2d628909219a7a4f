import TenderFlow
import TenderModel

/// Requests to the gateway, and its answers.
extension TerminalWorld {
    // MARK: - Leaving

    mutating func leave(_ errand: Errand, _ load: Load, isRecorded: Bool = true) {
        if !isRecorded { blame("\(load) left without its record") }
        if case .request(let request) = load, request.movesMoney, money?.isUnwanted == true {
            blame("\(load) was sent, and nobody asks for it")
        }
        if case .request(.edit(let id, _, _)) = load { checkEdit(id) }
        exchanges.append(Exchange(errand: errand, load: load, refusal: refusal(of: load)))
        limited = errand
    }

    /// Gives an exchange up.
    mutating func abandon(_ errand: Errand) {
        guard let index = exchanges.firstIndex(where: { $0.errand == errand }) else { return }
        exchanges[index].isAbandoned = true
        if exchanges[index].load.hasEffect, !exchanges[index].load.arrivesLate { exchanges.remove(at: index) }
    }

    /// Checks that nothing is charged any more for the amount that is about to be edited.
    private mutating func checkEdit(_ id: String) {
        if cards.contains(where: { $0.intentID == id }) { blame("\(id) is edited while a card is kept") }
        if gateway(id)?.held ?? 0 > 0 { blame("\(id) is edited, and money is held") }
    }

    mutating func send(
        _ errand: Errand, _ id: String, _ request: PaymentRequest, _ card: Errand?, _ surcharge: Int64?,
        _ conversion: ConversionRequest?
    ) {
        if !files.contains(id) { blame("nothing is kept of \(id), which is to be sent") }
        checkConversion(id, request, conversion)
        if let key = request.key { checkBody(id, request, key, card, surcharge, conversion) }
        if surcharge ?? 0 > 0, tills.contains(where: { $0.asksConsent && !$0.hasCustomerAgreed }) {
            blame("a surcharge leaves that the customer has not agreed to")
        }
        if request.takesCard {
            let other = tills.first { $0.intentID != id }
            let knows = other?.isToldApproved == true
            change(id) { till in
                till.isToldNotApproved = false
                till.knewOfTheOther = knows
            }
        }
        leave(errand, .payment(id, request))
    }

    /// Checks that a request says about a conversion what its application and its customer have chosen, that the choice
    /// is on disk, and that no more is taken of a converted hold than its customer has agreed to.
    private mutating func checkConversion(_ id: String, _ request: PaymentRequest, _ conversion: ConversionRequest?) {
        let till = tills.first { $0.intentID == id }
        var expected: ConversionRequest?
        switch request {
        case .attach: expected = till?.converts == true ? .offer : nil
        case .confirm:
            expected = till?.choice.map(ConversionRequest.choice)
            if disk.history(of: id)?.terms?.conversion != till?.choice { blame("a choice left without its record") }
        case .increment: if gateway(id)?.isConverted == true { blame("a converted hold is raised") }
        case .capture(_, let amount?, _):
            let held = gateway(id)?.facts.amount.minorUnits ?? 0
            if gateway(id)?.isConverted == true, amount > held { blame("more is captured than was converted") }
        case .capture, .cancel, .refund, .retrieve, .findRefund: break
        }
        if conversion != expected { blame("\(request) said \(conversion as Any) in place of \(expected as Any)") }
    }

    /// Checks that a refund at the reader leaves with its card, and with the same one under the same key.
    mutating func checkCard(of request: TerminalMachine.SingleRequest, _ errand: Errand?) {
        if case .setup(_, let key, _) = request { return checkCard(under: key, errand) }
        guard case .refund(let parameters, let key) = request else {
            if errand != nil { blame("\(request) left with a card") }
            return
        }
        guard parameters.isCardPresented, money?.wish == .refundAtReader else {
            if errand != nil || money?.wish == .refundAtReader {
                blame("a refund left with a card, or without its own")
            }
            return
        }
        checkCard(under: key, errand)
    }

    private mutating func checkCard(under key: IdempotencyKey, _ errand: Errand?) {
        let owner = setups == nil ? TerminalMoney.card : stored
        guard let card = cards.first(where: { $0.errand == errand && $0.intentID == owner }) else {
            return blame("a request at the reader left without its card")
        }
        // A stored card may go under another key once it is proved that it was not saved.
        guard setups == nil else { return }
        if let body = bodies.first(where: { $0.key == key }) {
            if body.card != card.number { blame("another card under \(key)") }
            return
        }
        if bodies.contains(where: { $0.card == card.number }) { blame("one card under two keys") }
        let place = bodies.firstIndex { $0.key.rawValue > key.rawValue } ?? bodies.count
        bodies.insert(Body(key: key, intentID: TerminalMoney.card, card: card.number, sends: 1), at: place)
    }

    /// Checks the rules: one key, one body; one card, one key; and each send has a record of its own.
    private mutating func checkBody(
        _ id: String, _ request: PaymentRequest, _ key: IdempotencyKey, _ errand: Errand?, _ surcharge: Int64?,
        _ conversion: ConversionRequest?
    ) {
        let card = cards.first { $0.errand == errand }
        if request.takesCard, card.map({ $0.intentID == owner(of: id) }) != true {
            blame("\(id) left with \(card.map { "a card of \($0.intentID)" } ?? "no card")")
        }
        // An inspected card is attached under one key and charged under another.
        let charges = if case .confirm = request { true } else { false }
        let number = charges ? card?.number ?? -1 : -1
        var body = Body(
            key: key, intentID: id, request: request, card: number, amount: charges ? card?.amount : nil,
            tip: request.takesCard ? card?.tip : nil, surcharge: surcharge, conversion: conversion, sends: 1)
        if let index = bodies.firstIndex(where: { $0.key == key }) {
            body.sends = bodies[index].sends
            if bodies[index] != body { blame("another body under \(key)") }
            bodies[index].sends += 1
        } else {
            if number > 0, bodies.contains(where: { $0.card == number }) { blame("one card under two keys") }
            let place = bodies.firstIndex { $0.key.rawValue > key.rawValue } ?? bodies.count
            bodies.insert(body, at: place)
        }
        if !isRecorded(request, key, of: id) { blame("\(request) left without its record") }
    }

    /// Returns whether each send of a request is on disk; attaching a card moves no money, and only uses up its key.
    private func isRecorded(_ request: PaymentRequest, _ key: IdempotencyKey, of id: String) -> Bool {
        let history = disk.history(of: id)
        if case .attach = request { return history.map { $0.round >= key.round } ?? false }
        let sends = bodies.first { $0.key == key }?.sends ?? 0
        return history?.open.map { $0.request == request && $0.sends >= sends } ?? false
    }

    /// Returns the payment that a card must have been read for: a stored one for the intents that it is forwarded as.
    private func owner(of id: String) -> String { made.contains { $0.intentID == id } ? stored : id }

    func isRecorded(_ request: TerminalMachine.SingleRequest) -> Bool {
        switch request {
        case .refund(let parameters, let key):
            disk.history(of: parameters.subject)?.refunds.contains { $0.key == key && $0.isUnresolved } ?? false
        case .call(_, let key): disk.history(of: key.rawValue)?.call?.isUnresolved ?? false
        case .setup(let setup, let key, _):
            disk.history(of: setup.setupIntent)?.setup.map { $0.key == key && $0.isUnresolved } ?? false
        case .createSetup(_, let key): disk.history(of: stored)?.offline?.creation?.key == key
        case .findRefund, .findCall, .create, .findCreated, .edit, .findEdit, .read, .list, .readSetup, .cancelSetup:
            true
        }
    }

    mutating func create(_ errand: Errand, _ parameters: PaymentIntentParameters, _ key: IdempotencyKey) {
        let creation = disk.history(of: stored)?.offline?.creation
        leave(errand, .create(parameters, key), isRecorded: creation?.key == key)
    }

    /// Declines a card that another terminal with other records has requested under the key that this one would take
    /// first.
    mutating func declineElsewhere(_ id: String) {
        guard let index = gateways.firstIndex(where: { $0.intentID == id }) else { return }
        let key = IdempotencyKey(base: id, attempt: 1, verb: "confirm")
        _ = gateways[index].execute(.confirm(key), issuerApproves: false)
        bodies.append(Body(key: key, intentID: id, card: 0, sends: 1))
    }

    // MARK: - Arriving

    mutating func travel(_ step: Step) {
        switch step {
        case .arrives(let errand, let isApproved):
            arrive(errand, isApproved)
        case .arrivesForPart(let errand):
            budget.partials -= 1
            arrive(errand, true, part: Self.part)
        case .arrivesWithoutOffer(let errand): arrive(errand, true, isOffered: false)
        case .lost(let errand, let afterEffect):
            if afterEffect { budget.lostAnswers -= 1 } else { budget.lostRequests -= 1 }
            if let load = takeExchange(errand)?.load, afterEffect { _ = execute(load, errand, true) }
        case .refused(let errand, let mood): refuse(errand, mood)
        case .relayFails(let errand, let failure): failRelay(errand, failure)
        case .arrivesLate(let index): _ = execute(late.remove(at: index), Errand(.terminal, 0), true)
        default: break
        }
    }

    private mutating func arrive(
        _ errand: Errand, _ isApproved: Bool, part: Int64? = nil, isOffered: Bool = true
    ) {
        let isAwaited = exchanges.contains { $0.errand == errand && !$0.isAbandoned }
        guard let exchange = takeExchange(errand) else { return }
        let load = exchange.load
        if let refusal = exchange.refusal { return answer(refusal, to: load, errand) }
        if !isApproved {
            if case .payment(_, .increment) = load { budget.declinedIncrements -= 1 } else { budget.declines -= 1 }
        }
        let event = execute(load, errand, isApproved, part, isOffered: isOffered)
        if isAwaited { keepObject(event) }
        handle(event)
    }

    mutating func takeExchange(_ errand: Errand) -> Exchange? {
        exchanges.firstIndex { $0.errand == errand }.map { exchanges.remove(at: $0) }
    }

    /// Executes a request; the event reports the result to the machine.
    mutating func execute(
        _ load: Load, _ errand: Errand, _ isApproved: Bool, _ part: Int64? = nil, isOffered: Bool = true
    ) -> TerminalMachine.Event {
        switch load {
        case .payment(let id, let request):
            guard let index = gateways.firstIndex(where: { $0.intentID == id }) else {
                return .answered(errand, .refused(.notFound, nil))
            }
            return .answered(errand, execute(request, at: index, isApproved, part, isOffered))
        case .request(.read(let id, _)) where gateway(id) != nil:
            return .requestAnswered(errand, read(id))
        case .request(.edit(let id, let changes, _)): return .requestAnswered(errand, edit(id, changes))
        case .request(.findEdit(let id, let changes)):
            let isMade = gateway(id)?.amount == changes.amount
            return .requestAnswered(errand, isMade ? read(id) : .init(.notFound, network: .online))
        case .request(let request) where setups != nil:
            let reply = setups?.execute(request, issuerApproves: isApproved)
            return .requestAnswered(errand, reply ?? TerminalMachine.RequestReply(.refused, network: .online))
        case .request(let request):
            let reply =
                money?.execute(request, issuerApproves: isApproved)
                ?? TerminalMachine.RequestReply(.refused, network: .online)
            return .requestAnswered(errand, reply)
        case .search(let base):
            let found = made.first { $0.base == base }.flatMap { gateway($0.intentID) }?.facts
            return .searched(errand, found.map { .intent($0) } ?? .nothing)
        case .create(let parameters, let key):
            return .answered(errand, .intent(make(parameters, key)))
        }
    }

    private func read(_ id: String) -> TerminalMachine.RequestReply {
        guard let facts = gateway(id)?.facts else { return TerminalMachine.RequestReply(.refused, network: .online) }
        var known = KnownIntent(
            PaymentIntent(
                id: id, amount: Self.amount, status: facts.status,
                captureMethod: plan.isManual ? .manual : .automatic))
        known.facts = facts
        return TerminalMachine.RequestReply(.succeeded, .intent(known), network: .online)
    }

    private mutating func edit(_ id: String, _ changes: PaymentIntentChanges) -> TerminalMachine.RequestReply {
        guard let index = gateways.firstIndex(where: { $0.intentID == id }), let amount = changes.amount,
            gateways[index].edit(amount)
        else { return TerminalMachine.RequestReply(.refused, network: .online) }
        return read(id)
    }

    private mutating func keepObject(_ event: TerminalMachine.Event) {
        guard case .requestAnswered(let errand, let reply) = event, case .request(let number) = errand.owner,
            reply.made != nil, !objects.contains(number)
        else { return }
        objects = (objects + [number]).sorted()
    }

    private mutating func execute(
        _ request: PaymentRequest, at index: Int, _ isApproved: Bool, _ part: Int64?, _ isOffered: Bool
    ) -> GatewayReply {
        let approvals = gateways[index].approvals
        let body = bodies.first { $0.key == request.key }
        let reply = gateways[index].execute(
            request, issuerApproves: isApproved, tip: body?.tip ?? 0, surcharge: body?.surcharge ?? 0, part: part,
            conversion: isOffered ? body?.conversion : nil)
        guard gateways[index].approvals > approvals else { return reply }
        if let seen = body?.amount, seen != gateways[index].amount {
            blame("a card was charged another amount than its customer saw")
        }
        if plan.isOneOrder { checkOrder(gateways[index].intentID) }
        return reply
    }

    /// Checks that an order is not charged twice, unless the caller knew of the first time.
    private mutating func checkOrder(_ id: String) {
        guard let till = tills.first(where: { $0.intentID == id }),
            let other = tills.first(where: { $0.intentID != id })
        else { return }
        if gateway(other.intentID)?.held ?? 0 > 0, !till.knewOfTheOther { blame("an order was charged twice") }
    }

    private mutating func make(_ parameters: PaymentIntentParameters, _ key: IdempotencyKey) -> IntentFacts {
        if let known = made.first(where: { $0.key == key }) {
            return IntentFacts(id: known.intentID, amount: Self.amount, status: .requiresPaymentMethod)
        }
        let id = "pi_9\(made.count)"
        made.append(MadeIntent(intentID: id, base: parameters.idempotencyKey ?? "", key: key))
        let gateway = ModelGateway(intentID: id, amount: Self.amount, capturesAutomatically: true)
        gateways.append(gateway)
        return gateway.facts
    }
}

extension TerminalMachine.SingleRequest {
    /// Whether it requests money to move.
    fileprivate var movesMoney: Bool {
        switch self {
        case .refund, .call, .setup: true
        case .create, .findCreated, .edit, .findEdit, .read, .list, .findRefund, .findCall, .createSetup, .readSetup,
            .cancelSetup:
            false
        }
    }
}

extension PaymentRequest {
    /// Whether it carries a card.
    fileprivate var takesCard: Bool {
        switch self {
        case .attach, .confirm: true
        case .capture, .increment, .cancel, .refund, .retrieve, .findRefund: false
        }
    }
}
