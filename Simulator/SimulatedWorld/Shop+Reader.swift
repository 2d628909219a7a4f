import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel
import TenderRecords

/// The readers on the counters, and the connections to them: the rules of `Terminal+Connection` and `Terminal+Lanes`.
extension Shop {
    /// What happens at a reader, collection by collection.
    mutating func readerScript(_ lane: Int) -> ReaderScript {
        var lists: [[ReaderStep]] = []
        for _ in 0..<(plan.sales * 3 / plan.lanes + 4) { lists.append(customerSteps(lane)) }
        return ReaderScript(
            collections: lists, afterLast: .repeatLast,
            stopDuration: .milliseconds(lane % 2 == 0 ? 0 : 80))
    }

    private mutating func customerSteps(_ lane: Int) -> [ReaderStep] {
        let draw = random()
        let card = Self.cards[Int(draw % UInt64(Self.cards.count))]
        let delay = Duration.milliseconds(Int64(draw >> 8 & 0xFFF) + 200)
        let isTapped = draw >> 20 & 1 == 0 && !card.contactlessIsRefused
        let present: [ReaderStep] = isTapped ? [.tap(card, after: delay)] : [.insert(card, after: delay), .remove()]
        if faults.strike(.readerUnplugged, lane) {
            switch faults.number(in: 0...2) {
            case 0: return [.disconnect(.usbDisconnected, after: delay)]
            case 1: return [present[0], .disconnect(.usbDisconnected, after: .milliseconds(50), duringRead: true)]
            default: return present + [.disconnect(.linkLost, after: .milliseconds(400))]
            }
        }
        if faults.strike(.readerMuted, lane) { return [ReaderStep(.mute, after: delay)] }
        if faults.strike(.customerCancels, lane) { return [ReaderStep(.cancelOnReader, after: delay)] }
        if faults.strike(.cardNotRead, lane) {
            let failed: [ReaderStep] = [.insert(card, after: delay, readable: false), .remove()]
            return faults.number(in: 0...1) == 0
                ? [.insert(card, after: delay), .removeTooEarly()] + present : failed + present
        }
        return present
    }

    /// Not the card whose refunds fail after a minute: that a refund which had succeeded came back, no engine is told.
    private static let cards: [SimulatedCard] = {
        let names = ["visa", "visaDebit", "mastercard", "onlinePinCvm", "amex", "chargeDeclined"]
        let more = ["visa", "mastercard", "chargeDeclinedInsufficientFunds", "jcb", "unionPay", "visa"]
        return (names + more).compactMap { try? SimulatedCard.named($0) }
    }()

    // MARK: - Collecting

    mutating func startCollection(_ till: Int, _ lane: Int) {
        guard let index = tills[till].index(of: lane) else { return }
        guard tills[till].isOpen else { return deliver(.collectionFailed(.readerLost(.unknown)), till, lane) }
        collections += 1
        tills[till].lanes[index].collection = .init(number: collections, opening: tills[till].opening)
        let intent = tills[till].lanes[index].intent
        perform(
            tills[till].reader.handle(
                .collect(
                    collections,
                    CollectRequest(
                        amount: intent.amount,
                        paymentMethodTypes: intent.isOffline ? [.cardPresent] : intent.paymentMethodTypes))),
            till)
    }

    mutating func stopCollection(_ till: Int, _ lane: Int) {
        guard let index = tills[till].index(of: lane), let collection = tills[till].lanes[index].collection,
            !collection.isStopping
        else { return }
        tills[till].lanes[index].collection?.isStopping = true
        plan(.stopLimit(till: till, lane: lane, collection: collection.number), in: Self.readerStopLimit)
        perform(tills[till].reader.handle(.stop(collection.number)), till)
    }

    mutating func giveReaderUp(_ till: Int, _ lane: Int, _ number: UInt64) {
        guard let index = tills[till].index(of: lane), let collection = tills[till].lanes[index].collection,
            collection.number == number
        else { return }
        let failure = ReaderError.communication("the reader did not stop in time")
        let epoch = self.epoch
        end(collection, .failure(failure), till, lane)
        guard epoch == self.epoch else { return }
        if collection.opening == tills[till].opening { readerIsGone(till, .linkLost) }
    }

    mutating func collectionEnded(_ till: Int, _ result: Int) {
        let (_, number, ended) = collected[result]
        guard let lane = tills[till].lanes.first(where: { $0.collection?.number == number }),
            let collection = lane.collection
        else { return }
        end(collection, ended, till, lane.number)
    }

    private mutating func end(
        _ collection: PaymentLane.Collection, _ result: Result<CollectedCard, ReaderError>, _ till: Int, _ lane: Int
    ) {
        guard let index = tills[till].index(of: lane) else { return }
        tills[till].lanes[index].collection = nil
        let isReaderGone = collection.opening != tills[till].opening
        switch result {
        case .success(let card)
        where tills[till].lanes[index].intent.isOffline && OfflineRules.refusal(of: card.card) != nil:
            deliver(.collectionFailed(.refused("not offline")), till, lane)
        case .success(let card):
            tills[till].lanes[index].card = card
            deliver(.cardCollected, till, lane)
        case .failure(.canceled(.application)) where isReaderGone:
            deliver(.collectionFailed(.readerLost(.unknown)), till, lane)
        case .failure(let error): deliver(.collectionFailed(CollectionFailure(error)), till, lane)
        }
    }

    // MARK: - The reader's own life

    mutating func readerTimerFired(_ till: Int, _ timer: ReaderScriptMachine.TimerID) {
        guard let index = tills[till].readerTimers.firstIndex(of: timer) else { return }
        tills[till].readerTimers.remove(at: index)
        perform(tills[till].reader.handle(.timerFired(timer)), till)
    }

    mutating func perform(_ actions: [ReaderScriptMachine.Action], _ till: Int) {
        for action in actions {
            switch action {
            case .startTimer(let timer, let duration):
                tills[till].readerTimers.append(timer)
                planOutside(.readerTimer(till: till, timer), in: duration.milliseconds)
            case .cancelTimer(let timer): tills[till].readerTimers.removeAll { $0 == timer }
            case .emit(.disconnected(let reason)):
                if let opening = tills[till].opening {
                    plan(.readerGone(till: till, opening: opening, reason), in: 1)
                }
            case .emit: break
            case .answer(let number, let result):
                collected.append((0, number, result))
                plan(.collectionEnded(till: till, collected.count - 1), in: 1)
            }
        }
    }

    // MARK: - The connection

    mutating func deliver(_ event: ConnectionMachine.Event, _ till: Int) {
        let actions = tills[till].connection.handle(event)
        trace.note(12, Int64(till), Int64(actions.count), text: "\(now): connection \(till): \(Self.short(event))")
        let epoch = self.epoch
        for action in actions {
            perform(action, till)
            guard epoch == self.epoch else { return }
        }
    }

    private mutating func perform(_ action: ConnectionMachine.Action, _ till: Int) {
        switch action {
        case .open(let serial, _):
            tills[till].opening = serial
            let fails = faults.strike(.readerNotOpened, till)
            plan(.opened(till: till, serial, !fails), in: 120)
        case .close(let serial): close(serial, till)
        case .startTimer(let serial, let duration):
            tills[till].connectionTimers.append(serial)
            plan(.connectionTimer(till: till, serial), in: duration.milliseconds)
        case .stopTimer(let serial): tills[till].connectionTimers.removeAll { $0 == serial }
        case .startDiscovery, .stopDiscovery, .publish, .connectSucceeded, .connectFailed, .refused, .reconnectStarted,
            .reconnectSucceeded, .reconnectFailed, .disconnected:
            break
        }
    }

    mutating func connectionTimerFired(_ till: Int, _ serial: Serial) {
        guard tills[till].connectionTimers.contains(serial) else { return }
        tills[till].connectionTimers.removeAll { $0 == serial }
        deliver(.timerFired(serial), till)
    }

    mutating func opened(_ till: Int, _ serial: Serial, _ isOpen: Bool) {
        guard serial == tills[till].opening else { return }
        guard isOpen else {
            tills[till].opening = nil
            return deliver(.openFailed(serial), till)
        }
        tills[till].isOpen = true
        perform(tills[till].reader.handle(.connected), till)
        deliver(.opened(serial), till)
    }

    private mutating func close(_ serial: Serial, _ till: Int) {
        guard serial == tills[till].opening else { return }
        tills[till].opening = nil
        tills[till].isOpen = false
        perform(tills[till].reader.handle(.disconnect), till)
        let epoch = self.epoch
        for lane in tills[till].lanes.map(\.number) {
            deliver(.readerLost, till, lane)
            guard epoch == self.epoch else { return }
        }
    }

    mutating func readerGone(_ till: Int, _ opening: Serial, _ reason: DisconnectReason) {
        guard opening == tills[till].opening else { return }
        readerIsGone(till, reason)
    }

    private mutating func readerIsGone(_ till: Int, _ reason: DisconnectReason) {
        guard let serial = tills[till].opening else { return }
        close(serial, till)
        deliver(.readerLost(serial, reason), till)
    }
}
