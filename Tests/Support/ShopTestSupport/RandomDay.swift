import TenderModel
package import TenderSale
import TenderTestSupport

/// A day at a till drawn at random from a seed: only what may happen, in any order that is allowed.
package struct RandomDay {
    package var till = TestTill()
    /// The payments of each kind as the test counts them, whatever the reports say.
    package var taken: [String: Int64] = [:]
    private var random: SplitMix64
    private var sales: [TicketRecord] = []
    private var intents = 0

    package init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// One shift with so many events; it ends and is ready to be closed.
    package mutating func shift(_ count: Int) throws(ShopError) {
        taken = [:]
        try till.open(float: number(0...50_000))
        for _ in 0..<count { try step() }
        for ticket in till.book.running { try till.write(.ticketParked(ticket: ticket.id, label: "end of day")) }
        try till.end()
    }

    private mutating func step() throws(ShopError) {
        switch random.next() % 16 {
        case 0...5: try sell()
        case 6, 7: try refund()
        case 8: try voidSale()
        case 9: try move()
        case 10: try till.write(.drawerOpened(reason: "change"))
        case 11: try till.write(.lineVoided(ticket: "none", name: "Tea", amount: .eur(number(1...900)), reason: "r"))
        case 12: try park()
        case 14: try sellOffline()
        case 15: try endOffline()
        default: try recall()
        }
    }

    private mutating func move() throws(ShopError) {
        let amount = number(1...30_000)
        if random.chance(50) {
            try till.write(.paidIn(.eur(amount), reason: "change"))
            till.drawer += amount
        } else {
            try till.write(.paidOut(.eur(amount), reason: "safe"))
            till.drawer -= amount
        }
    }

    private mutating func park() throws(ShopError) {
        try till.write(.ticketParked(ticket: "p\(till.events.count)", label: "later"))
    }

    private mutating func recall() throws(ShopError) {
        guard let ticket = till.book.parked.first else { return }
        try till.write(.ticketRecalled(ticket: ticket.id))
        guard random.chance(50) else { return try till.write(.ticketCanceled(ticket: ticket.id, reason: "gone")) }
        try till.write(.cardStarted(ticket: ticket.id, leg: "l", intentID: intent(), amount: .eur(number(1...999))))
        try till.write(.ticketParked(ticket: ticket.id, label: "again"))
    }

    /// Cash, card and voucher in any mixture, with tips, change and rounding.
    private mutating func sell() throws(ShopError) {
        var legs: [LegRecord] = []
        if random.chance(60) { legs.append(.card(number(1...9_999), intent(), tip: number(0...200))) }
        if random.chance(30) { legs.append(.other(random.pick(["Voucher", "Transfer"]), number(1...5_000))) }
        var rounding: Int64 = 0
        if random.chance(60) || legs.isEmpty {
            rounding = number(-2...2)
            let (amount, tip, change) = (number(5...9_999), number(0...100), number(0...5_000))
            legs.append(
                random.chance(20)
                    ? .cash(amount, tip: tip)
                    : .cash(amount, tip: tip, tendered: amount + tip + change, change: change))
        }
        let total = legs.reduce(-rounding) { $0 + $1.amount.minorUnits }
        let ticket = till.ticket(
            total, rounding: rounding, legs: legs, quantity: 1_000_000, isTraining: random.chance(10))
        try finish(ticket)
        if !ticket.isTraining { sales.append(ticket) }
    }

    private mutating func sellOffline() throws(ShopError) {
        let (amount, id) = (number(1...9_999), "stored \(till.events.count)")
        try finish(
            till.ticket(
                amount, legs: [.card(amount, "offline_" + id, tip: number(0...200), id: id, standing: .offline)],
                isTraining: random.chance(10)))
    }

    /// What was stored is approved or lost, in whichever shift that becomes known.
    private mutating func endOffline() throws(ShopError) {
        guard !till.book.storedLegs.isEmpty else { return }
        let leg = random.pick(till.book.storedLegs)
        guard random.chance(60) else {
            return try till.write(.offlineApproved(leg: leg.id, intentID: intent()), by: nil)
        }
        let isDeclined = random.chance(70)
        try till.write(
            .offlineLost(leg: leg.id, amount: leg.amount, tip: leg.tip, reason: isDeclined ? "no" : nil), by: nil)
        taken["card", default: 0] -= leg.amount.minorUnits
        taken[isDeclined ? "offline declined" : "offline deleted", default: 0] += leg.amount.minorUnits
    }

    /// Part of an earlier sale, back as it was paid, or all of it in cash.
    private mutating func refund() throws(ShopError) {
        guard !sales.isEmpty else { return }
        let sale = random.pick(sales)
        let back = till.book.refunded(ofTicket: sale.id)
        let left = sale.total.minorUnits - back.total.minorUnits
        guard left > 0, !back.isVoided else { return }
        let card = sale.legs.first { $0.method == .card }
        let cardLeft = card.map { $0.amount.minorUnits - back.amount(ofIntent: $0.intentID ?? "").minorUnits } ?? 0
        let legs: [LegRecord]
        if let card, let id = card.intentID, cardLeft > 0, random.chance(50) {
            legs = [.card(-number(1...min(left, cardLeft)), id)]
        } else {
            legs = [.cash(-number(1...left))]
        }
        let total = legs.reduce(0) { $0 + $1.amount.minorUnits }
        try finish(till.ticket(total, kind: .refund, of: sale.id, legs: legs, line: 0))
    }

    private mutating func voidSale() throws(ShopError) {
        guard
            let sale = sales.last(where: { sale in
                sale.legs.allSatisfy { $0.method == .card } && till.book.refunded(ofTicket: sale.id).total == .eur(0)
            })
        else { return }
        let legs = sale.legs.map { leg in
            LegRecord.card(-leg.amount.minorUnits, leg.intentID ?? "", tip: -leg.tip.minorUnits)
        }
        try finish(till.ticket(-sale.total.minorUnits, kind: .void, of: sale.id, legs: legs, quantity: -1_000_000))
    }

    private mutating func finish(_ ticket: TicketRecord) throws(ShopError) {
        try till.finish(ticket)
        guard !ticket.isTraining else { return }
        for leg in ticket.legs {
            let name =
                switch leg.method {
                case .cash: "cash"
                case .card: "card"
                case .link: "link"
                case .external(let name): name
                }
            taken[name, default: 0] += leg.amount.minorUnits
        }
    }

    private mutating func intent() -> String {
        intents += 1
        return "pi_\(intents)"
    }

    package mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(random.next() % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
