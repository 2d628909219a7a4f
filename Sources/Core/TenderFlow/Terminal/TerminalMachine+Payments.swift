import TenderModel

/// Performs the payment machines' actions.
extension TerminalMachine {
    func index(of number: Int) -> Int? { payments.firstIndex { $0.number == number } }

    mutating func change(_ number: Int, _ change: (inout TerminalPayment) -> Void) {
        if let index = index(of: number) { change(&payments[index]) }
    }

    /// Passes one event to a payment's machine.
    mutating func deliver(_ event: PaymentEvent, to number: Int) {
        guard let index = index(of: number) else { return }
        var following: [PaymentEvent] = []
        for action in payments[index].machine.handle(event) {
            if let event = perform(action, number) { following.append(event) }
        }
        for event in following { deliver(event, to: number) }
        noteRecovered(number)
        concludeForwarding(number)
        forgetIfOver(number)
    }

    /// Performs an action.
    ///
    /// - Returns: The event that follows immediately; it is handled once the other actions are performed too.
    private mutating func perform(_ action: PaymentAction, _ number: Int) -> PaymentEvent? {
        guard let index = index(of: number) else { return nil }
        let id = payments[index].intentID
        switch action {
        case .record(let serial, let entry): record(entry, serial, number)
        case .note(let entry): record(entry, nil, number)
        case .store(let serial): return store(serial, index)
        case .startCollection: return startCollection(index)
        case .stopCollection: stopCollection(index)
        case .conclude(let serial, let verdict): return conclude(verdict, serial, index)
        case .dropCard: dropCard(index)
        case .send(let serial, let request):
            let surcharge = request.isConfirm ? payments[index].machine.terms.chosenSurcharge : nil
            emit(
                .send(
                    Errand(.payment(number), serial), intentID: id, request, card: payments[index].card,
                    surcharge: surcharge, conversion: conversion(request, payments[index])))
        case .abandon(let serial): emit(.abandon(Errand(.payment(number), serial)))
        case .startTimer(let serial, let duration): emit(.startTimer(Errand(.payment(number), serial), duration))
        case .stopTimer(let serial): emit(.stopTimer(Errand(.payment(number), serial)))
        case .finish(let completion): finish(completion, number)
        case .notify(let notice):
            tell(notice, index)
            return notice == .collectionExpired ? cardExpired(number) : nil
        case .reportUnexpected(let event): publish(.unexpected("\(id): \(event)"))
        }
        return nil
    }

    // MARK: - The reader

    private mutating func startCollection(_ index: Int) -> PaymentEvent? {
        guard link.isOpen else { return .collectionFailed(.readerLost(.unknown)) }
        let payment = payments[index]
        let terms = payment.machine.terms
        let errand = Errand(.terminal, nextSerial())
        payments[index].collection = TerminalPayment.Collection(errand: errand, opening: link.opening)
        emit(
            .collect(
                errand,
                CollectRequest(
                    amount: terms.amount,
                    paymentMethodTypes: terms.isOffline ? [.cardPresent] : payment.paymentMethodTypes,
                    customerCancellation: payment.collecting.customerCancellation,
                    tipping: terms.isOffline ? nil : payment.collecting.tipping,
                    paymentIntent: terms.isOffline ? nil : terms.intentID,
                    surchargeNotice: payment.collecting.surchargeNotice, moto: payment.collecting.moto,
                    allowRedisplay: payment.collecting.allowRedisplay)))
        return nil
    }

    /// Handles a card that was read, with the tip that the customer chose on the reader, if there is one.
    mutating func collected(_ errand: Errand, _ card: CardDetails, _ tip: Amount?, _ awaitsIssuer: Bool) {
        let payment = payments.first { $0.collection?.errand == errand }
        if awaitsIssuer { wait(errand, payment) }
        if case .request(let number) = errand.owner {
            return presented(number, errand, tip == nil ? .success(card) : .failure(.refused("it asked for a tip")))
        }
        guard let tip, let payment else {
            return collectionEnded(errand, .success(card), awaitsIssuer: awaitsIssuer)
        }
        let terms = payment.machine.terms
        guard terms.accepts(tip) else {
            drop(errand)
            return collectionEnded(errand, .failure(.refused("the tip is larger than the sale allows")))
        }
        deliver(.tipChosen(tip.minorUnits), to: payment.number)
        collectionEnded(errand, .success(card), awaitsIssuer: awaitsIssuer)
    }

    mutating func collectionEnded(
        _ errand: Errand, _ result: Result<CardDetails, ReaderError>, awaitsIssuer: Bool = false
    ) {
        if case .failure(let error) = result, work?.collection.errand == errand {
            return workFailed(errand, error)
        }
        if case .request(let number) = errand.owner { return presented(number, errand, result) }
        guard let index = payments.firstIndex(where: { $0.collection?.errand == errand }),
            let collection = payments[index].collection
        else { return drop(errand) }
        stopTimer(collection.stopLimit)
        payments[index].collection = nil
        let (number, id) = (payments[index].number, payments[index].intentID)
        let isReaderGone = collection.opening != link.opening
        switch result {
        case .success where awaitsIssuer && isReaderGone:
            drop(errand)
            deliver(.collectionFailed(.readerLost(.unknown)), to: number)
        case .success(let card):
            if payments[index].machine.terms.isOffline, let refusal = OfflineRules.refusal(of: card) {
                drop(errand)
                return deliver(.collectionFailed(.refused(refusal.description)), to: number)
            }
            payments[index].card = errand
            publish(.cardCollected(card, intentID: id))
            deliver(.cardCollected(awaitsIssuer: awaitsIssuer), to: number)
        case .failure(.canceled(.application)) where isReaderGone:
            deliver(.collectionFailed(.readerLost(.unknown)), to: number)
        case .failure(let error): deliver(.collectionFailed(CollectionFailure(error)), to: number)
        }
    }

    /// Stops the reader; one that does not become idle in time is given up, so that the cancel gets an answer.
    private mutating func stopCollection(_ index: Int) {
        guard let collection = payments[index].collection, collection.stopLimit == nil else { return }
        let limit = startTimer(configuration.readerStopLimit, for: .stopLimit(collection.errand))
        payments[index].collection?.stopLimit = limit
        emit(.stopCollecting(collection.errand))
    }

    mutating func giveReaderUp(_ errand: Errand) {
        if let waiting = waitingCard, waiting.errand == errand { return giveReaderUp(with: waiting) }
        let payment = payments.first { $0.collection?.errand == errand }
        let presenting = requests.compactMap(\.presenting).first { $0.collection?.errand == errand }
        let reading = work.flatMap { $0.collection.errand == errand ? $0.collection : nil }
        guard let collection = payment?.collection ?? presenting?.collection ?? reading else { return }
        let id =
            payment?.intentID ?? presenting?.wish.subject ?? work.flatMap { running($0.command)?.command.name } ?? ""
        publish(.diagnostic("\(id): the reader did not stop in time and was abandoned"))
        collectionEnded(errand, .failure(.communication("the reader did not stop in time")))
        if collection.opening == link.opening { readerIsGone(.linkLost) }
    }

    private mutating func dropCard(_ index: Int) {
        guard let card = payments[index].card else { return }
        payments[index].card = nil
        drop(card)
    }

    /// Drops a card that was read; one that waits in the reader is released.
    mutating func drop(_ card: Errand) {
        release(card)
        emit(.dropCard(card))
    }

    // MARK: - The gateway

    mutating func answered(_ errand: Errand, _ reply: GatewayReply) {
        guard case .payment(let number) = errand.owner else { return created(errand, reply) }
        noteNetwork(reply.network)
        if let payment = payments.first(where: { $0.number == number }) {
            if let facts = reply.facts, payment.machine.recognizes(facts, in: errand.serial) {
                emit(.keepIntent(payment.intentID, .exchange))
            }
            if errand.serial == payment.machine.exchange { emit(.keepError(payment.intentID)) }
        }
        deliver(.answered(errand.serial, reply, chance.jitter), to: number)
    }

    // MARK: - Answers

    mutating func finish(_ completion: PaymentCompletion, _ number: Int) {
        guard let index = index(of: number) else { return }
        guard payments[index].forwarding == nil else {
            if case .confirmed(let conclusion) = completion { payments[index].conclusion = conclusion }
            return
        }
        let answer = payments[index].answer(completion)
        if case .storedOffline = completion { beginForwarding(payments[index].stored) }
        if case .cancelAnswered(let result) = completion { return answerCancel(result, answer, number) }
        if case .collected = completion, payments[index].collecting.confirmsAtOnce {
            payments[index].collecting.confirmsAtOnce = false
            return confirm(number)
        }
        guard let waiter = payments[index].waiter else { return }
        payments[index].waiter = nil
        end(waiter, .payment(answer))
        switch completion {
        case .captured(.approved), .incremented(.approved):
            guard configuration.policy.claimsOnReturn else { return }
            readHistory(answer.terms.intentID, for: .captured(answer.terms.intentID))
        case .collected, .collectionFailed, .confirmed, .storedOffline, .captured, .incremented, .intentCanceled,
            .cancelAnswered, .refused:
            break
        }
    }

    private mutating func answerCancel(
        _ result: PaymentCompletion.CancelAnswer, _ answer: PaymentAnswer, _ number: Int
    ) {
        guard let index = index(of: number) else { return }
        let cancelers = payments[index].cancelers
        payments[index].cancelers = []
        if case .canceled(let origin) = result, let waiter = payments[index].waiter,
            case .collect? = running(waiter)?.command
        {
            // It was asking its customer, so that no phase of the payment ended with it.
            payments[index].waiter = nil
            end(waiter, .payment(payments[index].answer(.confirmed(.canceled(by: origin)))))
        }
        let waiting = cancelers.filter { running($0)?.stage == .stoppingOther }
        let askers = cancelers.filter { !waiting.contains($0) }
        if !askers.isEmpty { emit(.answer(askers, .stop(result, answer))) }
        afterwards += waiting.map { .stopped($0) }
    }

    private mutating func tell(_ notice: PaymentNotice, _ index: Int) {
        let payment = payments[index]
        guard case .resolved(let conclusion) = notice else {
            return publish(.payment(notice, intentID: payment.intentID, outcome: nil))
        }
        guard payment.forwarding == nil else { return payments[index].conclusion = conclusion }
        publish(.payment(notice, intentID: payment.intentID, outcome: payment.answer(.confirmed(conclusion))))
    }

    // MARK: - Dropping

    /// The maximum number of stored payments that could still be paid.
    private static let maximumPayments = 256

    /// Drops the least recently used payment if too many are unfinished; it is created anew from its intent if needed.
    mutating func forgetOldest() {
        guard payments.count > Self.maximumPayments else { return }
        let oldest = payments.filter(\.isIdle).min { $0.lastUse < $1.lastUse }
        if let oldest { forget(oldest.number) }
    }

    /// Drops a payment that is over.
    mutating func forgetIfOver(_ number: Int) {
        if let index = index(of: number), payments[index].isOver { forget(number) }
    }

    mutating func forget(_ number: Int) {
        guard let index = index(of: number) else { return }
        dropCard(index)
        let forgotten = payments.remove(at: index)
        keepWriting(forgotten)
        emit(.forget(forgotten.intentID))
    }
}

extension GatewayReply {
    /// The intent that was included.
    var facts: IntentFacts? {
        switch self {
        case .intent(let facts): facts
        case .declined(_, let facts), .declinedUnderKey(_, let facts), .refused(_, let facts): facts
        case .refund, .noRefund, .serverError, .noAnswer, .notSent: nil
        }
    }
}
