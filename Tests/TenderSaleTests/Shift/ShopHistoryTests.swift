import ShopTestSupport
import TenderFlow
import TenderModel
import TenderSale
import Testing

@Suite struct ShopHistoryTests {
    /// A day with a sale, a refusal and a refund, and the receipts between its events as a till writes them.
    private func day() throws -> (till: TestTill, records: [ShopRecord]) {
        var till = TestTill()
        try till.open()
        let sale = try till.finish(till.ticket(1_190, legs: [.card(1_190, "pi_1")]))
        try till.finish(till.ticket(-1_190, kind: .refund, of: sale.id, legs: [.card(-1_190, "pi_1")]))
        try till.end()
        let z = try till.close()
        let context = ReceiptFixtures.context()
        let receipts = [
            Receipt(sale, context: context),
            Receipt(
                declined: .eur(1_190), card: ReceiptFixtures.details, trace: "pi_2", number: 1, context: context),
            Receipt(till.book.tickets[1], originalNumber: 1, context: context), Receipt(report: z, context: context),
        ]
        var records = try till.events.map { try $0.record() }
        for (place, receipt) in receipts.enumerated() { records.insert(try receipt.record(), at: 2 + place) }
        return (till, records)
    }

    @Test func eventsAndReceiptsAreToldApartWhereverTheyLie() throws {
        let (till, records) = try day()
        let history = ShopHistory(records)
        #expect(history.events == till.events)
        #expect(history.receiptCount == 4)
        #expect(history.receipts().read.count == 4)
        #expect(history.unreadable == [])
        #expect(history.currency == .eur)
        #expect(history.book() == till.book)
    }

    @Test func receiptsAreFoundByTheirNumbers() throws {
        let history = ShopHistory(try day().records)
        #expect(history.receipt(number: 1)?.kind == .sale)
        #expect(history.receipt(number: 2)?.kind == .refund)
        #expect(history.receipt(number: 3) == nil)
        #expect(history.lastReceipt?.kind == .zReport)
        #expect(history.zReport(number: 1)?.kind == .zReport)
        #expect(history.zReport(number: 2) == nil)
    }

    @Test func whatCannotBeReadIsToldWithItsPlace() throws {
        let day = try day()
        var records = day.records
        records[2].body.removeLast()
        records.insert(ShopRecord(kind: "drawing", version: 1, body: []), at: 0)
        records[1].version = 9
        let history = ShopHistory(records)
        let receipts = history.receipts()
        let unreadable = history.unreadable + receipts.unreadable
        #expect(unreadable.map(\.place) == [0, 1, 3])
        #expect(unreadable.map(\.kind) == ["drawing", "event", "receipt"])
        #expect(unreadable.prefix(2).map(\.error) == [.unknownKind("drawing"), .unknownVersion(9)])
        #expect(history.events == Array(day.till.events.dropFirst()))
        #expect(receipts.read.count == 3)
        #expect(unreadable[2].description == "record 4 of the till: the till's record cannot be read")
        #expect(history.events.count + receipts.read.count + unreadable.count == records.count)
    }

    @Test func aJournalWithoutAShiftHasNoBook() {
        let history = ShopHistory([])
        #expect(history.currency == nil)
        #expect(history.book() == nil)
        #expect(history.lastReceipt == nil)
    }
}
