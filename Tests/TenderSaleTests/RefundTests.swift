import FoundationEssentials
import TenderModel
import TenderSale
import TenderTestSupport
import Testing

@Suite struct RefundTests {
    @Test func aLineGoesBackToTheCardThatPaid() throws {
        let sale = try Shop.soldByCard([119, 238])
        let plan = try Refundable(sale, earlier: []).plan(lines: [.init(line: 2, quantity: .one)])
        var ticket = Ticket(id: "R1", cashier: "anna", refund: plan)
        #expect(ticket.unassigned == Shop.euros(-238))
        try ticket.addCardRefund(id: "B1", of: "L1")
        try ticket.start("B1")
        try ticket.resolve("B1", .settled(.init(amount: Shop.euros(-238), tip: Shop.euros(0), refundID: "re_1")))
        let record = try ticket.finish(number: 2)
        #expect(record.kind == .refund)
        #expect(record.original == "T1")
        #expect(record.total == Shop.euros(-238))
        #expect(record.lines.map(\.number) == [2])
        #expect(record.lines.map(\.quantity.thousandths) == [-1000])
        #expect(record.taxes.map(\.tax) == [Shop.euros(-38)])
        #expect(record.legs.map(\.refundID) == ["re_1"])
        #expect(record.legs.map(\.intentID) == ["pi_L1"])
    }

    @Test func nothingIsGivenBackTwice() throws {
        let sale = try Shop.soldByCard([119, 238])
        let first = try Self.refunded(
            try Refundable(sale, earlier: []).plan(lines: [.init(line: 2, quantity: .one)]), "R1")
        let left = try Refundable(sale, earlier: [first, first])
        #expect(left.total == Shop.euros(119))
        #expect(throws: RefundError.quantityOutOfRange(line: 2, left: Quantity(thousandths: 0) ?? .one)) {
            try left.plan(lines: [.init(line: 2, quantity: .one)])
        }
        #expect(throws: RefundError.amountOutOfRange(left: Shop.euros(119))) {
            try left.plan(amount: Shop.euros(120))
        }
        let second = try Self.refunded(left.planOfEverything(), "R2")
        #expect(throws: RefundError.nothingLeft) { try Refundable(sale, earlier: [first, second]) }
    }

    @Test func whatAParkedRefundGivesBackIsNotLeft() throws {
        let sale = try Shop.soldByCard([119])
        let plan = try Refundable(sale, earlier: []).planOfEverything()
        #expect(throws: RefundError.nothingLeft) { try Refundable(sale, earlier: [], open: [plan]) }
    }

    @Test func theLastPieceTakesWhatRoundingLeft() throws {
        var ticket = try Shop.ticket()
        try ticket.edit { (cart) throws(CartError) in
            try cart.add(Shop.product(100), quantity: Quantity(thousandths: 3000) ?? .one)
            try cart.setDiscount(.amount(Shop.euros(200)))
        }
        try Shop.payByCard(&ticket, "L1")
        let sale = try ticket.finish(number: 1)
        var earlier: [TicketRecord] = []
        for number in 1...3 {
            let plan = try Refundable(sale, earlier: earlier).plan(lines: [.init(line: 1, quantity: .one)])
            earlier.append(try Self.refunded(plan, "R\(number)"))
        }
        #expect(earlier.map(\.total) == [-33, -34, -33].map(Shop.euros))
    }

    @Test func anAmountGoesBackWithItsTaxes() throws {
        var ticket = try Shop.ticket(119)
        try ticket.edit { (cart) throws(CartError) in try cart.add(Shop.product(1000, "C")) }
        try Shop.payByCard(&ticket, "L1")
        let sale = try ticket.finish(number: 1)
        #expect(sale.total == Shop.euros(1208))
        let plan = try Refundable(sale, earlier: []).plan(amount: Shop.euros(604))
        #expect(plan.total == Shop.euros(-604))
        #expect(plan.lines.map(\.quantity.thousandths) == [0, 0])
        #expect(plan.taxes.map(\.tax) == [-10, -44].map(Shop.euros))
    }

    @Test func cashGoesBackRounded() throws {
        let sale = try Shop.soldByCard([3, 3])
        let step = try Required.some(CashRounding(step: 5))
        var earlier: [TicketRecord] = []
        for line in 1...2 {
            let plan = try Refundable(sale, earlier: earlier).plan(lines: [.init(line: line, quantity: .one)])
            var ticket = Ticket(id: "R\(line)", cashier: "anna", refund: plan, cashRounding: step)
            try ticket.refundCash(id: "B1")
            earlier.append(try ticket.finish(number: line))
        }
        // The cash of both is 0.06, which is 0.05: the second gives back none.
        #expect(earlier.map(\.rounding) == [-2, 3].map(Shop.euros))
        #expect(earlier.flatMap(\.legs).map(\.amount) == [Shop.euros(-5)])
    }

    @Test func cashThatWentBackEarlierIsRoundedAlong() throws {
        let sale = try Shop.soldByCard([13, 4])
        let step = try Required.some(CashRounding(step: 5))
        let plan = try Refundable(sale, earlier: []).plan(lines: [.init(line: 1, quantity: .one)])
        var first = Ticket(id: "R1", cashier: "anna", refund: plan, cashRounding: step)
        try first.refundCash(id: "B1", amount: Shop.euros(-3))
        try first.addExternal(id: "B2", name: "voucher")
        try first.settleExternal("B2")
        let left = try Refundable(sale, earlier: [try first.finish(number: 1)])
        var second = Ticket(id: "R2", cashier: "anna", refund: left.planOfEverything(), cashRounding: step)
        // 0.03 and 0.04 are 0.07, which is 0.05.
        #expect(try second.refundCash(id: "B1").amount == Shop.euros(-2))
    }

    @Test func aCardGetsNoMoreThanItPaid() throws {
        var ticket = try Shop.ticket(1000)
        try Shop.payByCard(&ticket, "L1", 400)
        try ticket.payCash(id: "L2", tendered: Shop.euros(600))
        let sale = try ticket.finish(number: 1)
        var refund = Ticket(id: "R1", cashier: "anna", refund: try Refundable(sale, earlier: []).planOfEverything())
        #expect(throws: TicketError.noSuchLeg("L2")) { try refund.addCardRefund(id: "B1", of: "L2") }
        #expect(throws: TicketError.amountOutOfRange(most: Shop.euros(-400))) {
            try refund.addCardRefund(id: "B1", of: "L1", amount: Shop.euros(-401))
        }
        try refund.addCardRefund(id: "B1", of: "L1", amount: Shop.euros(-300))
        #expect(throws: TicketError.amountOutOfRange(most: Shop.euros(-300))) {
            try refund.setAmount(Shop.euros(-301), ofLeg: "B1")
        }
        try refund.addCardRefund(id: "B2", of: "L1")
        #expect(refund.leg("B2")?.amount == Shop.euros(-100))
        #expect(throws: TicketError.amountOutOfRange(most: Shop.euros(0))) {
            try refund.addCardRefund(id: "B3", of: "L1")
        }
        #expect(throws: TicketError.amountOutOfRange(most: Shop.euros(-600))) {
            try refund.refundCash(id: "B3", amount: Shop.euros(-601))
        }
        try refund.refundCash(id: "B3")
        #expect(refund.unassigned == Shop.euros(0))
    }

    @Test func aVoidReleasesEveryHoldWithItsTip() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1", amount: Shop.euros(400), tip: Shop.euros(40))
        try ticket.start("L1", intentID: "pi_1")
        try ticket.resolve("L1", .settled(.init(amount: Shop.euros(400), tip: Shop.euros(40))))
        try Shop.payByCard(&ticket, "L2")
        let sale = try ticket.finish(number: 1)
        let left = try Refundable(sale, earlier: [])
        var void = Ticket(id: "V1", cashier: "anna", refund: try left.planOfVoid())
        #expect(throws: TicketError.notARefund) { try void.refundCash(id: "B0") }
        #expect(throws: TicketError.amountOutOfRange(most: Shop.euros(-400))) {
            try void.addCardRefund(id: "B1", of: "L1", amount: Shop.euros(-1))
        }
        for (id, leg, tip) in [("B1", "L1", -40), ("B2", "L2", 0)] as [(String, String, Int64)] {
            try void.addCardRefund(id: id, of: leg)
            try void.start(id)
            let amount = try Required.some(void.leg(id)).amount
            try void.resolve(id, .settled(.init(amount: amount, tip: Shop.euros(tip))))
        }
        let record = try void.finish(number: 2)
        #expect(record.kind == .void)
        #expect(record.total == Shop.euros(-1000))
        #expect(record.legs.map(\.tip) == [-40, 0].map(Shop.euros))
        #expect(throws: RefundError.nothingLeft) { try Refundable(sale, earlier: [record]) }
    }

    @Test func aSaleThatCashPaidIsNotVoided() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.payCash(id: "L1", tendered: Shop.euros(1000))
        let sale = try ticket.finish(number: 1)
        #expect(throws: RefundError.notVoidable) { try Refundable(sale, earlier: []).planOfVoid() }
    }

    @Test func recordsThatDoNotFitAreRefused() throws {
        let sale = try Shop.soldByCard([119, 238])
        let refund = try Self.refunded(try Refundable(sale, earlier: []).plan(amount: Shop.euros(300)), "R1")
        var other = refund
        other.original = "T2"
        var again = refund
        again.id = "R2"
        var skewed = sale
        skewed.total = Shop.euros(1)
        var huge = sale
        huge.lines[0].amount = Shop.euros(.max)
        var crowded = refund
        let leg = try Required.some(refund.legs.first)
        crowded.legs = Array(repeating: leg, count: 10_000)
        for place in crowded.legs.indices { crowded.legs[place].amount = Shop.euros(-1_000_000_000_000_000) }
        var rounded = refund
        rounded.rounding = Shop.euros(.min)
        let refused: [() throws -> Refundable] = [
            { try Refundable(sale, earlier: [crowded]) }, { try Refundable(sale, earlier: [rounded]) },
            { try Refundable(refund, earlier: []) }, { try Refundable(sale, earlier: [other]) },
            { try Refundable(sale, earlier: [refund, again]) }, { try Refundable(sale, earlier: [sale]) },
            { try Refundable(skewed, earlier: []) }, { try Refundable(huge, earlier: []) },
        ]
        let threw = refused.map { make in
            do {
                _ = try make()
                return false
            } catch {
                return error is RefundError
            }
        }
        #expect(threw == refused.map { _ in true })
    }

    @Test func refundsOfAnySaleNeverExceedItAndEndAtNothing() throws {
        var random = SplitMix64(seed: 21)
        var faults: [String] = []
        for run in 0..<600 {
            let sale = try Self.sold(try Shop.randomCart(&random))
            guard let sale else { continue }
            faults += try Self.faultsOfRefunding(sale, &random).map { "\(run): \($0)" }
        }
        #expect(faults == [])
    }

    /// Refunds at random until nothing is left, and tells what does not add up.
    private static func faultsOfRefunding(_ sale: TicketRecord, _ random: inout SplitMix64) throws -> [String] {
        var earlier: [TicketRecord] = []
        var faults: [String] = []
        while let left = try? Refundable(sale, earlier: earlier), faults.isEmpty {
            let plan = try Self.randomPlan(left, last: earlier.count > 20, &random)
            let taxed = plan.taxes.reduce(0) { $0 + $1.net.minorUnits + $1.tax.minorUnits }
            if taxed != plan.total.minorUnits { faults.append("taxes of a refund") }
            if plan.total.minorUnits > 0 || plan.lines.contains(where: { $0.amount.minorUnits > 0 }) {
                faults.append("the sign of a refund")
            }
            earlier.append(try Self.refunded(plan, "R\(earlier.count)"))
        }
        let back = earlier.reduce(0) { $0 + $1.total.minorUnits }
        if back != -sale.total.minorUnits { faults.append("\(back) of \(sale.total)") }
        for line in sale.lines {
            let parts = earlier.flatMap(\.lines).filter { $0.number == line.number }
            if parts.reduce(0, { $0 + $1.amount.minorUnits }) != -line.amount.minorUnits { faults.append("a line") }
            if parts.reduce(0, { $0 + $1.quantity.thousandths }) < -line.quantity.thousandths {
                faults.append("a quantity")
            }
        }
        return faults
    }

    private static func randomPlan(
        _ left: Refundable, last: Bool, _ random: inout SplitMix64
    ) throws -> RefundPlan {
        let lines = left.lines.filter { $0.quantity.thousandths > 0 }
        if !last, left.total.minorUnits > 0, random.chance(40) || lines.isEmpty {
            return try left.plan(amount: Shop.euros(Int64(random.next() % UInt64(left.total.minorUnits)) + 1))
        }
        guard !last, !lines.isEmpty, random.chance(80) else { return left.planOfEverything() }
        let line = random.pick(lines)
        let part = Int64(random.next() % UInt64(line.quantity.thousandths)) + 1
        let quantity = try Required.some(Quantity(thousandths: part))
        return try left.plan(lines: [.init(line: line.sold.number, quantity: quantity)])
    }

    /// A sale of a cart that cash paid; nil when there is nothing in it.
    private static func sold(_ cart: Cart) throws -> TicketRecord? {
        guard !cart.isEmpty else { return nil }
        var ticket = try Shop.ticket()
        try ticket.edit { (own) throws(CartError) in own = cart }
        if ticket.total.minorUnits > 0 { try ticket.payCash(id: "L1", tendered: ticket.total) }
        return try ticket.finish(number: 1)
    }

    private static func refunded(_ plan: RefundPlan, _ id: String) throws -> TicketRecord {
        var ticket = Ticket(id: id, cashier: "anna", refund: plan)
        if plan.total.minorUnits != 0 { try ticket.refundCash(id: "B1") }
        return try ticket.finish(number: 9)
    }
}
