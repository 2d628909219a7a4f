import FoundationEssentials
import TenderModel
import TenderSale
import TenderTestSupport
import Testing

/// Random hands on a ticket, with extreme numbers: what is not refused keeps every invariant, and nothing traps.
@Suite struct TicketFuzzTests {
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func anySequenceOfStepsKeepsTheInvariants(seed: UInt64) throws {
        var hands = try RandomHands(seed: seed)
        for _ in 0..<10_000 where hands.faults.isEmpty { try hands.step() }
        #expect(hands.faults == [])
        // Otherwise the hands have done nothing of note.
        #expect(TicketRecord.Kind.allCases.allSatisfy { hands.finished[$0, default: 0] > 1 }, "\(hands.finished)")
        #expect(min(hands.accepted, hands.refused) > 1000)
    }

    @Test func aDamagedTicketTrapsNowhere() throws {
        var random = SplitMix64(seed: 9)
        let texts = try Self.tickets().map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        var read = 0
        for _ in 0..<3000 {
            let damaged = Self.damaged(random.pick(texts), &random)
            guard var ticket = try? JSONDecoder().decode(Ticket.self, from: Data(damaged.utf8)) else { continue }
            read += 1
            let sums = [
                ticket.remainingWithTips, ticket.totalWithTips, ticket.remaining, ticket.unassigned, ticket.cashDue,
                ticket.tips, ticket.change,
            ]
            for (place, leg) in ticket.legs.enumerated() {
                _ = try? ticket.resolve(leg.id, .settled(.init(amount: leg.asked, tip: leg.tip)))
                _ = try? ticket.payCash(id: "C\(place)", tendered: sums[place % sums.count])
                _ = try? ticket.addCardRefund(id: "D\(place)", of: "L1")
                _ = try? ticket.refundCash(id: "E\(place)")
            }
            guard let record = try? ticket.finish(number: 1) else { continue }
            _ = try? Refundable(record, earlier: [record]).planOfEverything()
        }
        #expect(read > 500)
    }

    /// A sale that is half paid, and a refund.
    private static func tickets() throws -> [Ticket] {
        var sale = try Shop.ticket(1000, 300, step: 5)
        try sale.edit { (cart) throws(CartError) in try cart.setDiscount(.amount(Shop.euros(77))) }
        try Shop.payByCard(&sale, "L1", 400)
        try sale.payCash(id: "L2", tendered: Shop.euros(500))
        try sale.nameTip(.share(Percentage(thousandths: 10_000) ?? .zero))
        try sale.addCard(id: "L3", amount: Shop.euros(1))
        let plan = try Refundable(try Shop.soldByCard([119, 238]), earlier: []).planOfEverything()
        var refund = Ticket(id: "R1", cashier: "anna", refund: plan)
        try refund.addCardRefund(id: "B1", of: "L1", amount: Shop.euros(-100))
        try refund.start("B1")
        return [sale, refund]
    }

    /// Puts extreme numbers in the place of some of a text's.
    private static func damaged(_ text: String, _ random: inout SplitMix64) -> String {
        var damaged = ""
        var number = ""
        for character in text + " " {
            if character.isASCII && (character.isNumber || character == "-") {
                number.append(character)
                continue
            }
            if !number.isEmpty, random.chance(6) {
                number = String(random.pick([Int64.max, .min, 0, -1, 1, 1_000_000_000_000_000]))
            }
            damaged += number + String(character)
            number = ""
        }
        return damaged
    }
}

private struct RandomHands {
    var random: SplitMix64
    var ticket: Ticket
    var sales: [TicketRecord] = []
    var faults: [String] = []
    var finished: [TicketRecord.Kind: Int] = [:]
    var accepted = 0
    var refused = 0
    private var nextLeg = 0
    private var nextTicket = 0

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        ticket = try Shop.ticket()
    }

    mutating func step() throws {
        let before = ticket
        var record: TicketRecord?
        do {
            record = try act()
            accepted += 1
        } catch {
            refused += 1
            if !(error is TicketError) { faults.append("an error of another type: \(error)") }
            if ticket != before { faults.append("a refused step changed the ticket: \(error)") }
        }
        check(before)
        if let record { check(record) }
        if random.chance(2) { try restore() }
        switch ticket.phase {
        case .finished, .canceled: try begin()
        case .open, .parked: if ticket.legs.count > 60 || random.chance(1) { try begin() }
        }
    }

    private mutating func begin() throws {
        nextTicket += 1
        if random.chance(50), !sales.isEmpty, let left = try? Refundable(random.pick(sales), earlier: []) {
            if let plan = random.chance(70) ? try? left.planOfVoid() : left.planOfEverything() {
                ticket = Ticket(id: "R\(nextTicket)", cashier: "anna", refund: plan, cashRounding: rounding())
                return
            }
        }
        ticket = Ticket(
            id: "T\(nextTicket)", cashier: "anna", currency: .eur, taxes: try Shop.taxes(), cashRounding: rounding())
    }

    private mutating func rounding() -> CashRounding { CashRounding(step: random.pick([1, 5, 10, 100])) ?? .none }

    private mutating func restore() throws {
        let read = try JSONDecoder().decode(Ticket.self, from: JSONEncoder().encode(ticket))
        if read != ticket { faults.append("a ticket was read otherwise than it was written") }
        ticket.restarted()
    }

    private mutating func amount() -> Amount {
        let extremes: [Int64] = [0, 1, -1, .max, .min, 1_000_000_000_000_000, 1_000_000_000_000_001]
        switch random.next() % 12 {
        case 0: return Shop.euros(random.pick(extremes))
        case 6...9: return Shop.euros(Int64(random.next() % 900) + 1)
        case 1: return ticket.unassigned
        case 2: return ticket.cashDue
        case 3: return Amount(minorUnits: ticket.unassigned.minorUnits / 2, currency: .eur)
        case 4: return Amount(minorUnits: 5, currency: random.pick([.usd, .eur, .jpy]))
        default: return Shop.euros(Int64(random.next() % 10_000) - 500)
        }
    }

    private mutating func anyLeg() -> String { ticket.legs.isEmpty ? "none" : random.pick(ticket.legs).id }

    private mutating func newLeg() -> String {
        nextLeg += 1
        return random.chance(3) ? anyLeg() : "L\(nextLeg)"
    }

    private mutating func act() throws -> TicketRecord? {
        if case .parked = ticket.phase, random.chance(40) {
            try ticket.recall()
            return nil
        }
        if ticket.remaining.minorUnits == 0, !ticket.legs.isEmpty, random.chance(50) {
            return try ticket.finish(number: 1)
        }
        if ticket.runningLeg ?? ticket.unknownLeg != nil, random.chance(40) {
            try resolveSome()
            return nil
        }
        switch random.next() % 20 {
        case 0, 1: try editCart()
        case 2, 3, 4: try addCard()
        case 5: try random.chance(40) ? nameTip() : addCard()
        case 6: try ticket.addExternal(id: newLeg(), name: "voucher", amount: random.chance(50) ? nil : amount())
        case 7:
            let tip: Amount? = random.chance(70) ? nil : amount()
            try ticket.payCash(id: newLeg(), tendered: amount(), tip: tip)
        case 8: try ticket.refundCash(id: newLeg(), amount: random.chance(50) ? nil : amount())
        case 9, 10: try startSome()
        case 11, 12: try resolveSome()
        case 13: try ticket.settleExternal(anyLeg())
        case 14: try ticket.refund(anyLeg())
        case 15:
            try random.chance(50)
                ? ticket.setTip(amount(), ofLeg: anyLeg()) : ticket.setAmount(amount(), ofLeg: anyLeg())
        case 16: try random.chance(70) ? ticket.recall() : ticket.park(label: "red coat")
        case 17: try random.chance(90) ? ticket.cancelLeg(anyLeg()) : ticket.cancel(reason: "gone")
        case 18: try acceptSome()
        default: return try ticket.finish(number: 1)
        }
        return nil
    }

    private mutating func editCart() throws {
        let price = amount()
        let line = Int(random.next() % 5)
        let choice = random.next() % 6
        let taxClass = random.pick(["A", "A", "B", "B", "C", "C", "Z"])
        let quantity = Quantity(thousandths: random.pick([1000, 1000, 1000, 1, 0, -1000, 1_000_000_000, 3500])) ?? .one
        try ticket.edit { (cart) throws(CartError) in
            switch choice {
            case 0: try cart.void(line: line, reason: "wrong")
            case 1: try cart.setDiscount(.amount(price))
            case 2: try cart.setDiscount(.amount(price), ofLine: line)
            case 3: try cart.setExemption("export", ofLine: line)
            default: try cart.add(Shop.product(nil, taxClass), quantity: quantity, price: price)
            }
        }
    }

    private mutating func addCard() throws {
        if let cards = ticket.refund?.cards, !cards.isEmpty, random.chance(90) {
            let card = random.pick(cards)
            return try ticket.addCardRefund(id: newLeg(), of: card.leg, amount: random.chance(60) ? nil : amount())
        }
        let tip: Amount? = random.chance(60) ? nil : amount()
        try ticket.addCard(id: newLeg(), amount: random.chance(50) ? nil : amount(), tip: tip)
    }

    private mutating func nameTip() throws {
        let share = Percentage(thousandths: Int64(random.next() % 100_001)) ?? .zero
        guard random.chance(50) else {
            return try ticket.nameTip(random.chance(50) ? .share(share) : .amount(amount()))
        }
        // As a till does it: a payment that is refused leaves the tip.
        var changed = ticket
        let tip = changed.takeTip()
        try changed.addCard(id: newLeg(), amount: random.chance(50) ? nil : amount(), tip: tip)
        if changed.totalWithTips != ticket.totalWithTips { faults.append("what is to be paid changed with a payment") }
        ticket = changed
    }

    private mutating func startSome() throws {
        let id = ticket.legs.last { $0.state == .waiting }?.id ?? anyLeg()
        try ticket.start(id, intentID: "pi_" + id)
    }

    private mutating func resolveSome() throws {
        let id = random.chance(80) ? (ticket.runningLeg ?? ticket.unknownLeg)?.id ?? anyLeg() : anyLeg()
        let leg = ticket.leg(id)
        let money = LegOutcome.Settlement(
            amount: random.chance(70) ? leg?.asked ?? amount() : amount(),
            tip: random.chance(80) ? leg?.tip ?? amount() : amount())
        let outcomes: [LegOutcome] = [
            .settled(money), .settled(money), .declined(reason: "no"), .canceled, .unknown, .offline(money),
        ]
        try ticket.resolve(id, random.pick(outcomes))
    }

    private mutating func acceptSome() throws {
        let role = random.pick(Acceptance.Role.allCases)
        try ticket.accept(
            ticket.unknownLeg?.id ?? anyLeg(), Acceptance(by: "mona", role: role, reason: "down", reference: "R"))
    }

    private mutating func check(_ before: Ticket) {
        let sign: Int64 = ticket.kind == .sale ? 1 : -1
        if ticket.unassigned.minorUnits * sign < 0 {
            faults.append("more is asked for than is due: \(ticket.unassigned)")
        }
        if ticket.remaining.minorUnits * sign < 0 { faults.append("overpaid: \(ticket.remaining)") }
        if ticket.unassigned.minorUnits == 0, ticket.tipDue.minorUnits != 0 { faults.append("a tip for nothing") }
        if ticket.kind == .sale, ticket.remainingWithTips.minorUnits < ticket.remaining.minorUnits {
            faults.append("less than nothing of a tip")
        }
        if ticket.legs.filter({ $0.state == .running }).count > 1 { faults.append("two run") }
        if Set(ticket.legs.map(\.id)).count != ticket.legs.count { faults.append("an id twice") }
        if ticket.legs.contains(where: { $0.change != nil && ($0.method != .cash || ($0.change?.minorUnits ?? 0) < 0) })
        {
            faults.append("change")
        }
        for leg in before.legs where leg.state == .running && ticket.id == before.id {
            if ticket.leg(leg.id)?.asked != leg.asked { faults.append("the amount of a running leg") }
        }
        if let cart = ticket.cart { faults += CartTests.faults(of: cart) }
    }

    private mutating func check(_ record: TicketRecord) {
        finished[record.kind, default: 0] += 1
        let legs = record.legs.reduce(0) { $0 + $1.amount.minorUnits }
        if legs != record.total.minorUnits + record.rounding.minorUnits { faults.append("the legs of a record") }
        let taxes = record.taxes.reduce(0) { $0 + $1.net.minorUnits + $1.tax.minorUnits }
        if taxes != record.total.minorUnits { faults.append("the taxes of a record") }
        for leg in record.legs {
            guard let tendered = leg.tendered, let change = leg.change else { continue }
            if tendered.minorUnits - change.minorUnits != leg.amount.minorUnits + leg.tip.minorUnits {
                faults.append("cash")
            }
        }
        if record.kind == .sale { sales.append(record) }
    }
}
