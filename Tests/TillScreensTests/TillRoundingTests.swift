import TenderModel
import TenderSale
import Testing
import TillScreens

/// Cash that is rounded is booked as it lies in the drawer; cards pay to the cent.
@Suite struct TillRoundingTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    @Test("Sales, splits and refunds in rounded cash leave a drawer that fits, with the rounding on receipt and Z")
    func day() throws {
        var rig = try TillShop.opened(step: 5, permissions: Permissions(cashier: [.openShift, .closeShift, .refund]))
        rig.line("252 DP 1")
        rig.key(2)
        #expect(rig.shows("In cash  2.50 EUR"))
        rig.key(3)
        rig.line("252 DP 1")
        rig.key(4)
        rig.line("253 DP 1")
        rig.key(4, "100")
        rig.press(.enter)
        rig.key(3)
        #expect(rig.finished.map(\.rounding) == [euros(-2), euros(0), euros(2)])
        #expect(rig.finished.last?.legs.map(\.amount) == [euros(100), euros(155)])
        let receipt = PlainTextReceipt.render(ReceiptLayout().lines(of: rig.paper[0]), width: 42)
        #expect(receipt.contains("Rounding"), "\(receipt)")
        #expect(receipt.contains("-0.02"), "\(receipt)")
        rig.lines("RF 1")
        rig.key(2)
        rig.line("1")
        rig.key(3)
        rig.lines("Z", "2*50", "1*1", "1*0.50", "1*0.05")
        rig.key(2)
        rig.key(2)
        let z = try #require(rig.till.register.book.closed.first)
        #expect(z.difference == euros(0))
        #expect(z.rounding == euros(2))
        #expect(rig.problems == [])
        let paper = PlainTextReceipt.render(
            ReceiptLayout().lines(of: Receipt(report: z, context: rig.setup.register.receipts)), width: 42)
        #expect(paper.contains("Rounding"), "\(paper)")
        #expect(paper.contains("0.02"), "\(paper)")
    }
}
