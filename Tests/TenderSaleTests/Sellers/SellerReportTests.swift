import ShopTestSupport
import TenderModel
import TenderSale
import Testing

@Suite struct SellerReportTests {
    private static let day = "2026-11-21"

    private static func product(_ cents: Int64, _ name: String?, _ taxClass: String = "A") throws -> Product {
        var product = Shop.product(cents, taxClass)
        product.seller = try name.map {
            Seller(name: $0, account: "acct_" + $0, fee: .share(try Shop.percent("12.3")))
        }
        return product
    }

    private static func ticket(_ id: String, _ goods: [Product]) throws -> Ticket {
        var ticket = Ticket(id: id, cashier: "anna", currency: .eur, taxes: try Shop.taxes())
        for product in goods { try ticket.edit { (cart) throws(CartError) in try cart.add(product) } }
        return ticket
    }

    private static func event(_ ticket: TicketRecord, on day: String = day) -> ShopEvent {
        ShopEvent(
            id: "e" + ticket.id, time: 1, businessDate: day, shift: 1, cashier: "anna", kind: .ticketFinished(ticket))
    }

    private static func rows(_ report: SellerReport) -> [[Int64]] {
        report.sellers.map { row in
            [row.sales, row.refunds, row.fees, row.transferred, row.open, row.held].map(\.minorUnits)
        }
    }

    /// Ann by card, by card beside Bob, and in cash; some of the first given back to the card.
    private static func events() throws -> [ShopEvent] {
        var first = try ticket("1", [product(1000, "Ann")])
        try Shop.payByCard(&first, "L1")
        var second = try ticket("2", [product(1000, "Ann"), product(2000, "Bob", "C"), product(300, nil)])
        try Shop.payByCard(&second, "L2")
        var third = try ticket("3", [product(500, "Ann")])
        try third.payCash(id: "L3", tendered: Shop.euros(500))
        let sold = try first.finish(number: 1)
        let plan = try Refundable(sold, earlier: []).plan(amount: Shop.euros(400))
        var refund = Ticket(id: "4", cashier: "anna", refund: plan)
        try refund.addCardRefund(id: "L4", of: "L1")
        try refund.start("L4")
        try refund.resolve("L4", .settled(.init(amount: Shop.euros(-400), tip: Shop.euros(0), refundID: "re_1")))
        return try [
            event(sold), event(second.finish(number: 2)), event(third.finish(number: 3)),
            event(refund.finish(number: 4)),
            event(sold, on: "2026-11-20"),
        ]
    }

    @Test func everyFigureOfASellerIsThere() throws {
        let events = try Self.events()
        var transfers = TransferBook()
        for event in events { if case .ticketFinished(let ticket) = event.kind { transfers.take(ticket) } }
        transfers.take(TransferRecord(transfer: "L2/acct_Ann", step: .made(id: "tr_1")))
        let report = try SellerReport(Self.day, of: events, transfers: transfers, currency: .eur)
        #expect(report.sellers.map(\.name) == ["Ann", "Bob"])
        #expect(
            Self.rows(report) == [[2500, -400, 197, 1403, 0, 500], [2178, 0, 268, 0, 1910, 0]])
        // What was sold is what everybody has of it.
        #expect(Self.rows(report).allSatisfy { $0[0] + $0[1] == $0[2] + $0[3] + $0[4] + $0[5] })
    }

    @Test func theTableHoldsWhateverASellerIsCalled() throws {
        var ticket = try Self.ticket("1", [])
        let names = ["=cmd|'x'!A1", "a \"b\", c"]
        for name in names {
            var product = Shop.product(100)
            product.seller = Seller(name: name, account: "acct_\(name.utf8.count)", fee: .share(.zero))
            try ticket.edit { (cart) throws(CartError) in try cart.add(product) }
        }
        try ticket.payCash(id: "L1", tendered: Shop.euros(200))
        let events = [Self.event(try ticket.finish(number: 1))]
        let report = try SellerReport(Self.day, of: events, transfers: TransferBook(), currency: .eur)
        #expect(
            report.csv == """
                name,account,sales,refunds,fees,transferred,open,held,currency
                "'=cmd|'x'!A1",acct_11,1.00,0.00,0.00,0.00,0.00,1.00,eur
                "a ""b"", c",acct_8,1.00,0.00,0.00,0.00,0.00,1.00,eur

                """)
    }
}
