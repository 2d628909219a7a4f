import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel

/// The readers on the counters, and the customers' acts there.
extension Shop {
    /// Returns what happens at a reader, collection by collection.
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

    /// Without the card whose refunds fail after a minute: no engine is told that a successful refund was returned.
    private static let cards: [SimulatedCard] = {
        let names = ["visa", "visaDebit", "mastercard", "onlinePinCvm", "amex", "chargeDeclined"]
        let more = ["visa", "mastercard", "chargeDeclinedInsufficientFunds", "jcb", "unionPay", "visa"]
        return (names + more).compactMap { try? SimulatedCard.named($0) }
    }()

    // MARK: - The process's requests to a reader

    mutating func collect(_ request: CollectRequest, _ errand: Errand, _ till: Int) {
        collections += 1
        tills[till].collection = (collections, errand)
        perform(tills[till].reader.handle(.collect(collections, request)), till)
    }

    mutating func stopCollecting(_ errand: Errand, _ till: Int) {
        guard let collection = tills[till].collection, collection.errand == errand else { return }
        perform(tills[till].reader.handle(.stop(collection.number)), till)
    }

    mutating func collectionEnded(_ till: Int, _ result: Int) {
        let (number, ended) = collected[result]
        guard let collection = tills[till].collection, collection.number == number else { return }
        tills[till].collection = nil
        switch ended {
        case .success(let card):
            tills[till].cards[collection.errand] = card
            handle(.collected(collection.errand, card.card), till)
        case .failure(let error): handle(.notCollected(collection.errand, error), till)
        }
    }

    mutating func open(_ serial: Serial, _ till: Int) {
        let fails = faults.strike(.readerNotOpened, till)
        plan(.opened(till: till, serial, !fails), in: 120)
    }

    mutating func opened(_ till: Int, _ serial: Serial, _ isOpen: Bool) {
        guard isOpen else { return handle(.openFailed(serial), till) }
        tills[till].opening = serial
        perform(tills[till].reader.handle(.connected), till)
        handle(.opened(serial, tills[till].readerName), till)
    }

    /// Closes a reader; one that is still being opened is reported when its opening has ended.
    mutating func close(_ serial: Serial, _ till: Int) {
        guard tills[till].opening == serial else { return }
        tills[till].opening = nil
        perform(tills[till].reader.handle(.disconnect), till)
        tell(.closed(serial), till, in: 5)
    }

    // MARK: - The reader's own timers

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
            case .emit(let event):
                if let opening = tills[till].opening { tell(.readerTold(opening, event), till) }
            case .answer(let number, let result):
                collected.append((number, result))
                plan(.collectionEnded(till: till, collected.count - 1), in: 1)
            }
        }
    }
}
