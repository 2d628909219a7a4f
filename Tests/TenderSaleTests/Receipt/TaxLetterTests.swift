import ShopTestSupport
import TenderModel
import Testing

@testable import TenderSale

/// The letters of taxes are the shop's: an article that bears B on one paper bears it on all.
@Suite struct TaxLetterTests {
    @Test func aTicketWithTheSecondTaxAloneBearsItsLetter() {
        var ticket = ReceiptFixtures.ticket()
        ticket.lines = [ticket.lines[1]]
        ticket.taxes = [ticket.taxes[1]]
        ticket.lines[0].taxClass = "B"
        ticket.taxes[0].taxClass = "B"
        let text = ReceiptFixtures.text(Receipt(ticket, context: ReceiptFixtures.context()))
        let rows = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows.contains { $0.hasSuffix("6.87 B") }, "\(text)")
        #expect(rows.contains { $0.hasPrefix("B 7%") }, "\(text)")
    }

    @Test func receiptAndReportNameATaxAlike() throws {
        var till = TestTill()
        try till.open()
        var ticket = till.ticket(1_190, legs: [.cash(1_190)])
        ticket.lines[0].taxClass = "N2"
        ticket.taxes[0].taxClass = "N2"
        let sold = try till.finish(ticket)
        let papers = [
            Receipt(sold, context: ReceiptFixtures.context()),
            Receipt(report: try till.x(), context: ReceiptFixtures.context()),
        ]
        let texts = papers.map { ReceiptFixtures.text($0) }
        #expect(texts.allSatisfy { $0.contains("\nN2 19%") }, "\(texts)")
    }
}
