import TenderModel
import TenderSale

/// The till's reactions to news.
extension Till {
    mutating func take(_ news: TillNews) -> [TillAction] {
        switch news {
        case .pin(let verdict): return take(verdict)
        case .card(let leg, let progress): if charge?.leg == leg { take(progress) }
        case .stopped(let leg, let cause): if charge?.leg == leg { charge?.stop = cause }
        case .link(let leg, let address, let code): return show(leg, address, code)
        case .owner(let owner, let typed): take(owner, typed)
        case .noOwner(let problem, let typed): take(problem, typed)
        case .cardSaving(let id, let outcome): take(outcome, of: id)
        case .notSaved(let customer): show(.warning, PageText.notSavedAfterAll(customer))
        case .sellers(let report):
            return run([.shop(.print(Receipt(sellers: report, context: register.context(now)), isReprint: false))])
        case .reader(let condition):
            reader = condition
            if condition.status != .connected { (isCardIn, isRemovalAsked) = (false, false) }
        case .cardInSlot(let isIn):
            isCardIn = isIn
            isRemovalAsked = false
            guard !isIn else { break }
            if charge?.display == .removeCard { charge?.display = nil }
            if charge == nil { isCustomersTurn = false }
        case .readersFound(let readers):
            foundReaders = readers
            if case .reader = page { page = .reader(selected: 0) }
        case .diagnosis(let lines): diagnosis = lines
        case .pending(let payments): take(payments)
        case .offline(let queue): offline = queue
        case .printer(let condition):
            if case .failed(let problem) = condition, condition != printer {
                console.show(MessageLine(.warning, problem))
            }
            printer = condition
        case .application(let question): take(question)
        case .cardToRemove: isRemovalAsked = true
        case .chain(let condition): take(condition)
        case .published(let setup): published = setup
        case .customer(let condition): customer = condition
        case .failed(let text): console.show(MessageLine(.bad, text))
        // A refusal says more than that the ticket before it was not saved again.
        case .diskFull(.ticket) where isDiskFullTold: break
        case .diskFull(let loss): show(.bad, PageText.diskFull(loss))
        case .doubt(let text):
            isInDoubt = true
            pin = nil
            typedAhead.clear()
            console.show(MessageLine(.bad, text))
        case .done(let text): console.show(MessageLine(.good, text))
        }
        return []
    }

    /// Takes how the copy stands; a ticket that is open is finished before selling stops.
    private mutating func take(_ condition: ChainCondition?) {
        chain = condition
        let stop = condition?.stop
        if let stop, stop != register.sellingStop { show(.bad, PageText.sentence(stop.message)) }
        register.sellingStop = stop
    }

    /// Whether the register has reported, since the last key, what was not done on a full disk.
    private var isDiskFullTold: Bool {
        [false, true].contains { isPaid in
            console.message?.text == PageText.refusal(.diskFull(isPaid: isPaid)).text(language)
        }
    }

    private mutating func take(_ verdict: PINVerdict) -> [TillAction] {
        switch verdict {
        case .right(let id, let purpose):
            guard pin?.personID == id, pin?.purpose == purpose else { return [] }
            pin = nil
            isPINAnswered = true
            console.clearMessage()
            switch purpose {
            case .signIn: return tell(.signIn(cashierID: id))
            case .allow: return tell(.allowed(by: id))
            case .unlock:
                isLocked = false
                return []
            }
        case .wrong:
            pin?.clear()
            pin?.isChecking = false
            show(.bad, typedAhead.isEmpty ? PageText.wrongPIN : PageText.wrongPINAndMore)
            // It was typed for another page, and must not become another wrong PIN.
            typedAhead.clear()
        case .locked(let seconds):
            // The entry stays open: what is typed next must not be seen.
            pin?.clear()
            pin?.isChecking = false
            typedAhead.clear()
            show(.bad, PageText.tooManyPINs(seconds))
        }
        return []
    }

    /// Shows the customer the code for paying, on the screen and on paper.
    private mutating func show(_ leg: String, _ address: String, _ code: QRMatrix?) -> [TillAction] {
        guard let running = charge, running.leg == leg, running.method == .link else { return [] }
        charge?.phase = .showing
        charge?.address = address
        charge?.code = code
        let slip = Receipt(link: running.amount, address: address, context: register.context(now))
        return [.shop(.print(slip, isReprint: false))]
    }

    private mutating func take(_ progress: CardProgress) {
        let stillAsked: ReaderDisplayMessage? = hasCardToRemove ? .removeCard : nil
        switch progress {
        case .waiting(let options):
            charge?.options = options
            if !options.isEmpty { charge?.phase = .waiting }
        case .shows(let message): charge?.display = message
        case .read(let card):
            charge?.card = card
            charge?.display = stillAsked
        case .processing:
            charge?.phase = .processing
            charge?.display = stillAsked
        case .showing: if charge?.address != nil { charge?.phase = .showing }
        case .sendingAgain(let count), .asking(let count): charge?.phase = .asking(count)
        }
    }

    /// Takes the payments, and reports at once an approval that nobody claimed.
    private mutating func take(_ payments: [PendingPayment]) {
        let isNew = payments.contains { payment in
            payment.state == .unclaimed && !pending.contains { $0.id == payment.id && $0.state == .unclaimed }
        }
        let hadLosses = pending.contains { $0.state == .lost }
        let isSavedUntold = payments.contains { $0.state == .savedCard && !pending.contains($0) }
        pending = payments
        knowsPending = true
        if isSavedUntold { show(.warning, PageText.savedUntold) }
        if isNew { show(.warning, PageText.unclaimed) }
        if payments.contains(where: { $0.state == .lost }), !hadLosses { show(.bad, PageText.lost) }
    }
}
