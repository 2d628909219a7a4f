import TenderFlow
import TenderModel

/// What the cashier hears, and what follows from it: the answers to commands, and outcomes that became known.
extension Shop {
    mutating func hear(_ lane: Int, _ told: (note: Note, sale: Int)) {
        let sale = told.sale
        trace.note(
            22, Int64(lane), Int64(sale),
            text: "\(now): cashier \(lane) hears of sale \(sale): \(Self.short(told.note))")
        let isInHand = lanes[lane].cashier.sale == sale
        switch told.note {
        case .offlineRefused: if isInHand { offlineRefused(lane, sale) }
        case .created(let intent): if isInHand { created(intent, lane, sale) }
        case .read(let intent): if isInHand { read(intent, lane, sale) }
        case .edited(let result, let intent): if isInHand { edited(result, intent, lane, sale) }
        case .refunded(let result): if isInHand { refunded(result, lane, sale) }
        case .refused(let before, let isForStoring):
            if isInHand { refused(before, isForStoring: isForStoring, lane, sale) }
        case .shared(let result, let key): if isInHand { shared(result, key, lane, sale) }
        case .completed(let intent, let completion):
            keep(intent, sale)
            claim(completion, intent, lane)
            guard isUp else { return }
            if isInHand { completed(completion, intent, lane, sale) }
        case .resolved(let intent, let conclusion):
            keep(intent, sale)
            resolved(conclusion, intent, lane, sale, isInHand: isInHand)
        }
    }

    /// Acknowledges that the cashier has seen it.
    private mutating func claim(_ completion: PaymentCompletion, _ intent: PaymentIntent, _ lane: Int) {
        switch completion {
        case .confirmed(.approved), .captured(.approved), .incremented(.approved), .storedOffline:
            command(.claim(intent.id), lane, .other)
        case .collected, .collectionFailed, .confirmed, .captured, .incremented, .intentCanceled, .cancelAnswered,
            .refused:
            break
        }
    }

    private mutating func claimRefunds(_ sale: Int, _ lane: Int) {
        for id in sales[sale].allIntents {
            for refund in journal.history(of: id)?.refunds ?? [] where refund.isUntold && isUp {
                command(.claimRequest(refund.key, of: id), lane, .other)
            }
        }
    }

    /// Keeps an intent's newest form; what was told before an edit is no news after it.
    private mutating func keep(_ intent: PaymentIntent, _ sale: Int) {
        let isEdited = sales[sale].order.editedAmount == intent.amount.minorUnits
        if isEdited { noteEdited(intent.id, sale) }
        guard isEdited || !sales[sale].edited.contains(intent.id) else { return }
        if let index = sales[sale].intents.firstIndex(where: { $0.id == intent.id }) {
            sales[sale].intents[index] = intent
        }
    }

    mutating func created(_ intent: PaymentIntent?, _ lane: Int, _ sale: Int) {
        guard sales[sale].stage == .creating else { return }
        guard let intent else {
            sales[sale].stage = .toCreate
            return act(lane, in: 3000)
        }
        if !sales[sale].intents.contains(where: { $0.id == intent.id }) { sales[sale].intents.append(intent) }
        sales[sale].stage = .toCollect
        act(lane, in: 100)
    }

    private mutating func noteEdited(_ intent: String, _ sale: Int) {
        sales[sale].edited.insert(intent)
        if sales[sale].editing == intent { sales[sale].editing = nil }
    }

    /// Handles the end of an edit: the card is collected again, once it is known what it would be charged.
    mutating func edited(
        _ result: RequestMachine.Result, _ intent: PaymentIntent?, _ lane: Int, _ sale: Int
    ) {
        if let intent { keep(intent, sale) }
        guard sales[sale].stage == .editing else { return }
        guard result != .unknown else { return lookAgain(lane, sale, in: 3000) }
        sales[sale].editing = nil
        sales[sale].stage = .toCollect
        act(lane, in: 500)
    }

    mutating func read(_ intent: PaymentIntent?, _ lane: Int, _ sale: Int) {
        guard sales[sale].stage == .looking else { return }
        sales[sale].stage = .lookup
        guard let intent else { return act(lane, in: 5000) }
        keep(intent, sale)
        sales[sale].looked += 1
        act(lane, in: 50)
    }

    mutating func completed(_ completion: PaymentCompletion, _ intent: PaymentIntent, _ lane: Int, _ sale: Int) {
        guard sales[sale].intent?.id == intent.id else { return }
        switch completion {
        case .collected:
            sales[sale].stage = .toConfirm
            act(lane, in: 300)
        case .collectionFailed(let failure): collectionFailed(failure, lane, sale)
        case .confirmed(let conclusion): confirmed(conclusion, lane, sale)
        case .captured(let conclusion): captured(conclusion, lane, sale)
        case .incremented(let conclusion): incremented(conclusion, lane, sale)
        case .intentCanceled(let conclusion): canceled(conclusion, lane, sale)
        case .refused: lookAgain(lane, sale, in: 5000)
        case .storedOffline:
            sales[sale].isPaid = true
            sales[sale].stage = .over
            act(lane, in: 600)
        case .cancelAnswered: break
        }
    }

    /// Handles a refused command: the payment is busy with another one, or cannot be found now.
    mutating func refused(_ before: Sale.Stage, isForStoring: Bool, _ lane: Int, _ sale: Int) {
        switch sales[sale].stage {
        case .collecting, .confirming, .incrementing, .capturing, .canceling: break
        case .toCreate, .creating, .toCollect, .toConfirm, .editing, .unknown, .approved, .toShare, .sharing, .toRefund,
            .refunding, .toCancel, .lookup, .looking, .over:
            return
        }
        if isForStoring {
            sales[sale].goesOnline = true
            sales[sale].stage = .toCreate
            return act(lane, in: 500)
        }
        sales[sale].stage = before
        act(lane, in: 5000)
    }

    private mutating func offlineRefused(_ lane: Int, _ sale: Int) {
        guard sales[sale].stage == .creating else { return }
        sales[sale].goesOnline = true
        sales[sale].stage = .toCreate
        act(lane, in: 1000)
    }

    mutating func lookAgain(_ lane: Int, _ sale: Int, in delay: Int64) {
        sales[sale].looked = 0
        sales[sale].stage = .lookup
        act(lane, in: delay)
    }

    private mutating func collectionFailed(_ failure: CollectionFailure, _ lane: Int, _ sale: Int) {
        if sales[sale].cards < 4 {
            sales[sale].stage = .toCollect
            act(lane, in: failure == .journalUnavailable ? 10_000 : 1000)
        } else {
            sales[sale].stage = sales[sale].isPaid ? .over : .toCancel
            act(lane, in: 500)
        }
    }

    private mutating func confirmed(_ conclusion: Conclusion, _ lane: Int, _ sale: Int) {
        switch conclusion {
        case .approved:
            sales[sale].isPaid = true
            sales[sale].stage = .approved
            act(lane, in: 800)
        case .declined:
            sales[sale].stage = sales[sale].cards < 3 ? .toCollect : .toCancel
            act(lane, in: 700)
        case .canceled:
            sales[sale].stage = sales[sale].creates < 2 && sales[sale].cards < 3 ? .toCreate : .over
            act(lane, in: 700)
        case .notExecuted, .journalUnavailable:
            sales[sale].stage = sales[sale].effort < 20 ? .toConfirm : .toCancel
            act(lane, in: 4000)
        case .unknown: becameUnknown(lane, sale)
        }
    }

    private mutating func becameUnknown(_ lane: Int, _ sale: Int) {
        sales[sale].stage = .unknown
        if faults.strike(.secondAttempt, lane), sales[sale].creates < 3 {
            sales[sale].stage = .toCreate
            act(lane, in: 500)
        } else if faults.strike(.leftUnknown, lane) {
            endSale(lane)
        } else {
            act(lane, in: 15_000)
        }
    }

    /// Handles the end of an increment: after a refusal the hold is captured as it is.
    private mutating func incremented(_ conclusion: Conclusion, _ lane: Int, _ sale: Int) {
        switch conclusion {
        case .approved, .declined, .notExecuted:
            sales[sale].isIncrementTold = true
            sales[sale].stage = .approved
            act(lane, in: 700)
        case .unknown, .journalUnavailable:
            sales[sale].stage = .approved
            act(lane, in: 20_000)
        case .canceled: endSale(lane)
        }
    }

    private mutating func captured(_ conclusion: Conclusion, _ lane: Int, _ sale: Int) {
        switch conclusion {
        case .approved:
            sales[sale].afterwardsDone = true
            let order = sales[sale].order
            if order.raisesLate, sales[sale].increments == 0, let held = sales[sale].held,
                let raised = order.raisedAmount
            {
                return raiseLate(held, to: raised, lane, sale)
            }
            shareOrRefund(lane, sale)
        case .unknown, .journalUnavailable:
            sales[sale].stage = .approved
            act(lane, in: 20_000)
        case .canceled, .declined: endSale(lane)
        case .notExecuted: lookAgain(lane, sale, in: 5000)
        }
    }

    private mutating func canceled(_ conclusion: Conclusion, _ lane: Int, _ sale: Int) {
        switch conclusion {
        case .canceled, .unknown, .declined: endSale(lane)
        case .approved:
            sales[sale].isPaid = true
            sales[sale].afterwardsDone = true
            shareOrRefund(lane, sale)
        case .notExecuted, .journalUnavailable: lookAgain(lane, sale, in: 5000)
        }
    }

    /// Handles the result of a refund; requests one with an unknown outcome again.
    mutating func refunded(_ result: RequestMachine.Result, _ lane: Int, _ sale: Int) {
        guard sales[sale].stage == .refunding else { return }
        switch result {
        case .succeeded, .notExecuted:
            sales[sale].isRefundTold = true
            claimRefunds(sale, lane)
            guard isUp else { return }
            endSale(lane)
        case .unknown, .journalUnavailable:
            guard sales[sale].refunds < 5 else { return endSale(lane) }
            sales[sale].stage = .toRefund
            act(lane, in: 30_000)
        }
    }

    mutating func resolved(
        _ conclusion: Conclusion, _ intent: PaymentIntent, _ lane: Int, _ sale: Int, isInHand: Bool
    ) {
        if case .approved = conclusion {
            sales[sale].isPaid = true
            if let history = journal.history(of: intent.id), history.isUnclaimed { acknowledge(history) }
            guard isInHand, isUp else { return }
            stopOthers(than: intent, lane, sale)
            makeLast(intent, sale)
            sales[sale].stage = .approved
            act(lane, in: 500)
        } else if isInHand, sales[sale].stage == .unknown {
            confirmed(conclusion, lane, sale)
        }
    }

    /// Stops everything else in progress for an order that is paid.
    private mutating func stopOthers(than intent: PaymentIntent, _ lane: Int, _ sale: Int) {
        let others = Set(sales[sale].intents.map(\.id)).subtracting([intent.id])
        for other in others.sorted() {
            guard isUp, let id = lanes[lane].newest[other] else { continue }
            pressStop(lane, id, .stop)
        }
    }
}
