import ShopTestSupport
import TenderModel
import TenderSale
import Testing

/// The bugs of other tills in counting the drawer, each by the thread that tells of it.
@Suite struct ShiftCashTests {
    private var till = TestTill()

    init() throws { try till.open(float: 10_000) }

    /// opensourcepos #513, ERPNext #23125, POS-Awesome #18: what was handed over was counted, and the change forgotten.
    @Test mutating func changeIsTakenOffWhatWasTendered() throws {
        try till.finish(till.ticket(1_270, legs: [.cash(1_270, tendered: 5_000, change: 3_730)]))
        try till.finish(till.ticket(800, legs: [.cash(800, tip: 100, tendered: 1_000, change: 100)]))
        let report = try till.x()
        #expect(report.cashSales == .eur(2_170))
        #expect(report.expectedCash == .eur(12_170))
        #expect(report.payments["cash"] == 2_070)
        #expect(report.tips["cash"] == 100)
        #expect(report.expectedCash.minorUnits == till.drawer)
    }

    /// ambrosia #678, first: all kinds of payment were summed.
    @Test mutating func cardsAndVouchersAreNotInTheDrawer() throws {
        try till.finish(
            till.ticket(
                3_000, legs: [.cash(1_000), .card(1_500, "pi_1", tip: 200), .other("Voucher", 500)]))
        let report = try till.x()
        #expect(report.expectedCash == .eur(11_000))
        #expect(report.payments.map(\.name) == ["cash", "card", "Voucher"])
        #expect(report.payments.map(\.amount.minorUnits) == [1_000, 1_500, 500])
        #expect(report.tips["card"] == 200)
    }

    /// ambrosia #678, second: refunds in cash were not taken off.
    @Test mutating func aRefundInCashLeavesTheDrawer() throws {
        let sale = try till.finish(till.ticket(2_000, legs: [.cash(2_000)]))
        try till.finish(till.ticket(-700, kind: .refund, of: sale.id, legs: [.cash(-700)]))
        let report = try till.x()
        #expect(report.expectedCash == .eur(11_300))
        #expect(report.payments["cash"] == 1_300)
        #expect(report.tickets.map(\.name) == ["sale", "refund", "void"])
        #expect(report.tickets.map(\.amount.minorUnits) == [2_000, -700, 0])
    }

    /// ambrosia #678, third: local time was mixed with UTC, and sales fell out of the shift.
    @Test mutating func salesOnBothSidesOfMidnightAreOfTheShiftThatTheyWereRungUpIn() throws {
        // 23:59:59 and 00:00:01 in UTC, and in a shop two hours ahead of it.
        for time in [1_795_305_599_000, 1_795_305_601_000, 1_795_298_399_000, 1_795_298_401_000] as [Int64] {
            till.time = time
            try till.finish(till.ticket(100, legs: [.cash(100)]))
        }
        let z = try { () throws(ShopError) in
            try till.end()
            return try till.close()
        }()
        #expect(z.cashSales == .eur(400))
        #expect(z.businessDate == TestTill.day)
        #expect(z.difference == .eur(0))
        let other = ShopEvent(
            id: "x", time: till.time, businessDate: "2026-11-22", shift: 2, cashier: "ann",
            kind: .shiftOpened(float: CashCount(total: .eur(0))))
        try till.book.take(other)
        var wrong = till.ticket(100, legs: [.cash(100)])
        wrong.number = till.book.nextTicketNumber
        let late = ShopEvent(
            id: "y", time: till.time, businessDate: TestTill.day, shift: 2, cashier: "ann",
            kind: .ticketFinished(wrong))
        #expect(throws: ShopError.wrongBusinessDate(expected: "2026-11-22")) { try till.book.take(late) }
    }

    /// ambrosia #678, fourth: the remainder of floating-point numbers flagged a balanced drawer.
    @Test mutating func aThousandSalesOfTenCentsBalanceToTheCent() throws {
        for _ in 0..<1000 { try till.finish(till.ticket(10, legs: [.cash(10)])) }
        for _ in 0..<3 { try till.write(.paidOut(.eur(3_333), reason: "safe")) }
        try till.end()
        let z = try till.close(counted: 10_001)
        #expect(z.expectedCash == .eur(10_001))
        #expect(z.difference == .eur(0))
    }

    /// RepairDesk #95, first: what was paid in and out was counted wrong.
    @Test mutating func whatIsPaidInIsAddedAndWhatIsPaidOutIsTakenOff() throws {
        try till.write(.paidIn(.eur(5_000), reason: "change"))
        try till.write(.paidOut(.eur(1_200), reason: "flowers"))
        try till.write(.paidOut(.eur(20_000), reason: "safe"))
        let report = try till.x()
        // Somebody forgot to write something down: the drawer cannot hold less than nothing, and the report may say so.
        #expect(report.expectedCash == .eur(-6_200))
        #expect(report.paidIn.count == 1)
        #expect(report.paidIn.amount == .eur(5_000))
        #expect(report.paidOut.count == 2)
        #expect(report.paidOut.amount == .eur(21_200))
        #expect(report.cashSales == .eur(0))
    }

    /// RepairDesk #95, second: the next float differed from the last count, and nobody was told.
    @Test mutating func theNextFloatIsHeldAgainstTheLastCount() throws {
        try till.end()
        try till.close(counted: 9_950)
        #expect(till.book.lastCounted?.total == .eur(9_950))
        try till.open(float: 9_000)
        let report = try till.x()
        #expect(report.float == .eur(9_000))
        #expect(report.expectedCash == .eur(9_000))
        #expect(report.audit["float differs from last count"] == -950)
        try till.end()
        try till.close(counted: 9_000)
        try till.open(float: 9_000)
        #expect(try till.x().audit == [])
    }

    /// CORE-POS #60: cash that was given for a card payment was counted in the wrong bucket.
    @Test mutating func cashBackIsTheCardsMoneyAndLeavesTheDrawer() throws {
        try till.finish(till.ticket(3_000, legs: [.card(5_000, "pi_1"), .cash(-2_000)]))
        let report = try till.x()
        #expect(report.payments["card"] == 5_000)
        #expect(report.payments["cash"] == -2_000)
        #expect(report.expectedCash == .eur(8_000))
        #expect(report.tickets["sale"] == 3_000)
    }

    /// ERPNext #43855: the shift was closed before linked sales had arrived, and they never reached the ledger.
    @Test mutating func aShiftDoesNotEndWithATicketThatIsOpenOrWhoseCardIsRunning() throws {
        try till.write(.cardStarted(ticket: "t1", leg: "k", intentID: "pi_1", amount: .eur(500)))
        #expect(till.refusal(.shiftEnded) == .ticketsAreOpen(["t1"]))
        #expect(throws: ShopError.ticketsAreOpen(["t1", "t2"])) { try till.end(openTickets: ["t1", "t2"]) }
        let ticket = till.ticket(500, legs: [.card(500, "pi_1")])
        try till.finish(ticket)
        try till.end()
        let late = till.ticket(900, legs: [.cash(900)])
        #expect(till.refusal(.ticketFinished(late)) == .shiftHasEnded(1))
        #expect(try till.close().payments["card"] == 500)
    }

    /// ERPNext #57157: a close that failed locked the session, its sales and itself.
    @Test mutating func aCloseThatFailsChangesNothingAndCanBeTriedAgain() throws {
        try till.finish(till.ticket(500, legs: [.cash(500)]))
        let open = till.book
        #expect(throws: ShopError.shiftHasNotEnded(1)) { try till.close() }
        #expect(till.book == open)
        try till.end()
        let ended = till.book
        #expect(throws: ShopError.negativeCash(.eur(-1))) { try till.close(counted: -1) }
        var wrong = try till.book.report(at: till.time, by: "ann", counted: CashCount(total: .eur(10_500)))
        wrong.expectedCash = .eur(10_400)
        #expect(till.refusal(.shiftClosed(wrong)) == .reportDiffers)
        #expect(till.book == ended)
        let z = try till.close()
        #expect(z.number == 1)
        #expect(z.difference == .eur(0))
        #expect(till.book.shift == nil)
        try till.open()
        #expect(till.book.shift?.number == 2)
    }

    /// Odoo #16151: closing with parked tickets lost them.
    @Test mutating func parkedTicketsAreNamedAtTheCloseAndCarriedOver() throws {
        try till.write(.ticketParked(ticket: "p1", label: "Table 4"))
        try till.write(.cardStarted(ticket: "p2", leg: "k", intentID: "pi_2", amount: .eur(700)))
        try till.write(.ticketParked(ticket: "p2", label: "asks her bank"))
        try till.end()
        let z = try till.close(unresolved: ["pi_2"])
        #expect(z.parked == 2)
        #expect(z.unresolved == ["pi_2"])
        #expect(!z.isClean)
        #expect(till.refusal(.ticketRecalled(ticket: "p1")) == .noShiftOpen)
        try till.open()
        #expect(till.book.parked.map(\.label) == ["Table 4", "asks her bank"])
        #expect(till.book.parked.map(\.cards.count) == [0, 1])
        try till.write(.ticketRecalled(ticket: "p1"))
        #expect(till.book.running.map(\.id) == ["p1"])
        var ticket = till.ticket(300, legs: [.cash(300)])
        ticket.id = "p1"
        try till.finish(ticket)
        let x = try till.x()
        #expect(x.parked == 1)
        #expect(x.tickets["sale"] == 300)
        #expect(till.book.running == [])
    }

    /// Ours: rounding is money that nobody pays or gets, and the drawer holds the rounded sum.
    @Test mutating func theRoundingOfCashIsApartFromTheSales() throws {
        try till.finish(till.ticket(1_002, rounding: -2, legs: [.cash(1_000, tendered: 2_000, change: 1_000)]))
        try till.finish(till.ticket(1_001, rounding: -1, legs: [.cash(1_000, tendered: 1_000, change: 0)]))
        let report = try till.x()
        #expect(report.tickets["sale"] == 2_003)
        #expect(report.rounding == .eur(-3))
        #expect(report.payments["cash"] == 2_000)
        #expect(report.expectedCash == .eur(12_000))
        #expect(report.expectedCash.minorUnits == till.drawer)
    }

    /// Ours: what is rung up for practice moves no money.
    @Test mutating func trainingIsInNoTotal() throws {
        let before = try till.x()
        try till.finish(till.ticket(900, legs: [.cash(400), .card(500, "pi_t", tip: 50)], isTraining: true))
        var after = try till.x()
        #expect(after.audit["training ticket"] == 900)
        #expect(till.book.nextTicketNumber == 2)
        after.audit = before.audit
        after.madeAt = before.madeAt
        #expect(after == before)
    }
}
