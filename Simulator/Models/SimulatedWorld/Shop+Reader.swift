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
        // A fifth of the tips is more than the sale allows.
        let tip = ReaderStep(.chooseTip(Int64(draw >> 24 & 0x1FF)))
        let present: [ReaderStep] =
            [tip] + (isTapped ? [.tap(card, after: delay)] : [.insert(card, after: delay), .remove()])
        if faults.strike(.readerUnplugged, lane) {
            switch faults.number(in: 0...2) {
            case 0: return [.disconnect(.usbDisconnected, after: delay)]
            case 1: return [present[1], .disconnect(.usbDisconnected, after: .milliseconds(50), duringRead: true)]
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
        let more = ["visa", "mastercard", "partiallyApproved", "jcb", "unionPay", "visa"]
        return (names + more).compactMap { try? SimulatedCard.named($0) }
    }()

    // MARK: - The process's requests to a reader

    mutating func collect(_ request: CollectRequest, _ errand: Errand, _ lane: Int) {
        collections += 1
        lanes[lane].collection = (collections, errand)
        lanes[lane].isPaying = request.purpose == .payment
        perform(lanes[lane].reader.handle(.collect(collections, request)), lane)
        // Most customers present the card that paid, at once; some another one, or none, as the script has it.
        guard request.purpose == .refund, collections % 4 != 0, let last4 = lanes[lane].returning,
            let card = Self.cards.first(where: { $0.last4 == last4 })
        else { return }
        perform(lanes[lane].reader.handle(.played(.present(card, .swipe, readable: true))), lane)
    }

    mutating func stopCollecting(_ errand: Errand, _ lane: Int) {
        guard let collection = lanes[lane].collection, collection.errand == errand else { return }
        perform(lanes[lane].reader.handle(.stop(collection.number)), lane)
    }

    mutating func collectionEnded(_ lane: Int, _ result: Int) {
        let (number, ended) = collected[result]
        guard let collection = lanes[lane].collection, collection.number == number else { return }
        lanes[lane].collection = nil
        switch ended {
        case .success(let card):
            lanes[lane].cards[collection.errand] = card
            handle(.collected(collection.errand, card.card, tip: card.payload.tip), lane)
        case .failure(let error): handle(.notCollected(collection.errand, error), lane)
        }
    }

    mutating func open(_ serial: Serial, _ lane: Int) {
        let fails = faults.strike(.readerNotOpened, lane)
        plan(.opened(lane: lane, serial, !fails), in: 120)
    }

    mutating func opened(_ lane: Int, _ serial: Serial, _ isOpen: Bool) {
        guard isOpen else { return handle(.openFailed(serial), lane) }
        lanes[lane].opening = serial
        perform(lanes[lane].reader.handle(.connected), lane)
        handle(.opened(serial, lanes[lane].readerName), lane)
    }

    /// Closes a reader; one that is still being opened is reported when its opening has ended.
    mutating func close(_ serial: Serial, _ lane: Int) {
        guard lanes[lane].opening == serial else { return }
        lanes[lane].opening = nil
        perform(lanes[lane].reader.handle(.disconnect), lane)
        tell(.closed(serial), lane, in: 5)
    }

    // MARK: - The reader's own timers

    mutating func readerTimerFired(_ lane: Int, _ timer: ReaderScriptMachine.TimerID) {
        guard let index = lanes[lane].readerTimers.firstIndex(of: timer) else { return }
        lanes[lane].readerTimers.remove(at: index)
        perform(lanes[lane].reader.handle(.timerFired(timer)), lane)
    }

    mutating func perform(_ actions: [ReaderScriptMachine.Action], _ lane: Int) {
        for action in actions {
            switch action {
            case .startTimer(let timer, let duration):
                lanes[lane].readerTimers.append(timer)
                planOutside(.readerTimer(lane: lane, timer), in: duration.milliseconds)
            case .cancelTimer(let timer): lanes[lane].readerTimers.removeAll { $0 == timer }
            case .emit(let event):
                if let opening = lanes[lane].opening { tell(.readerTold(opening, event), lane) }
            case .answer(let number, let result):
                collected.append((number, readChip(result, lane)))
                plan(.collectionEnded(lane: lane, collected.count - 1), in: 1)
            // No till of this world reads data.
            case .answerData: break
            }
        }
    }
}
