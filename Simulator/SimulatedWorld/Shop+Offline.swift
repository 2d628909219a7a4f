import TenderFlow
import TenderModel
import TenderRecords

/// Payments that are accepted without the gateway: the rules of `Terminal+Offline`, and the people who look after them.
extension Shop {
    static let offlineLimits = OfflineLimits(
        perPayment: [Amount(minorUnits: 15_000, currency: .eur)],
        stored: [Amount(minorUnits: 40_000, currency: .eur)], count: 5, oldestAge: .seconds(86_400),
        forwardWithin: .seconds(3 * 86_400))

    // MARK: - Storing

    mutating func makeOffline(_ till: Int, _ sale: Int, _ base: String) {
        let intent = PaymentIntent(offline: parameters(sale, base), base: base)
        saleOfIntent[intent.id] = sale
        tellCashier(offlineRefusal(of: intent) == nil ? .created(intent) : .offlineRefused, ofSale: sale, till)
    }

    /// Why an intent may not be stored now.
    func offlineRefusal(of intent: PaymentIntent) -> JournalError? {
        guard plan.flaw != .ignoresOrders else { return nil }
        let base = intent.metadata[Self.attemptMetadata] ?? intent.id
        let sale = OfflineSale(parameters: intent.parameters, limits: Self.offlineLimits)
        do throws(JournalError) {
            try journal.book.admit(
                JournalEntry(
                    intentID: intent.id, attempt: 1, terms: terms(intent, base), event: .offline(.stored(sale))),
                at: stamp)
            return nil
        } catch {
            return error
        }
    }

    mutating func store(_ serial: Serial, _ till: Int, _ lane: PaymentLane) {
        guard let card = lane.card else { return deliver(.recordFailed(serial), till, lane.number) }
        let bytes = card.payload.storedBytes
        let sale = OfflineSale(
            parameters: lane.intent.parameters, card: card.card, reader: tills[till].readerName.serialNumber,
            payloadDigest: EncryptedPayload.digest(ofStored: bytes), limits: Self.offlineLimits,
            mayBeCreated: tills[till].desk.mayBeCreated.contains(lane.machine.terms.baseKey))
        record(
            JournalEntry(
                intentID: lane.intent.id, attempt: lane.machine.attempt, terms: lane.machine.terms,
                event: .offline(.stored(sale))),
            .lane(till: till, lane: lane.number, serial), storing: bytes)
    }

    mutating func beginForwarding(_ history: PaymentHistory?, _ till: Int) {
        guard let history, let work = OfflineWork(history) else { return }
        tills[till].desk.mayBeCreated.remove(work.terms.baseKey)
        handle(.stored(work), till)
    }

    /// The first till takes over what an earlier process stored.
    mutating func takeOver(stored history: PaymentHistory) {
        let payment = history.offline?.intentID.flatMap { journal.history(of: $0) }
        guard let work = OfflineWork(history, payment: payment) else { return }
        handle(.left(work), 0)
    }

    // MARK: - People

    /// Where a sale stands of which something was stored: paid when it still counts.
    ///
    /// - Returns: whether that is all that there is to say.
    mutating func judgeStored(_ till: Int, _ sale: Int) -> Bool {
        for intent in sales[sale].intents where intent.isOffline {
            guard let offline = journal.history(of: intent.id)?.offline else { continue }
            if let quarantine = offline.quarantine, offline.isOpen, quarantine.reason == .unclaimed {
                // Nobody was told that it was accepted: it counts, or it is deleted and the customer pays again.
                take(whim(0...1) == 0 ? .release(intent.id) : .delete(intent.id), till)
                guard isUp else { return true }
                sales[sale].looked = 0
                sales[sale].stage = .lookup
                act(till, in: 5000)
                return true
            }
            guard offline.deletedBy == nil else { continue }
            if case .declined? = offline.result {} else { sales[sale].isPaid = true }
            endSale(till)
            return true
        }
        return false
    }

    /// Now and then somebody pauses forwarding, or sets a payment aside or deletes it.
    mutating func lookAfterStored(_ till: Int) {
        guard season == .open, let first = journal.book.storedOffline.first else { return }
        if faults.strike(.forwardingPaused, till) {
            handle(.pauseRequested, till)
            plan(.manage(till: till, .resume), in: faults.number(in: 30_000...3_600_000))
        }
        if isUp, faults.strike(.setAside, till) {
            let (delay, isReleased) = (faults.number(in: 10_000...600_000), faults.number(in: 0...2) > 0)
            order(.quarantineRequested(first.intentID), first.intentID)
            if isUp {
                plan(.manage(till: till, isReleased ? .release(first.intentID) : .delete(first.intentID)), in: delay)
            }
        }
        if isUp, faults.strike(.storedDeleted, till) { take(.delete(first.intentID), till) }
    }

    mutating func take(_ care: Care, _ till: Int) {
        switch care {
        case .resume: handle(.resumeRequested, till)
        case .release(let id): order(.releaseRequested(id), id)
        case .delete(let id): order(.deleteRequested(id, by: "cashier"), id)
        }
    }

    /// Gives a command to the till that has the payment, unless another one waits.
    private mutating func order(_ event: ForwarderEvent, _ id: String) {
        guard let till = tills.indices.first(where: { tills[$0].desk.machine.has(id) }),
            tills[till].desk.waiting.insert(id).inserted
        else { return }
        handle(event, till)
    }

    /// At the end of the day a person decides about what is set aside, or does not.
    mutating func decideStored() {
        for history in journal.book.storedOffline where history.offline?.quarantine != nil {
            switch whim(0...3) {
            case 0: break
            case 1: take(.delete(history.intentID), 0)
            default: take(.release(history.intentID), 0)
            }
        }
        for history in journal.book.openPayments where history.isLoss && whim(0...2) > 0 { acknowledge(history) }
        for sale in sales.indices where isUp && sales[sale].order.refund != nil && sales[sale].refunds == 0 {
            giveStoredBack(sale)
        }
    }

    /// A customer brings goods back whose receipt names the local id: the journal tells what is given back.
    private mutating func giveStoredBack(_ sale: Int) {
        for intent in sales[sale].intents where intent.isOffline {
            guard let charged = journal.history(of: intent.id)?.offline?.approvedAs,
                journal.history(of: charged)?.approval?.status == .succeeded
            else { continue }
            let amount = sales[sale].order.refundAmount.map { Amount(minorUnits: $0, currency: .eur) }
            askForRefund(
                RefundParameters(
                    paymentIntent: charged, amount: amount, idempotencyKey: "\(sales[sale].name)-r"),
                till: nil, sale: nil)
        }
    }
}
