import TenderModel
import TenderSale

/// The consequences of the register's actions.
extension Till {
    /// Shows the register's messages, and passes on what it wants done in the shop.
    mutating func run(_ actions: [RegisterAction]) -> [TillAction] {
        actions.flatMap { action -> [TillAction] in
            switch action {
            case .tell(let message): return hear(message)
            case .ask:
                console.clearLine()
                return []
            case .shop(let action):
                if case .print(let receipt, let isReprint) = action { show(receipt, isReprint: isReprint) }
                return [.shop(action)]
            }
        }
    }

    private mutating func show(_ receipt: Receipt, isReprint: Bool) {
        paper = receipt
        isPaperDuplicate = isReprint
        if isReprint || [.xReport, .zReport, .sellerReport, .paidIn, .paidOut].contains(receipt.kind) {
            go(.paper(receipt, top: 0))
        }
    }

    private mutating func hear(_ message: RegisterMessage) -> [TillAction] {
        switch message {
        case .signedIn, .recalled, .canceled: goHome()
        case .signedOut:
            go(.signIn)
            // A count belongs to the person who made it.
            keptCount = nil
            closing = nil
        case .shiftOpened(let number):
            go(.sale)
            keptCount = nil
            show(.good, PageText.shiftOpened(number))
            return followStored()
        case .shiftEnded:
            if let closing { return close(closing) }
            go(.count(count(.closing)))
        case .shiftClosed(let number):
            keptCount = nil
            show(.good, PageText.shiftClosed(number))
        case .added, .changed, .lineVoided: if register.ticket?.unknownLeg == nil { go(.sale) }
        case .tip(let tip): show(nil, tip == nil ? PageText.noTip : PageText.tipNoted)
        case .paid(let leg, let remaining): hearPaid(leg, remaining)
        case .charging(let leg, let amount), .refunding(let leg, let amount): begin(leg, amount)
        case .savingCard(let saving): return begin(saving)
        case .cancelAsked:
            charge?.isCancelAsked = true
            show(.warning, PageText.cancelAsked)
        case .learned(let leg, let outcome): learn(leg, outcome)
        case .unclaimed:
            show(.warning, PageText.unclaimed)
            return [.shop(.askAgain)]
        case .acceptedKnown(let receipt, let amount, let isPaid):
            show(isPaid ? .good : .warning, PageText.acceptedKnown(receipt, amount, isPaid: isPaid, setup.language))
            return [.shop(.askAgain)]
        case .offlineLost(let receipt, let amount):
            show(.bad, PageText.offlineLost(receipt, amount, setup.language))
        case .finished(let number, let change): finish(number, change)
        case .parked(let label):
            go(.sale)
            show(.good, PageText.parked(label))
        case .refundBegun: go(.tender)
        case .found(let products):
            if products.isEmpty { show(.warning, PageText.nothingFound) } else { go(.products(products, selected: 0)) }
        case .parkedTickets(let tickets):
            if tickets.isEmpty { show(.warning, PageText.nothingParked) } else { go(.parked(selected: 0)) }
        case .unresolved: go(.unresolved(selected: 0))
        case .drawerMoved: show(.good, PageText.drawerOpened)
        case .restored: break
        case .lossAcknowledged:
            show(.good, PageText.lossAcknowledged)
        case .refused(let refusal):
            closing = nil
            if refusal == .countStands, let standing = register.book.shift?.counted {
                page = .count(entry(of: standing))
            }
            show(.bad, PageText.refusal(refusal))
        case .notSold(let code, let refusal): return notSold(code, PageText.refusalOfScan(refusal))
        }
        return []
    }

    /// Goes to the first page after the journal was read; requests the unknown outcomes of payments on open tickets.
    mutating func begin() -> [TillAction] {
        goHome()
        let legs = register.unknownLegs + register.offlineLegs + register.acceptedLegs
        return (legs.isEmpty ? [] : [.shop(.follow(legs: legs))]) + followStored()
    }

    /// Requests the outcomes of finished sales' offline payments, which are booked in the open shift.
    private func followStored() -> [TillAction] {
        let legs = register.book.shift == nil ? [] : register.book.storedLegs.map(\.id)
        return legs.isEmpty ? [] : [.shop(.follow(legs: legs))]
    }

    /// Shows a page; a page of its own ends the customer's turn.
    mutating func go(_ page: TillPage) {
        if case .count(let entry) = self.page { keptCount = entry }
        console.closeHelp()
        let page = page == .card ? pageOfCard : page
        self.page = register.person == nil ? .signIn : page
        if !keepsCustomersTurn { isCustomersTurn = false }
        if register.person == nil, case .result(let result) = page { tell(result) }
    }

    /// Whoever plays the customer goes on after a payment until the card is out.
    private var keepsCustomersTurn: Bool {
        if case .result = page { return isCardIn }
        return page == .card || isAskingForApplication
    }

    /// Outcomes of cards come at any time, and leave the sign-in page in place.
    private mutating func tell(_ result: ResultPanel) {
        let mark = PageText.mark(result, language)
        console.show(MessageLine(mark.kind, mark.word))
    }

    /// Goes to the page where work continues.
    mutating func goHome() {
        guard register.person != nil else { return go(.signIn) }
        if charge != nil { return go(.card) }
        if let leg = register.ticket?.unknownLeg { return go(.unknown(leg: leg.id)) }
        if register.ticket == nil {
            switch register.book.shift?.stage {
            case nil: return go(.count(count(.opening)))
            case .ended: return go(.count(count(.closing)))
            case .open: break
            }
        }
        go(isSelling ? .sale : .tender)
    }

    /// Whether goods are sold: no ticket is open, or a sale of which nothing is paid.
    var isSelling: Bool { register.ticket.map { $0.kind == .sale && $0.legs.isEmpty } ?? true }

    // MARK: - Payments

    private mutating func begin(_ leg: String, _ amount: Amount) {
        let tip = register.ticket?.leg(leg)?.tip
        let whole = tip.flatMap { try? amount.adding($0) } ?? amount
        let method = register.ticket?.leg(leg)?.method ?? .card
        charge = CardPanel(leg: leg, amount: whole, method: method, began: now)
        go(.card)
        isCustomersTurn = setup.hasCustomer && method == .card && whole.minorUnits > 0
    }

    private mutating func learn(_ leg: String, _ outcome: LegOutcome) {
        let stop = charge?.leg == leg ? charge?.stopCause : nil
        if charge?.leg == leg {
            charge = nil
            isCustomersTurn = isCustomersTurn && isCardIn
        }
        console.clearMessage()
        if let payment = Register.payment(refundedAs: leg) { return learnOfRefund(payment, outcome, stop) }
        guard let ticket = register.ticket, let own = ticket.leg(leg) else {
            return show(.warning, PageText.learned(of: parkedLabel(leg), outcome))
        }
        let remaining = ticket.remaining.minorUnits == 0 ? nil : ticket.remainingWithTips
        func result(_ kind: ResultPanel.Kind, _ amount: Amount) -> TillPage {
            var panel = ResultPanel(
                kind: kind, amount: (try? amount.adding(own.tip)) ?? amount, tip: own.tip, change: nil,
                remaining: remaining, card: Self.masked(own.card))
            panel.isOffline = own.state == .offline
            panel.isLink = own.method == .link
            return .result(panel)
        }
        switch outcome {
        case .settled, .offline: go(result(.paid, own.amount))
        case .declined(let reason): go(result(.declined(reason: reason), own.asked))
        case .canceled: go(result(.canceled(stop ?? .unexplained), own.asked))
        case .unknown: go(.unknown(leg: leg))
        }
        if case .offline = outcome { show(.warning, PageText.storedOffline) }
    }

    private func parkedLabel(_ leg: String) -> String {
        let ticket = register.parked.first { $0.leg(leg) != nil }
        return ticket.flatMap(Register.label) ?? leg
    }

    private mutating func learnOfRefund(_ leg: String, _ outcome: LegOutcome, _ stop: StopCause?) {
        guard let ticket = register.ticket, let own = ticket.leg(leg) else {
            return show(.warning, PageText.learned(of: parkedLabel(leg), outcome))
        }
        guard case .refunded = own.state else {
            goHome()
            return show(.warning, outcome == .unknown ? PageText.refundUnknown : PageText.notRefunded(stop))
        }
        go(
            .result(
                ResultPanel(
                    kind: .refunded, amount: (try? own.amount.adding(own.tip)) ?? own.amount, tip: own.tip,
                    change: nil,
                    remaining: ticket.remainingWithTips, card: Self.masked(own.card))))
    }

    private mutating func hearPaid(_ leg: TicketLeg, _ remaining: Amount) {
        guard remaining.minorUnits != 0 else { return }
        go(
            .result(
                ResultPanel(
                    kind: .paid, amount: (try? leg.amount.adding(leg.tip)) ?? leg.amount, tip: leg.tip,
                    change: leg.change, remaining: register.ticket?.remainingWithTips ?? remaining, card: nil)))
    }

    private mutating func finish(_ number: Int, _ change: Amount) {
        let record = register.book.ticket(number: number)
        let tip = record?.legs.reduce(Int128(0)) { $0 + Int128($1.tip.minorUnits) } ?? 0
        let tips = Amount(minorUnits: Int64(clamping: tip), currency: change.currency)
        var result = ResultPanel(
            kind: .finished(number: number), amount: record.map { (try? $0.total.adding(tips)) ?? $0.total },
            tip: record?.kind == .sale ? tips : nil, change: change.minorUnits == 0 ? nil : change, remaining: nil,
            card: nil)
        result.payments = (record?.legs ?? []).map { leg in
            ResultPanel.Payment(
                method: leg.method, amount: (try? leg.amount.adding(leg.tip)) ?? leg.amount,
                card: Self.masked(leg.card), isOffline: leg.standing == .offline)
        }
        result.isOffline = result.payments.contains(where: \.isOffline)
        // The earlier message is about a ticket that is over.
        if console.message?.kind != .warning { console.clearMessage() }
        go(.result(result))
    }

    private static func masked(_ card: CardDetails?) -> String? {
        card.map { card in [card.brand?.displayName, card.last4].compactMap { $0 }.joined(separator: " ") }
    }
}
