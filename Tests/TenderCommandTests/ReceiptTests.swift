import Foundation
import TenderFlow
import TenderModel
import TenderSale
import Testing

/// `tender receipt` on the journal of a till that is at work.
@Suite struct ReceiptTests {
    @Test func aReprintIsTheStoredReceiptWithItsMark() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.sell(1_190, locale: "de")
        try await till.sell(500)
        let (code, text) = try till.tender("receipt", "1")
        let stored = Receipt(try #require(till.book.ticket(number: 1)), context: TillJournal.context("de"))
        let layout = ReceiptLayout(isReprint: true)
        #expect(code == 0)
        #expect(text == PlainTextReceipt.render(layout.lines(of: stored), width: 42))
        #expect(text.contains("*** NACHDRUCK ***"))
        #expect(text.contains("KUNDENBELEG"))
        #expect(try till.tender("receipt", "last", "--copy", "merchant").output.contains("MERCHANT COPY"))
        #expect(try till.tender("receipt", "last").output.contains("EUR\u{A0}5.00"))
    }

    @Test func aReceiptThatWasNotStoredIsMadeOfTheTicketAndSaysSo() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.sell(300)
        try await till.sell(1_190, isKept: false)
        let (code, text) = try till.tender("receipt", "last")
        #expect(code == 0, "\(text)")
        #expect(text.contains("was not stored"), "\(text)")
        #expect(text.contains("EUR\u{A0}11.90"), "\(text)")
        #expect(text.contains("Café Löwe"))
        #expect(try till.json("receipt", "2")["is_stored"] as? Bool == false)
        #expect(try till.json("receipt", "1")["is_stored"] as? Bool == true)
    }

    @Test func aStoredReceiptThatCannotBeReadIsTold() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.sell(1_190, isKept: false)
        try await till.write(ShopRecord(kind: "receipt", version: 1, body: Array(#"{"number":1"#.utf8)))
        let (code, text) = try till.tender("receipt", "1")
        #expect(code == 0, "\(text)")
        #expect(text.contains("record 3 of the till: the till's record cannot be read"), "\(text)")
        #expect(text.contains("was not stored"))
    }

    @Test func bytesForAPrinterAndAPageAreWritten() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.sell(1_190)
        let bytes = till.folder + "/receipt.bin"
        let page = till.folder + "/receipt.html"
        let (code, text) = try till.tender("receipt", "1", "--escpos", bytes, "--html", page, "--width", "48")
        #expect(code == 0, "\(text)")
        #expect(text.contains("bytes to \(bytes)."), "\(text)")
        #expect(text.contains("bytes to \(page)."), "\(text)")
        let paper = try Data(contentsOf: URL(filePath: bytes))
        #expect(paper.starts(with: [0x1B, 0x40]))
        #expect(paper.range(of: Data("*** DUPLICATE ***".utf8)) != nil)
        let html = try String(contentsOf: URL(filePath: page), encoding: .utf8)
        #expect(html.contains("<title>Café Löwe 1</title>"))
        #expect(html.contains("<svg"))
        #expect(html.contains("DUPLICATE"))
        let refused = try till.tender("receipt", "1", "--html", till.folder + "/none/receipt.html")
        #expect(refused.code == 1)
        #expect(refused.output.contains("cannot be written"))
    }

    @Test func whatIsWrongIsSaidWithWhatToDo() async throws {
        let till = try await TillJournal()
        try await till.open()
        #expect(try till.tender("receipt", "last").output.contains("no ticket was finished yet"))
        try await till.sell(1_190)
        let missing = try till.tender("receipt", "2")
        #expect(missing.code == 1)
        #expect(missing.output.contains("there is no receipt 2: the last one is 1"))
        let codes = try ["0", "-1", "first", "99999999999999999999"].map { try till.tender("receipt", $0).code }
        #expect(codes == [1, 1, 1, 1])
        #expect(try till.tender("receipt").output.contains("give one receipt NUMBER, or last"))
        #expect(try till.tender("receipt", "1", "--copy", "both").output.contains("customer or merchant"))
    }

    @Test func jsonHoldsTheReceipt() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.sell(1_190)
        let answer = try till.json("receipt", "last")
        let receipt = try #require(answer["receipt"] as? NSDictionary)
        #expect(answer["outcome"] as? String == "done")
        #expect(receipt["kind"] as? String == "sale")
        #expect((receipt["total"] as? NSDictionary)?["minor_units"] as? Int == 1_190)
        #expect((receipt["merchant"] as? NSDictionary)?["name"] as? String == "Café Löwe")
    }
}
