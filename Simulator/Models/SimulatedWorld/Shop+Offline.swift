import TenderFlow
import TenderModel
import TenderRecords

/// The people who manage payments that were accepted without the gateway.
extension Shop {
    static let offlineLimits = OfflineLimits(
        perPayment: [Amount(minorUnits: 15_000, currency: .eur)],
        stored: [Amount(minorUnits: 40_000, currency: .eur)], count: 5, oldestAge: .seconds(86_400),
        forwardWithin: .seconds(3 * 86_400))

    /// Judges a sale with a stored payment: paid if that still counts.
    ///
    /// - Returns: Whether there is nothing more to say.
    mutating func judgeStored(_ lane: Int, _ sale: Int) -> Bool {
        for intent in sales[sale].intents where intent.isOffline {
            guard let offline = journal.history(of: intent.id)?.offline else { continue }
            if let quarantine = offline.quarantine, offline.isOpen, quarantine.reason == .unclaimed {
                // Nobody was told that it was accepted: it counts, or it is deleted and the customer pays again.
                take(whim(0...1) == 0 ? .release(intent.id) : .delete(intent.id), lane)
                guard isUp else { return true }
                sales[sale].looked = 0
                sales[sale].stage = .lookup
                act(lane, in: 5000)
                return true
            }
            guard offline.deletedBy == nil else { continue }
            if case .declined? = offline.result {} else { sales[sale].isPaid = true }
            endSale(lane)
            return true
        }
        return false
    }

    /// Pauses forwarding, or quarantines or deletes a payment, now and then.
    mutating func lookAfterStored(_ lane: Int) {
        guard season == .open, let first = journal.book.storedOffline.first else { return }
        if faults.strike(.forwardingPaused, lane) {
            command(.pauseForwarding, lane, .other)
            plan(.manage(lane: lane, .resume), in: faults.number(in: 30_000...3_600_000))
        }
        if isUp, faults.strike(.setAside, lane) {
            let (delay, isReleased) = (faults.number(in: 10_000...600_000), faults.number(in: 0...2) > 0)
            order(.quarantine(first.intentID), on: first.intentID)
            if isUp {
                plan(.manage(lane: lane, isReleased ? .release(first.intentID) : .delete(first.intentID)), in: delay)
            }
        }
        if isUp, faults.strike(.storedDeleted, lane) { take(.delete(first.intentID), lane) }
    }

    mutating func take(_ care: Care, _ lane: Int) {
        switch care {
        case .resume: command(.resumeForwarding, lane, .other)
        case .release(let id): order(.release(id), on: id)
        case .delete(let id): order(.deleteStored(id, by: "cashier"), on: id)
        }
    }

    /// Gives a command to the lane that has the payment.
    private mutating func order(_ order: TerminalMachine.Command, on id: String) {
        guard let lane = lanes.indices.first(where: { lanes[$0].machine.hasStored(id) }) else { return }
        command(order, lane, .care)
    }

    /// Lets a person decide about quarantined payments at the end of the day, or leave them.
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

    /// Refunds a customer who returns goods whose receipt has the local id: the journal says what to refund.
    private mutating func giveStoredBack(_ sale: Int) {
        for intent in sales[sale].intents where intent.isOffline {
            guard isUp, let charged = journal.history(of: intent.id)?.offline?.approvedAs,
                journal.history(of: charged)?.approval?.status == .succeeded
            else { continue }
            let amount = sales[sale].order.refundAmount.map { Amount(minorUnits: $0, currency: .eur) }
            let wish = RefundParameters(
                paymentIntent: charged, amount: amount, idempotencyKey: "\(sales[sale].name)-r")
            command(.refund(wish), 0, .other)
        }
    }
}
