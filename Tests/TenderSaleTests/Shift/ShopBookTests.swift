import ShopTestSupport
import TenderModel
import TenderSale
import Testing

@Suite struct ShopBookTests {
    private var till = TestTill()

    @Test mutating func nothingIsSoldWithoutAShiftAndNoneIsOpenedTwice() throws {
        let ticket = till.ticket(100, legs: [.cash(100)])
        let needing: [ShopEvent.Kind] = [
            .ticketFinished(ticket), .paidIn(.eur(1), reason: "r"), .paidOut(.eur(1), reason: "r"), .shiftEnded,
            .ticketParked(ticket: "t", label: "l"), .ticketCanceled(ticket: "t", reason: "r"),
            .cardStarted(ticket: "t", leg: "l", intentID: "pi", amount: .eur(1)),
            .lineVoided(ticket: "t", name: "n", amount: .eur(1), reason: "r"),
        ]
        #expect(needing.map { till.refusal($0) } == Array(repeating: .noShiftOpen, count: needing.count))
        #expect([.signedIn, .drawerOpened(reason: "check")].map { till.refusal($0) } == [nil, nil])
        try till.open()
        #expect(throws: ShopError.shiftIsOpen(1)) { try till.open() }
        #expect(needing.map { till.refusal($0) } == Array(repeating: nil, count: needing.count))
        try till.end()
        let ended = Array(repeating: ShopError.shiftHasEnded(1) as ShopError?, count: needing.count - 1)
        #expect(needing.filter { $0 != needing[5] }.map { till.refusal($0) } == ended)
        try till.close()
        #expect(needing.map { till.refusal($0) } == Array(repeating: .noShiftOpen, count: needing.count))
    }

    @Test mutating func aFloatIsCountedMoneyOfTheTill() {
        func refusal(_ float: CashCount, shift: Int = 1, date: String = TestTill.day) -> ShopError? {
            var book = till.book
            let event = ShopEvent(
                id: "o", time: 0, businessDate: date, shift: shift, cashier: "ann", kind: .shiftOpened(float: float))
            do throws(ShopError) {
                try book.take(event)
                return nil
            } catch {
                return error
            }
        }
        let euros = CashCount(total: .eur(100))
        #expect(refusal(euros) == nil)
        #expect(refusal(CashCount(total: .eur(-1))) == .negativeCash(.eur(-1)))
        let dollars = CashCount(total: Amount(minorUnits: 1, currency: .usd))
        #expect(refusal(dollars) == .wrongCurrency(expected: .eur))
        #expect(refusal(euros, shift: 2) == .wrongShift(expected: 1))
        #expect(refusal(euros, date: "2026-02-29") == .badBusinessDate("2026-02-29"))
        var counts: [CashCount] = []
        for (rows, total) in [([(100, 2)], 201), ([(100, -2)], -200), ([(0, 2)], 0), ([(.max, 2)], 5)]
            as [([(Int64, Int)], Int64)]
        {
            var count = CashCount(total: .eur(total))
            count.rows = rows.map { .init(denomination: .eur($0.0), count: $0.1) }
            counts.append(count)
        }
        #expect(
            counts.map { refusal($0) } == [
                .countDoesNotAddUp, .negativeCash(.eur(-200)), .countDoesNotAddUp, .countDoesNotAddUp,
            ])
    }

    @Test mutating func numbersHaveNoGap() throws {
        try till.open()
        let refusals = [0, 2, -1, .max].map { number in
            var ticket = till.ticket(100, legs: [.cash(100)])
            ticket.number = number
            return till.refusal(.ticketFinished(ticket))
        }
        #expect(refusals == Array(repeating: .wrongTicketNumber(expected: 1), count: 4))
        for _ in 0..<3 { try till.finish(till.ticket(100, legs: [.cash(100)])) }
        try till.end()
        #expect(try till.close().number == 1)
        try till.open()
        try till.finish(till.ticket(100, legs: [.cash(100)]))
        try till.end()
        #expect(try till.close().number == 2)
        #expect(till.book.tickets.map(\.number) == [1, 2, 3, 4])
        #expect(till.book.closed.map(\.shift) == [1, 2])
        #expect(till.book.nextTicketNumber == 5)
        #expect(till.book.nextShiftNumber == 3)
        #expect(till.book.nextZNumber == 3)
        #expect(till.book.ticket(number: 4)?.id == "t4")
        #expect(till.book.ticket(id: "t4")?.number == 4)
    }

    @Test mutating func theSameEventTwiceCountsOnce() throws {
        try till.open()
        try till.finish(till.ticket(500, legs: [.cash(500)]))
        let once = till.book
        for event in till.events { try till.book.take(event) }
        #expect(till.book == once)
        let doubled = till.events.flatMap { [$0, $0] } + till.events
        #expect(ShopBook(currency: .eur, folding: doubled) == once)
    }

    @Test mutating func aTicketAddsUpOrIsRefused() throws {
        try till.open()
        func refusal(_ total: Int64, rounding: Int64 = 0, _ legs: [LegRecord]) -> ShopError? {
            till.refusal(.ticketFinished(till.ticket(total, rounding: rounding, legs: legs)))
        }
        #expect(refusal(100, [.cash(99)]) == .legsDoNotAddUp(expected: .eur(100)))
        #expect(refusal(102, rounding: -2, [.cash(102)]) == .legsDoNotAddUp(expected: .eur(100)))
        #expect(refusal(100, [.cash(100, tendered: 200, change: 99)]) == .changeDoesNotAddUp(leg: "c"))
        #expect(refusal(100, [.cash(100, tip: 1, tendered: 200, change: 100)]) == .changeDoesNotAddUp(leg: "c"))
        #expect(refusal(100, [.cash(50), .cash(50)]) == .legRepeated("c"))
        #expect(refusal(-100, [.cash(-100)]) == .wrongSign(.sale))
        #expect(refusal(.max, [.cash(.max), .card(.max, "pi")]) == .amount(.overflow))
        #expect(refusal(100, [.card(50, "pi"), .card(50, "pi", id: "l")]) == .paymentCountedTwice(intentID: "pi"))
        var dollars = till.ticket(100, legs: [.cash(100)])
        dollars.taxes[0].tax = Amount(minorUnits: 1, currency: .usd)
        #expect(till.refusal(.ticketFinished(dollars)) == .wrongCurrency(expected: .eur))
        try till.finish(till.ticket(100, legs: [.card(100, "pi")]))
        #expect(refusal(100, [.card(100, "pi")]) == .paymentCountedTwice(intentID: "pi"))
        let again = ShopEvent.Kind.cardStarted(ticket: "n", leg: "l", intentID: "pi", amount: .eur(1))
        #expect(till.refusal(again) == .paymentCountedTwice(intentID: "pi"))
        #expect(refusal(0, []) == nil)
    }

    @Test mutating func noMoreIsGivenBackThanWasPaid() throws {
        try till.open()
        let sale = try till.finish(
            till.ticket(3_000, legs: [.card(2_000, "pi_1", tip: 100), .cash(1_000)], quantity: 3_000))
        func refusal(
            _ total: Int64, of id: String?, line: Int = 0, quantity: Int64 = 0, _ legs: [LegRecord]
        ) -> ShopError? {
            let ticket = till.ticket(
                total, kind: .refund, of: id, legs: legs, line: line, quantity: quantity)
            return till.refusal(.ticketFinished(ticket))
        }
        #expect(refusal(-1, of: nil, [.cash(-1)]) == .wrongOriginal(nil))
        #expect(refusal(-1, of: "t9", [.cash(-1)]) == .wrongOriginal("t9"))
        #expect(refusal(1, of: sale.id, [.cash(1)]) == .wrongSign(.refund))
        #expect(refusal(-3_001, of: sale.id, [.cash(-3_001)]) == .refundTooLarge(left: .eur(3_000)))
        #expect(refusal(-2_101, of: sale.id, [.card(-2_101, "pi_1")]) == .cardRefundTooLarge(leg: "k"))
        #expect(refusal(-100, of: sale.id, [.card(-100, "pi_2")]) == .cardRefundTooLarge(leg: "k"))
        #expect(
            refusal(-1_000, of: sale.id, line: 1, quantity: -4_000, [.cash(-1_000)]) == .lineRefundTooLarge(line: 1))
        #expect(
            refusal(-1_000, of: sale.id, line: 2, quantity: -1_000, [.cash(-1_000)]) == .lineRefundTooLarge(line: 2))
        #expect(refusal(-1_000, of: sale.id, line: 1, quantity: 1_000, [.cash(-1_000)]) == .lineRefundTooLarge(line: 1))
        let first = till.ticket(
            -2_000, kind: .refund, of: sale.id, legs: [.card(-2_000, "pi_1", tip: -100)], quantity: -2_000)
        try till.finish(first)
        let back = till.book.refunded(ofTicket: sale.id)
        #expect(back.total == .eur(2_000))
        #expect(back.thousandths(ofLine: 1) == 2_000)
        #expect(back.amount(ofLine: 1) == .eur(2_000))
        #expect(back.amount(ofIntent: "pi_1") == .eur(2_100))
        #expect(refusal(-1_001, of: sale.id, [.cash(-1_001)]) == .refundTooLarge(left: .eur(1_000)))
        #expect(refusal(-1, of: sale.id, [.card(-1, "pi_1")]) == .cardRefundTooLarge(leg: "k"))
        #expect(
            refusal(-1_000, of: sale.id, line: 1, quantity: -1_001, [.cash(-1_000)]) == .lineRefundTooLarge(line: 1))
        #expect(till.book.takenBack(ofTicket: sale.id) == [first])
        #expect(till.book.takenBack(ofTicket: first.id) == [])
        #expect(refusal(-1_000, of: first.id, [.cash(-1_000)]) == .wrongOriginal(first.id))
        #expect(refusal(-1_000, of: sale.id, line: 1, quantity: -1_000, [.cash(-1_000)]) == nil)
        let training = till.ticket(-1, kind: .refund, of: sale.id, legs: [.cash(-1)], isTraining: true)
        #expect(till.refusal(.ticketFinished(training)) == .trainingDiffers)
    }

    @Test mutating func onlyAWholeSaleByCardIsVoided() throws {
        try till.open()
        let mixed = try till.finish(till.ticket(200, legs: [.card(100, "pi_1"), .cash(100)]))
        let sale = try till.finish(till.ticket(500, legs: [.card(500, "pi_2")]))
        func void(_ total: Int64, _ original: String, _ legs: [LegRecord]) -> TicketRecord {
            till.ticket(total, kind: .void, of: original, legs: legs)
        }
        let mixedVoid = void(-200, mixed.id, [.card(-100, "pi_1"), .card(-100, "pi_1", id: "l")])
        #expect(till.refusal(.ticketFinished(mixedVoid)) == .notVoidable(mixed.id))
        let part = void(-400, sale.id, [.card(-400, "pi_2")])
        #expect(till.refusal(.ticketFinished(part)) == .notVoidable(sale.id))
        try till.finish(void(-500, sale.id, [.card(-500, "pi_2")]))
        let again = void(-500, sale.id, [.card(-500, "pi_2")])
        #expect(till.refusal(.ticketFinished(again)) == .refundTooLarge(left: .eur(0)))
        let nothing = till.ticket(0, kind: .refund, of: sale.id, legs: [], line: 0, quantity: 0)
        #expect(till.refusal(.ticketFinished(nothing)) == .refundTooLarge(left: .eur(0)))
        let report = try till.x()
        #expect(report.tickets.map(\.amount.minorUnits) == [700, 0, -500])
        #expect(report.payments["card"] == 100)
        #expect(till.book.refunded(ofTicket: sale.id).isVoided)
    }

    @Test mutating func whatATicketTakesDependsOnWhereItStands() throws {
        try till.open()
        try till.write(.ticketParked(ticket: "t1", label: "later"))
        let ticket = till.ticket(100, legs: [.cash(100)])
        #expect(till.refusal(.ticketFinished(ticket)) == .ticketIsParked("t1"))
        #expect(till.refusal(.ticketParked(ticket: "t1", label: "again")) == .ticketIsParked("t1"))
        let card = ShopEvent.Kind.cardStarted(ticket: "t1", leg: "l", intentID: "pi", amount: .eur(1))
        #expect(till.refusal(card) == .ticketIsParked("t1"))
        try till.write(.ticketRecalled(ticket: "t1"))
        #expect(till.refusal(.ticketRecalled(ticket: "t1")) == .ticketIsNotParked("t1"))
        try till.finish(ticket)
        let finished: [ShopEvent.Kind] = [
            card, .ticketParked(ticket: "t1", label: "l"), .ticketCanceled(ticket: "t1", reason: "r"),
            .lineVoided(ticket: "t1", name: "n", amount: .eur(1), reason: "r"),
        ]
        #expect(finished.map { till.refusal($0) } == Array(repeating: .ticketIsFinished("t1"), count: 4))
        try till.write(.ticketParked(ticket: "t2", label: "later"))
        try till.end()
        try till.write(.ticketCanceled(ticket: "t2", reason: "gone"))
        #expect(till.book.pending == [])
    }

    @Test mutating func somebodyAnswersForWhatMovesCashAndSaysWhy() throws {
        try till.open()
        #expect(till.refusal(.paidOut(.eur(1), reason: "r"), by: nil) == .nobodySignedIn)
        #expect(till.refusal(.drawerOpened(reason: "r"), by: nil) == .nobodySignedIn)
        #expect(till.refusal(.drawerOpened(reason: "")) == .missingReason)
        #expect(till.refusal(.paidIn(.eur(1), reason: "")) == .missingReason)
        #expect(till.refusal(.allowed(action: "refund", by: "mia", reason: "")) == .missingReason)
        let none: [ShopError?] = [0, -1, .min].map { till.refusal(.paidOut(.eur($0), reason: "r")) }
        #expect(none == [.notPositive(.eur(0)), .notPositive(.eur(-1)), .notPositive(.eur(.min))])
        let dollar = Amount(minorUnits: 1, currency: .usd)
        #expect(till.refusal(.paidIn(dollar, reason: "r")) == .wrongCurrency(expected: .eur))
    }

    @Test mutating func theZIsTheXWithANumberAndACount() throws {
        try till.open()
        try till.finish(
            till.ticket(
                900,
                legs: [
                    .card(500, "pi_1", standing: .offline),
                    .card(400, "pi_2", tip: 10, id: "l", standing: .accepted(by: "mia", reason: "slip")),
                ]))
        try till.write(.drawerOpened(reason: "change"))
        try till.write(.lineVoided(ticket: "t9", name: "Tea", amount: .eur(300), reason: "mistyped"))
        try till.write(.allowed(action: "acceptUnknown", by: "mia", reason: "slip"))
        try till.write(.reprinted(number: 1))
        try till.write(.ticketCanceled(ticket: "t9", reason: "gone"))
        let x = try till.x()
        #expect(x.number == nil)
        #expect(x.counted == nil)
        #expect(x.difference == nil)
        #expect(x.accepted.map(\.name) == ["l"])
        #expect(x.accepted.map(\.amount) == [.eur(410)])
        #expect(x.offline.count == 1)
        #expect(x.offline.amount == .eur(500))
        #expect(!x.isClean)
        #expect(x.drawerOpenings == 1)
        #expect(x.audit.map(\.name) == ["allowed: acceptUnknown", "line voided", "reprinted", "ticket canceled"])
        try till.end()
        var z = try till.close(counted: 9_000)
        #expect(z.number == 1)
        #expect(z.difference == .eur(-1_000))
        #expect(z.madeBy == "bob")
        #expect(till.book.closed == [z])
        (z.number, z.counted, z.difference, z.madeAt, z.madeBy) = (nil, nil, nil, x.madeAt, x.madeBy)
        #expect(z == x)
    }

    @Test mutating func aReportThatWasChangedIsRefusedWhicheverFigureItIs() throws {
        try till.open()
        try till.finish(till.ticket(900, legs: [.cash(900)]))
        try till.end()
        let due = try till.book.closing(
            id: "z", at: till.time + 1000, by: "ann", counted: CashCount(total: .eur(10_900)))
        guard case .shiftClosed(let report) = due.kind else { throw ShopError.reportDiffers }
        var changed = Array(repeating: report, count: 8)
        changed[0].number = 2
        changed[1].counted = nil
        changed[2].taxes = []
        changed[3].parked = 1
        changed[4].madeAt = 0
        changed[5].businessDate = "2026-11-22"
        changed[6].cashSales = .eur(0)
        changed[7].difference = .eur(1)
        #expect(changed.map { till.refusal(.shiftClosed($0)) } == Array(repeating: .reportDiffers, count: 8))
        #expect(till.refusal(.shiftClosed(report)) == nil)
    }

    @Test mutating func whatWasWrittenCountsAndIsAFindingWhereItWouldBeRefusedToday() throws {
        try till.open()
        try till.finish(till.ticket(500, legs: [.cash(500)]))
        var bad = till.ticket(700, legs: [.cash(600)])
        bad.number = 7
        let event = ShopEvent(
            id: "bad", time: till.time, businessDate: TestTill.day, shift: 1, cashier: "ann",
            kind: .ticketFinished(bad))
        let book = ShopBook(currency: .eur, folding: till.events + [event])
        #expect(book.findings.map(\.eventID) == ["bad"])
        #expect(book.findings.map(\.error) == [.wrongTicketNumber(expected: 2)])
        #expect(book.nextTicketNumber == 8)
        #expect(try book.report(at: 0, by: nil).expectedCash == .eur(11_100))
    }

    @Test func aCountStandsOnceTheShiftHasEnded() throws {
        var till = TestTill()
        try till.open()
        let count = try CashCount([.init(denomination: .eur(500), count: 3)], currency: .eur)
        #expect(till.refusal(.drawerCounted(count)) == .shiftHasNotEnded(1))
        try till.end()
        var wrong = count
        wrong.total = .eur(1)
        #expect(till.refusal(.drawerCounted(wrong)) == .countDoesNotAddUp)
        try till.write(.drawerCounted(count))
        #expect(till.book.shift?.counted == count)
        #expect(throws: ShopError.missingReason) { try till.close(counted: 1500, reason: "") }
        #expect(try till.close(counted: 1500, reason: "left").reason == "left")
        #expect(till.book.shift == nil)
    }
}
