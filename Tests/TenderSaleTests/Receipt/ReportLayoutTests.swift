import ShopTestSupport
import TenderModel
import Testing

@testable import TenderSale

/// The words of reports in the receipt's language.
@Suite struct ReportLayoutTests {
    private func text(_ code: String) throws -> String {
        var till = TestTill()
        try till.open()
        let sale = try till.finish(till.ticket(1_190, legs: [.cash(190), .card(1_000, "pi_1", tip: 50)]))
        try till.finish(till.ticket(-190, kind: .refund, of: sale.id, legs: [.cash(-190)], line: 0))
        try till.write(.paidIn(.eur(5_000), reason: "coins"))
        try till.write(.lineVoided(ticket: "t9", name: "Tea", amount: .eur(300), reason: "typo"))
        try till.write(.ticketCanceled(ticket: "t9", reason: "left"))
        try till.write(.allowed(action: "refund", by: "mia", reason: "x"))
        let receipt = Receipt(report: try till.x(), context: ReceiptFixtures.context(code))
        return ReceiptFixtures.text(receipt)
    }

    @Test(arguments: [
        ("de", "Verkäufe (1)|Erstattungen (1)|Stornos (0)|Bar (2)|Karte (1)|Einlagen (1)|Zeilen storniert (1)"),
        ("fr", "Ventes (1)|Remboursements (1)|Annulations (0)|Espèces (2)|Carte (1)|Entrées (1)|Lignes annulées (1)"),
        ("en", "Sales (1)|Refunds (1)|Voids (0)|Cash (2)|Card (1)|Paid in (1)|Lines voided (1)"),
    ]) func theRowsOfTheTillAreInTheReceiptsLanguage(_ code: String, _ present: String) throws {
        let text = try text(code)
        let missing = present.split(separator: "|").filter { !text.contains($0) }
        #expect(missing == [], "\(text)")
    }

    @Test func aSumOfNothingIsShownAndACountWithoutAmountToo() throws {
        let text = try text("en")
        let rows = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        let wanted = [
            "Cash (2) EUR\u{A0}0.00", "Tickets canceled 1", "Allowed: Refund 1", "Lines voided (1) EUR\u{A0}3.00",
        ]
        #expect(wanted.filter { !rows.contains($0) } == [], "\(text)")
    }

    @Test func aBusinessDateIsWrittenAsTheLocaleDoes() {
        let codes = ["de", "fr", "en-US", "en"]
        let dates = codes.map { ReceiptFormat(ReceiptLocale($0)).businessDate("2026-11-21") }
        #expect(dates == ["21.11.2026", "21/11/2026", "11/21/2026", "2026-11-21"])
        #expect(ReceiptFormat(ReceiptLocale("de")).businessDate("some-day-x") == "some-day-x")
    }

    @Test func theReasonOfAZIsInTheReceiptsLanguage() {
        let languages = ["en", "de"].map { ReceiptLocale($0).language }
        let written = ["miscounted", "carried_over: all", "other: the cat", "safe_drop", "unser Grund", "a: b"]
        #expect(
            languages.map { language in written.map { ReasonCode.words(ofStored: $0, in: language) } } == [
                [
                    "miscounted", "tickets left for the next shift: all", "the cat", "to the safe",
                    "unser Grund",
                    "a: b",
                ],
                [
                    "verzählt", "Bons bleiben für die nächste Schicht: all", "the cat", "in den Tresor", "unser Grund",
                    "a: b",
                ],
            ])
    }
}
