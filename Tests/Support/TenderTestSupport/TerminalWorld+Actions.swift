import TenderFlow
import TenderModel

/// The machine's actions, carried out as the shell does.
extension TerminalWorld {
    mutating func perform(_ action: TerminalMachine.Action) {
        switch action {
        case .startDiscovery, .stopDiscovery: blame("readers are looked for")
        case .open(let serial, _): open(serial)
        case .close(let serial): close(serial)
        case .collect(let errand, let request): collect(errand, request)
        case .reboot(let errand): work(errand, .restart)
        case .installUpdate(let errand): work(errand, .update)
        case .collectData(let errand, _): work(errand, .data)
        case .conclude(let errand, let verdict): conclude(errand, verdict)
        case .stopCollecting(let errand):
            if let index = index(ofCollection: errand) { reader.collections[index].isStopped = true }
            if let index = reader.works.firstIndex(where: { $0.errand == errand }) {
                reader.works[index].isStopped = true
            }
            if let index = reader.waiting.firstIndex(where: { $0.errand == errand }) {
                reader.waiting[index].isStopped = true
            }
        case .dropCard(let errand): cards.removeAll { $0.errand == errand }
        case .askConsent(let errand, let request): askConsent(errand, request)
        case .stopAsking(let errand):
            if let index = reader.questions.firstIndex(where: { $0.errand == errand }) {
                reader.questions[index].isStopped = true
            }
        case .send(let errand, let id, let request, let card, let surcharge, let conversion):
            send(errand, id, request, card, surcharge?.minorUnits, conversion)
        case .request(let errand, let request, let card):
            checkCard(of: request, card)
            leave(errand, .request(request), isRecorded: isRecorded(request))
        case .search(let errand, let base, _): leave(errand, .search(base: base))
        case .create(let errand, let parameters, let key): create(errand, parameters, key)
        case .abandon(let errand): abandon(errand)
        case .keepIntent(let id, _): files = (files.filter { $0 != id } + [id]).sorted()
        case .keepError: break
        case .forget(let id): files.removeAll { $0 == id }
        case .forgetRequest(let number): objects.removeAll { $0 == number }
        case .store(let errand, let storage): store(errand, storage)
        case .append, .appendWithReceipt, .check, .takeUnresolved, .readHistory, .readOpen, .readHolds,
            .readPayload:
            record(action)
        case .startTimer(let errand, let duration):
            timers.append(
                Timer(errand: errand, duration: duration, exchange: errand.owner == .terminal ? limited : nil))
            limited = nil
        case .stopTimer(let errand): timers.removeAll { $0.errand == errand }
        case .publish(let number, let notice): publish(number, notice)
        case .answer(let ids, let answer): for id in ids { take(answer, to: id) }
        }
    }

    mutating func blame(_ what: String) { fault = fault ?? what }

    // MARK: - The reader

    private mutating func open(_ serial: Serial) {
        if reader.opening != nil || !reader.closing.isEmpty { blame("a reader is opened beside another") }
        reader.opening = serial
        reader.isOpen = false
        reader.isGone = false
    }

    private mutating func close(_ serial: Serial) {
        guard reader.opening == serial else { return blame("a reader is closed that is not open") }
        reader.opening = nil
        reader.isGone = false
        reader.waiting.removeAll { $0.opening == serial && $0.told == nil }
        reader.closing.append(serial)
    }

    private mutating func collect(_ errand: Errand, _ request: CollectRequest) {
        guard let opening = reader.opening, reader.isOpen else { return blame("a card is collected without a reader") }
        if reader.isBusy(opening) { blame("the reader collects a card beside something else") }
        if request.purpose == .refund,
            disk.history(of: TerminalMoney.payment)?.refunds.contains(where: \.mayMove) == true
        {
            blame("a card is collected for a refund that is in progress")
        }
        if request.purpose == .setup, disk.histories.contains(where: maySaveCard) {
            blame("a card is collected to be saved while another may be")
        }
        if request.purpose == .setup, disk.history(of: stored)?.offline != nil {
            blame("a card is collected to be saved, and one is stored")
        }
        let id = request.paymentIntent ?? TerminalMoney.card
        change(id) { $0.choice = nil }
        reader.collections.append(
            Collection(
                errand: errand, opening: opening, intentID: id, amount: request.amount,
                asksForTip: request.tipping != nil))
    }

    private mutating func work(_ errand: Errand, _ wish: ReaderCaller.Wish) {
        guard let opening = reader.opening, reader.isOpen else { return blame("\(wish) without a reader") }
        if reader.isBusy(opening) { blame("\(wish) beside something else that the reader does") }
        if wish != .data, !cards.isEmpty { blame("\(wish) while a card waits") }
        reader.works.append(Work(errand: errand, opening: opening, wish: wish, command: caller?.current))
    }

    private mutating func askConsent(_ errand: Errand, _ request: ConsentRequest) {
        let opening = reader.isOpen ? reader.opening : nil
        if let opening, reader.isBusy(opening) { blame("a question beside something else that the reader does") }
        var question = Question(errand: errand, opening: opening)
        switch request.subject {
        case .surcharge:
            if opening == nil { blame("a question without a reader") }
            for index in tills.indices { tills[index].hasCustomerAgreed = false }
        case .conversion(let offer):
            offerConversion(offer)
            question.converted = offer.converted
        }
        reader.questions.append(question)
    }

    /// Checks that a customer whose card is there is offered to convert all of the amount.
    private mutating func offerConversion(_ offer: CurrencyConversionOffer) {
        guard let till = tills.first(where: \.converts) else { return blame("nobody has asked to convert anything") }
        let hasCard = cards.contains { $0.intentID == till.intentID }
        if !hasCard { blame("a customer chooses a currency, and the card is gone") }
        if offer.amount != gateway(till.intentID)?.amount { blame("a customer is shown another amount") }
        change(till.intentID) { $0.choice = .declined }
    }

    /// Returns whether a card that was sent may still be saved: nobody can save one with a canceled SetupIntent.
    private func maySaveCard(_ history: PaymentHistory) -> Bool {
        history.setup?.mayMove == true && money?.isOpen(setupIntent: history.intentID) == true
    }

    // MARK: - The journal

    private mutating func record(_ action: TerminalMachine.Action) {
        switch action {
        case .append(let errand, let entry), .appendWithReceipt(let errand, let entry): append(errand, entry)
        case .check(let errand, let entry): reads.append(Read(errand: errand, what: .check(entry)))
        case .takeUnresolved(let errand): reads.append(Read(errand: errand, what: .unresolved))
        case .readHistory(let errand, let id): reads.append(Read(errand: errand, what: .history(id)))
        case .readOpen(let errand): reads.append(Read(errand: errand, what: .open))
        case .readHolds(let errand): reads.append(Read(errand: errand, what: .holds))
        case .readPayload(let errand, let id): reads.append(Read(errand: errand, what: .payload(id)))
        default: blame("\(action)")
        }
    }

    /// Writes what is accepted offline together with its card.
    private mutating func store(_ errand: Errand, _ storage: TerminalMachine.Storage) {
        if !cards.contains(where: { $0.errand == storage.card }) { blame("a card is stored that is gone") }
        append(errand, storage.entry(card: CardDetails(), digest: ""))
    }

    /// Appends a record; a payment and the forwarder write one record after the other.
    private mutating func append(_ errand: Errand, _ entry: JournalEntry) {
        switch errand.owner {
        case .payment, .forwarder, .request:
            if writes.contains(where: { $0.errand.owner == errand.owner }) { blame("two records of one writer") }
        case .terminal, .connection: break
        }
        // The order of the shell's requests does not matter.
        let place = writes.firstIndex { $0.entry.intentID > entry.intentID } ?? writes.count
        writes.insert(Write(errand: errand, entry: entry), at: place)
    }

    // MARK: - Notices

    private mutating func publish(_ number: UInt64, _ notice: TerminalMachine.Notice) {
        published += 1
        if number != published { blame("event \(number) follows \(published - 1)") }
        switch notice {
        case .unexpected(let text): blame("unexpected: \(text)")
        case .payment(.resolved(let conclusion), let id, _): show(conclusion, of: id)
        case .payment(.reversed, let id, _): showNotApproved(id)
        case .forwarded(let payment, let result):
            if disk.history(of: payment.id)?.offline?.result != result { blame("a result was told before its record") }
        case .setupForwarded(let setup):
            let known = disk.history(of: setup.id)
            if known?.offline?.result == nil || known.flatMap({ OfflineSetup($0) }) != setup {
                blame("what became of a card was told before its record")
            }
        case .requestResolved(let key, let id): checkResolved(key, disk.history(of: id))
        case .connectionStatus, .paymentStatus, .reader, .reconnectStarted, .reconnectSucceeded, .reconnectFailed,
            .disconnected, .updateAvailable, .updateStarted, .updateProgress, .updateFinished,
            .cardCollected, .payment, .recoveryStarted, .recoveryEnded, .offlineStatus, .forwarder,
            .holdAlarm, .holdFinished, .diagnostic:
            break
        }
    }

    private mutating func checkResolved(_ key: IdempotencyKey, _ history: PaymentHistory?) {
        let refund = history?.refunds.first { $0.key == key }?.isKnown
        let setup = history?.setup.flatMap { $0.key == key ? $0.isKnown : nil }
        if !(refund ?? setup ?? history?.call?.isKnown ?? false) { blame("\(key) is told known before its record") }
    }

    private mutating func take(_ answer: TerminalMachine.Answer, to id: CommandID) {
        guard id > 1 else { return }
        if let index = owedCancels.firstIndex(of: id) {
            owedCancels.remove(at: index)
            if id > Self.tooLate, answer != .nothingToStop { blame("a command was stopped by the cancel of another") }
            return hearCancel(answer)
        }
        if let index = tills.firstIndex(where: { $0.isIntentCancelOwed && $0.intentCancel == id }) {
            tills[index].isIntentCancelOwed = false
            return hear(answer)
        }
        if let index = tills.firstIndex(where: { $0.isOwed && $0.current == id }) {
            hear(answer)
            return tills[index].take(answer)
        }
        guard setupTill?.take(answer, to: id) != true, caller?.take(answer, to: id) != true else { return }
        guard money?.isOwed == true, money?.current == id else { return blame("\(id) was answered twice: \(answer)") }
        let underWay = moneyUnderWay
        if let wrong = money?.take(answer, underWay: underWay) { blame(wrong) }
    }

    /// The keys of what may still be made.
    private var moneyUnderWay: [String] {
        (exchanges.filter(\.mayTakeEffect).map(\.load) + late).compactMap { load in
            switch load {
            case .request(.refund(_, let key)), .request(.call(_, let key)): key.rawValue
            case .request(.setup(let setup, let key, _)):
                money?.isOpen(setupIntent: setup.setupIntent) == true ? key.rawValue : nil
            case .request, .payment, .search, .create: nil
            }
        }
    }

    private mutating func hear(_ answer: TerminalMachine.Answer) {
        guard case .payment(let payment) = answer else { return }
        let id = payment.terms.intentID
        switch payment.completion {
        case .confirmed(let conclusion): show(conclusion, of: id)
        case .captured(let conclusion):
            checkRecord(conclusion, of: id)
            if case .approved = conclusion, gateway(id)?.received == 0 { blame("shown captured, but nothing was") }
            if case .notExecuted = conclusion, let gateway = gateway(id), gateway.received > 0,
                !gateway.isCapturedElsewhere
            {
                blame("shown not captured, but it was")
            }
        case .incremented(let conclusion): checkRecord(conclusion, of: id)
        case .intentCanceled(let conclusion):
            checkRecord(conclusion, of: id)
            if case .canceled = conclusion { showNotApproved(id) }
        case .cancelAnswered: blame("a cancel's answer to a command")
        case .collected, .collectionFailed, .storedOffline, .refused: break
        }
    }

    private mutating func hearCancel(_ answer: TerminalMachine.Answer) {
        switch answer {
        case .stop(.canceled, let payment), .stop(.reversed, let payment): showNotApproved(payment.terms.intentID)
        case .stop(.tooLate(let conclusion), let payment): checkRecord(conclusion, of: payment.terms.intentID)
        case .stop(.reversalUnknown, _), .stop(.notCancellable, _), .stop(.tooLateStored, _), .stoppedBefore,
            .nothingToStop:
            break
        default: blame("\(answer) to a cancel")
        }
    }

    private mutating func show(_ conclusion: Conclusion, of id: String) {
        checkRecord(conclusion, of: id)
        switch conclusion {
        case .approved:
            if gateway(id)?.approvals == 0 { blame("shown approved, but the issuer never approved") }
            if case .approved(let facts) = conclusion, facts.isPartial != (gateway(id)?.facts.requested != nil) {
                blame("a part was shown as the whole")
            }
            change(id) { $0.isToldApproved = true }
        case .declined, .canceled, .notExecuted, .journalUnavailable: showNotApproved(id)
        case .unknown: break
        }
    }

    private mutating func showNotApproved(_ id: String) { change(id) { $0.isToldNotApproved = true } }

    /// Checks that a result is on disk before anyone sees it, and that a stop is recorded as the kind of stop that it
    /// is.
    private mutating func checkRecord(_ conclusion: Conclusion, of id: String) {
        switch conclusion {
        case .approved, .declined, .notExecuted, .canceled(by: .engine), .canceled(by: .gateway):
            if case .approved = conclusion, disk.history(of: id)?.terms?.awaitsIssuer == true {
                blame("an approval was told before its card agreed")
            }
            // A request that was refused leaves the approval as it was recorded.
            let history = disk.history(of: id)
            // A reversal learns how much of the hold was captured, and records only how it ends.
            if gateway(id)?.isCapturedElsewhere == true, history?.approval != nil { return }
            if history?.conclusion != conclusion, history?.approval.map(Conclusion.approved) != conclusion {
                blame("\(conclusion) was shown before it was recorded")
            }
        case .canceled, .unknown, .journalUnavailable: break
        }
    }

    func gateway(_ id: String) -> ModelGateway? { gateways.first { $0.intentID == id } }

    mutating func change(_ id: String, _ change: (inout TerminalTill) -> Void) {
        for index in tills.indices where tills[index].intentID == id { change(&tills[index]) }
    }
}
