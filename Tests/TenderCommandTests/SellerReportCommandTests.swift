import Foundation
import TenderModel
import TenderSale
import Testing

/// `tender report sellers`, beside a till that has the journal open.
@Suite(.timeLimit(.minutes(1))) struct SellerReportCommandTests {
    /// A sale of 10.00 for Ann, whose part of 8.77 is to be transferred.
    private static func sale(_ number: Int) -> TicketRecord {
        func euro(_ cents: Int64) -> Amount { TillJournal.euro(cents) }
        let seller = Seller(name: "Ann", account: "acct_1", fee: .each(euro(123)))
        let part = LegSharing.Part(account: "acct_1", name: "Ann", gross: euro(1000), fee: euro(123))
        return TicketRecord(
            id: "t\(number)", number: number, cashier: "ann",
            lines: [
                SoldLine(
                    number: 1, name: "Print", department: "Art", quantity: .one, unitPrice: euro(1000),
                    discount: euro(0), amount: euro(1000), taxClass: "A", seller: seller)
            ],
            taxes: [TaxRow(taxClass: "A", rate: .zero, isIncluded: true, net: euro(1000), tax: euro(0))],
            total: euro(1000), rounding: euro(0),
            legs: [
                LegRecord(
                    id: "l\(number)", method: .card, amount: euro(1000), tip: euro(0), intentID: "pi_\(number)",
                    sharing: LegSharing(way: .transfers, whole: euro(1000), parts: [part]))
            ])
    }

    @Test func whatSellersHaveAndWhatIsOpenIsTold() async throws {
        let till = try await TillJournal()
        try await till.open()
        let nothing = try till.tender("report", "sellers")
        #expect(nothing.code == 0)
        #expect(nothing.output.contains("nothing was sold for a seller"))
        for number in [1, 2] { try await till.write(.ticketFinished(Self.sale(number))) }
        try await till.write(TransferRecord(transfer: "l1/acct_1", step: .made(id: "tr_1")).record())
        let text = try till.tender("report", "sellers", "--date", TillJournal.day)
        #expect(text.code == 0, "\(text.output)")
        let told = ["Ann (acct_1)", "sold 20.00 EUR", "transferred 8.77 EUR, open 8.77 EUR"]
        #expect(told.filter { !text.output.contains($0) } == [], "\(text.output)")
        #expect(
            try till.tender("report", "sellers", "--csv").output == """
                name,account,sales,refunds,fees,transferred,open,held,currency
                "Ann",acct_1,20.00,0.00,2.46,8.77,8.77,0.00,eur

                """)
        let report = try till.json("report", "sellers")["report"] as? NSDictionary
        let row = (report?["sellers"] as? [NSDictionary])?.first
        #expect((row?["open"] as? NSDictionary)?["minor_units"] as? Int == 877)
        #expect(try till.tender("report", "sellers", "--date", "2026-11-19").code == 1)
    }
}
