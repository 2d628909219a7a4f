import TenderModel
import TenderSale
import TillScreens

/// What is around a register: a journal, kept tickets, a card terminal with scripted answers, paper and a drawer.
struct RigShop {
    var journal: [ShopEvent] = []
    var kept: [Ticket] = []
    var charges: [String: Int] = [:]
    /// What the gateway knows of each payment.
    var truth: [String: LegOutcome] = [:]
    /// How the next cards answer; approved in full when there is nothing left.
    var answers: [LegOutcome?] = []
    /// How the next refunds answer; made when there is nothing left.
    var refundAnswers: [LegOutcome] = []
    /// The card that is approved when nothing else is scripted.
    var card: CardDetails?
    /// Whether cards answer only when they are told to.
    var isHolding = false
    /// The answers that wait for that.
    var held: [String: LegOutcome] = [:]
    var paper: [Receipt] = []
    var reprints: [Receipt] = []
    var drawer: [String] = []
    /// The payments without a ticket that were asked back, in order.
    var orphans: [String] = []
    /// The cards that were asked for to be saved, in order.
    var savings: [CardSaving] = []
    /// How the next ones end; saved when there is nothing left.
    var savingAnswers: [SavingOutcome] = []
    /// Those that wait for their end, as cards do.
    var heldSavings: [String: SavingOutcome] = [:]
    var faults: [String] = []

    var finished: [TicketRecord] {
        journal.compactMap { event in
            guard case .ticketFinished(let record) = event.kind else { return nil }
            return record
        }
    }

    /// Does what a register wants; what only a till wants is for others.
    mutating func perform(_ action: ShopAction) -> [RegisterEvent] {
        switch action {
        case .record(let event):
            journal.append(event)
            return [.recorded(eventID: event.id)]
        case .keep(let ticket):
            let place = kept.firstIndex { $0.id == ticket.id }
            if let place { kept[place] = ticket } else { kept.append(ticket) }
        case .forget(let id): kept.removeAll { $0.id == id }
        case .charge(let ticket, let leg, let amount, let tip): return charge(ticket, leg, amount, tip)
        case .openLink(let ticket, let leg): return charge(ticket, leg.id, leg.asked, leg.tip)
        case .refundCard(let ticket, let leg, _, let amount):
            expectKept(ticket, leg)
            if let known = repeated(leg) { return reply(leg, known) }
            charges[leg, default: 0] += 1
            let zero = Amount(minorUnits: 0, currency: amount.currency)
            let given = LegOutcome.settled(.init(amount: amount, tip: zero, refundID: "re_" + leg))
            truth[leg] = given
            return reply(leg, refundAnswers.isEmpty ? given : refundAnswers.removeFirst())
        case .releaseCard(let ticket, let leg, _):
            expectKept(ticket, leg)
            if let known = repeated(leg) { return reply(leg, known) }
            charges[leg, default: 0] += 1
            guard let asked = kept.first(where: { $0.id == ticket })?.leg(Self.payment(leg) ?? leg) else { return [] }
            let sign: Int64 = asked.asked.minorUnits > 0 ? -1 : 1
            func back(_ amount: Amount) -> Amount {
                Amount(minorUnits: sign * amount.minorUnits, currency: amount.currency)
            }
            truth[leg] = .settled(.init(amount: back(asked.asked), tip: back(asked.tip)))
            return [.leg(leg, truth[leg] ?? .unknown)]
        case .refundOrphan(let orphan): refund(orphan)
        case .cancelCharge(let leg): return cancel(leg)
        case .print(let receipt, let isReprint): print(receipt, isReprint)
        case .openDrawer(let id):
            if !journal.contains(where: { $0.id == id }) { faults.append("drawer before its event") }
            drawer.append(id)
        case .readSellers, .follow, .askAgain, .acknowledge, .forwardOffline, .checkPIN, .reader, .customer,
            .findOwner, .saveCard, .choose, .adopt:
            break
        }
        return []
    }

    // MARK: - Cards that are saved

    /// A customer with a known id, or a new one with the email address; `several` and `none` are neither.
    func owner(_ typed: String) -> TillNews {
        if typed.contains("several") { return .noOwner(.several, typed: typed) }
        if typed.contains("none") { return .noOwner(.missing, typed: typed) }
        return .owner(CardOwner(id: typed.contains("@") ? nil : typed, name: typed), typed: typed)
    }

    mutating func save(_ saving: CardSaving) -> [TillNews] {
        let isRecorded = journal.contains { event in
            guard event.id == saving.id else { return false }
            return event.kind == .cardSavingStarted(customer: saving.owner.id, allowRedisplay: saving.consent)
        }
        if !isRecorded { faults.append("a card is saved before its event") }
        if savings.contains(where: { $0.id == saving.id }) { faults.append("\(saving.id) is saved twice") }
        savings.append(saving)
        let outcome = savingAnswers.isEmpty ? .saved(card: "Visa **** 4242") : savingAnswers.removeFirst()
        guard isHolding else { return [.cardSaving(id: saving.id, outcome)] }
        heldSavings[saving.id] = outcome
        return []
    }

    /// Nobody presented a card to be saved yet; `nil` for what is no saving.
    mutating func stop(saving id: String) -> TillNews? {
        heldSavings.removeValue(forKey: id).map { _ in .cardSaving(id: id, .canceled(.cashier)) }
    }

    // MARK: - Payments

    private mutating func charge(_ ticket: String, _ leg: String, _ amount: Amount, _ tip: Amount) -> [RegisterEvent] {
        let isRecorded = journal.contains { event in
            guard case .cardStarted(ticket, leg, _, amount) = event.kind else { return false }
            return true
        }
        if !isRecorded { faults.append("charge before its event") }
        expectKept(ticket, leg)
        charges[leg, default: 0] += 1
        let approved = LegOutcome.settled(.init(amount: amount, tip: tip, card: card))
        let answer = answers.isEmpty ? nil : answers.removeFirst()
        // What the till cannot tell was approved at the gateway.
        truth[leg] = answer == .unknown ? approved : answer ?? approved
        return reply(leg, answer ?? approved)
    }

    /// Money that a ticket counts, or may come to count, is nobody's orphan, and what goes back is booked before.
    private mutating func refund(_ orphan: RegisterOrphan) {
        orphans.append(orphan.intentID)
        let counted = finished.flatMap { $0.legs.map(\.id) } + kept.flatMap { $0.legs.filter(\.mayPay).map(\.id) }
        if let leg = orphan.leg, counted.contains(leg) { faults.append("\(leg) is no orphan") }
        let isBooked = journal.contains { event in
            guard case .orphanGivenBack(orphan.intentID, _, orphan.amount, _) = event.kind else { return false }
            return true
        }
        if !isBooked { faults.append("an orphan went back before it was booked") }
    }

    private mutating func reply(_ leg: String, _ outcome: LegOutcome) -> [RegisterEvent] {
        guard isHolding else { return [.leg(leg, outcome)] }
        held[leg] = outcome
        return []
    }

    /// Nobody presented a card yet.
    private mutating func cancel(_ leg: String) -> [RegisterEvent] {
        guard held.removeValue(forKey: leg) != nil else { return [] }
        truth[leg] = .canceled
        return [.leg(leg, .canceled)]
    }

    private mutating func expectKept(_ ticket: String, _ leg: String) {
        let ticket = kept.first { $0.id == ticket }
        let payment = Self.payment(leg).flatMap { ticket?.leg($0) }
        if ticket?.leg(leg)?.state != .running, payment?.state != .refunding {
            faults.append("card before its ticket was kept")
        }
    }

    /// The payment of an open ticket that a refund gives back.
    private static func payment(_ leg: String) -> String? { Register.payment(refundedAs: leg) }

    /// A payment's refund that is asked for again has the answer of the first time, as its key is the same.
    private func repeated(_ leg: String) -> LegOutcome? { Self.payment(leg).flatMap { _ in truth[leg] } }

    private mutating func print(_ receipt: Receipt, _ isReprint: Bool) {
        if isReprint { return reprints.append(receipt) }
        let isTicket = [.sale, .refund, .void, .offline, .pending].contains(receipt.kind)
        // The slip of a payment that is still open has no number.
        if isTicket, let number = receipt.number, !finished.contains(where: { $0.number == number }) {
            faults.append("receipt before its record")
        }
        paper.append(receipt)
    }

    /// What must hold at any time.
    func problems(of register: Register) -> [String] {
        let folded = ShopBook(currency: register.setup.catalogue.currency, folding: journal)
        let twice = charges.filter { $0.value > 1 }.keys.map { "twice " + $0 }
        let isFolded = register.isRecording || register.book == folded
        return faults + folded.findings.map { "\($0.error)" } + twice + (isFolded ? [] : ["book differs"])
    }

    /// The cards' money as the gateway has it, tips in it and refunds taken off.
    var gatewayTotal: Int64 {
        truth.values.reduce(0) { sum, outcome in
            guard case .settled(let money) = outcome else { return sum }
            return sum + money.amount.minorUnits + money.tip.minorUnits
        }
    }

    /// The money of cards and links as the finished tickets have it.
    var soldByCard: Int64 { paid(\.hasIntent) }
    /// The cash of the finished tickets.
    var soldForCash: Int64 { paid { $0 == .cash } }

    private func paid(_ isMeant: (LegRecord.Method) -> Bool) -> Int64 {
        finished.flatMap(\.legs).filter { isMeant($0.method) }.reduce(0) { $0 + $1.amount.minorUnits }
    }
}
