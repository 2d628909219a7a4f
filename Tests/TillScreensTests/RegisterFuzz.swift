import TenderModel
import TenderSale
import TillScreens

/// Random hands at a register whose journal, cards and power are as random.
struct RegisterFuzz {
    var rig: RegisterRig
    var random: RandomNumbers
    var pending: [RegisterEvent] = []
    var legs: [String] = []
    var shadow = ShopBook(currency: .eur)
    var refused: [String] = []
    /// The tickets on which a tip was named since they were begun.
    var tipped: Set<String> = []

    init(rig: RegisterRig, seed: UInt64) {
        self.rig = rig
        random = RandomNumbers(seed: seed)
        for event in rig.journal { take(event) }
    }

    var problems: [String] {
        let lasting = rig.problems.filter { $0 != "book differs" }
        return lasting + refused
    }

    mutating func step() {
        if random.next() % 100 == 0 { return restart() }
        if !pending.isEmpty, random.next() % 3 > 0 { return send(pending.removeFirst()) }
        send(answer() ?? start() ?? input())
    }

    /// Mostly, somebody is signed in and a shift is open.
    private mutating func start() -> RegisterEvent? {
        guard random.next() % 2 == 0 else { return nil }
        if rig.register.person == nil { return .signIn(cashierID: "anna") }
        guard rig.register.book.shift?.stage == .ended else {
            return rig.register.book.shift == nil ? RegisterShop.opening[1] : nil
        }
        return .closeShift(CashCount(total: RegisterShop.euros(9)), unresolved: [])
    }

    /// An answer to what is asked, mostly one that fits.
    private mutating func answer() -> RegisterEvent? {
        guard let question = rig.register.question, random.next() % 2 == 0 else { return nil }
        switch question {
        case .manager: return .allowed(by: random.next() % 4 == 0 ? "anna" : "mia")
        case .reason(_, let choices):
            return .reason(choices.randomElement(using: &random) ?? .other, text: random.text(upTo: 3))
        case .price: return .price(amount())
        }
    }

    private mutating func send(_ input: RegisterEvent) {
        var input = input
        if case .recorded(let id) = input, random.next() % 20 == 0, rig.journal.last?.id == id {
            // It turns out not to be in the journal.
            rig.journal.removeLast()
            input = .recordFailed(eventID: id, "disk")
        } else if case .recorded(let id) = input, let event = rig.journal.last, event.id == id {
            take(event)
        }
        rig.time += 1
        for action in rig.register.handle(input, at: rig.time) {
            let answers = rig.perform(action)
            if case .tell(.tip(.some)) = action, let id = rig.register.ticket?.id { tipped.insert(id) }
            check(action)
            if case .shop(.record(let event)) = action, (try? shadow.admit(event)) == nil {
                refused.append("\(event.kind)")
            }
            switch action {
            case .shop(.charge(_, let leg, _, _)), .shop(.refundCard(_, let leg, _, _)),
                .shop(.releaseCard(_, let leg, _)):
                legs.append(leg)
            default: break
            }
            pending += answers
        }
    }

    /// A tip is of the ticket that it was named on, and a card pays what the ticket asks of it.
    private mutating func check(_ action: RegisterAction) {
        switch action {
        case .shop(.charge(let ticket, _, _, let tip)):
            if tip.minorUnits != 0, !tipped.contains(ticket) { refused.append("another ticket's tip") }
        case .shop(.record(let event)):
            guard case .ticketFinished(let record) = event.kind, record.kind == .sale, !tipped.contains(record.id)
            else {
                return
            }
            let named = record.legs.filter { $0.method == .cash || $0.standing != .offline }
            if named.contains(where: { $0.tip.minorUnits != 0 }) { refused.append("another ticket's tip on a receipt") }
        default: break
        }
    }

    private mutating func take(_ event: ShopEvent) {
        do throws(ShopError) { try shadow.take(event) } catch { refused.append("\(error)") }
    }

    private mutating func restart() {
        // What is in the journal counts, told or not.
        for event in rig.journal where !shadow.hasTaken(event.id) { take(event) }
        pending = []
        rig.register = Register(rig.setup)
        send(.restored(tickets: rig.kept, events: rig.journal))
        send(.signIn(cashierID: "anna"))
    }

    private mutating func amount() -> Amount {
        let hostile: [Int64] = [0, -1, .max, .min, 1, 5, 250, 999]
        let units = random.next() % 4 == 0 ? hostile.randomElement(using: &random) ?? 0 : Int64(random.next() % 5000)
        return Amount(minorUnits: units, currency: random.next() % 40 == 0 ? .usd : .eur)
    }

    private mutating func outcome() -> LegOutcome {
        switch random.next() % 6 {
        case 0: .unknown
        case 1: .declined(reason: "no")
        case 2: .canceled
        case 3: .offline(.init(amount: amount(), tip: amount()))
        default: .settled(.init(amount: amount(), tip: RegisterShop.euros(0)))
        }
    }

    private mutating func input() -> RegisterEvent {
        let leg = legs.randomElement(using: &random) ?? "none"
        switch random.next() % 42 {
        case 0...9:
            return .scanned([RegisterShop.pen, RegisterShop.book, "7", "8", "x"].randomElement(using: &random) ?? "")
        case 10: return random.next() % 4 == 0 ? .signOut : .command(.cash(nil))
        case 11, 12: return .signIn(cashierID: ["anna", "mia", "eve"].randomElement(using: &random) ?? "")
        case 13: return .openShift(CashCount(total: amount()), businessDate: "2026-11-22")
        case 14: return random.next() % 4 == 0 ? .endShift : .command(.plain(.total))
        case 15: return .closeShift(CashCount(total: amount()), unresolved: [])
        case 16, 17: return .leg(leg, rig.truth[leg] ?? .canceled)
        case 18: return .leg(leg, outcome())
        case 19, 20: return .reason(ReasonCode.allCases.randomElement(using: &random) ?? .other, text: "why")
        case 21, 22: return .allowed(by: ["anna", "mia"].randomElement(using: &random) ?? "")
        case 23: return .accept(leg: leg, reference: "R")
        case 25:
            let lost = random.next() % 2 == 0
            return .refundOrphan(
                RegisterOrphan(
                    intentID: lost ? "pi_lost\(random.next() % 50)" : "pi_" + leg, leg: lost ? nil : leg,
                    amount: amount()))
        case 26: return random.next() % 2 == 0 ? .acknowledgeLoss(leg: leg) : .orphanKept(intentID: "pi_" + leg)
        case 24: return .refund(RegisterRefund(number: number(), extent: extent()))
        default: return .command(command())
        }
    }

    private var parkedLabel: String? {
        guard case .parked(let label) = rig.register.parked.last?.phase else { return nil }
        return label
    }

    private mutating func number() -> Int {
        Int(random.next() % UInt64(max(1, rig.register.book.nextTicketNumber))) + (random.next() % 9 == 0 ? -1 : 1)
    }

    private mutating func extent() -> RegisterRefund.Extent {
        switch random.next() % 4 {
        case 0: .everything
        case 1: .lines([Refundable.Choice(line: Int(random.next() % 3), quantity: .one)])
        case 2: .amount(amount())
        default: .void
        }
    }

    private mutating func command() -> LineCommand {
        let reason = random.next() % 2 == 0 ? nil : random.text(upTo: 6)
        switch random.next() % 20 {
        case 0: return .department(amount(), department: Int(random.next() % 3), quantity: .one)
        case 1: return .voidLine(random.next() % 2 == 0 ? nil : Int(random.next() % 4))
        case 2: return .lineDiscount(.amount(amount()))
        case 3: return .ticketDiscount(.share(Percentage(thousandths: Int64(random.next() % 100_001)) ?? .zero))
        case 4: return .priceOverride(amount())
        case 5...7: return .cash(random.next() % 2 == 0 ? nil : amount())
        case 8, 9: return .card(random.next() % 2 == 0 ? nil : amount())
        case 10: return .link(random.next() % 2 == 0 ? nil : amount())
        case 11: return .external(random.next() % 2 == 0 ? nil : amount())
        case 12: return .tip(random.next() % 2 == 0 ? .amount(amount()) : .share(.zero))
        case 13: return .park(reason)
        case 14: return .recall(random.next() % 2 == 0 ? nil : parkedLabel ?? reason)
        case 15: return .refund(number())
        case 16: return random.next() % 2 == 0 ? .reprint(number()) : .noSale(reason: reason)
        case 17:
            return random.next() % 2 == 0 ? .paidIn(amount(), reason: reason) : .paidOut(amount(), reason: reason)
        case 18: return random.next() % 2 == 0 ? .up(Int(bitPattern: UInt(random.next()))) : .down(2)
        default:
            return .plain(
                [.clear, .cancelTicket, .readX, .recall, .unresolved].randomElement(using: &random) ?? .clear)
        }
    }
}
