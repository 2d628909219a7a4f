import ShopTestSupport
import TenderModel
import TenderSale
import Testing

@Suite struct DayReportTests {
    @Test func theShiftsOfADayAreAddedUpAndOthersLeftOut() throws {
        var till = TestTill()
        try till.open(float: 0)
        let sale = try till.finish(till.ticket(500, legs: [.cash(300), .other("Voucher", 200)]))
        try till.end()
        try till.close(counted: 290)
        try till.open(float: 290)
        try till.finish(till.ticket(-100, kind: .refund, of: sale.id, legs: [.cash(-100)], line: 0))
        try till.finish(till.ticket(1_190, legs: [.card(1_190, "pi_1", tip: 50)]))
        try till.end()
        try till.close(counted: 195)
        try till.open(float: 195, on: "2026-11-22")
        try till.finish(till.ticket(7_000, legs: [.cash(7_000)]))
        let open = try till.x()
        let day = try DayReport(TestTill.day, of: till.book.closed + [open], currency: .eur)
        #expect(day.numbers == [1, 2])
        #expect(day.shifts == 2)
        #expect(!day.isOpen)
        #expect(day.isClean)
        #expect(day.tickets.map(\.name) == ["sale", "refund", "void"])
        #expect(day.tickets.map(\.count) == [2, 1, 0])
        #expect(day.tickets.map(\.amount.minorUnits) == [1_690, -100, 0])
        #expect(day.departments["Drinks"] == 1_590)
        #expect(day.payments.map(\.name) == ["cash", "Voucher", "card"])
        #expect(day.payments.map(\.amount.minorUnits) == [200, 200, 1_190])
        #expect(day.tips["card"] == 50)
        #expect(day.difference == .eur(-5))
        #expect(day.taxes.count == 1)
        #expect(day.taxes.map { $0.net.minorUnits + $0.tax.minorUnits } == [1_590])
        let next = try DayReport("2026-11-22", of: till.book.closed + [open], currency: .eur)
        #expect(next.isOpen)
        #expect(next.numbers == [])
        #expect(next.payments["cash"] == 7_000)
    }
}
