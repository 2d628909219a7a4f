import FoundationEssentials
import TenderModel
import TenderSale
import Testing

@Suite struct ReceiptLayoutTests {
    static let layouts = [32, 42, 48].flatMap { width in
        ReceiptLayout.Copy.allCases.flatMap { copy in
            [false, true].map { ReceiptLayout(width: width, copy: copy, isReprint: $0) }
        }
    }

    static func receipts() -> [Receipt] {
        ["de-DE", "en-US", "fr-FR"].flatMap { ReceiptFixtures.all(ReceiptFixtures.context($0, showsChipData: true)) }
    }

    /// The rows that do not fit.
    static func tooLong(_ lines: [ReceiptLine], _ width: Int) -> [String] {
        lines.compactMap { line in
            guard let row = line.row(width: width) else { return nil }
            let isDouble =
                switch line {
                case .text(_, _, let style), .columns(_, _, let style): style.contains(.double)
                case .rule, .blank, .qrCode, .cut: false
                }
            return DisplayCells.count(row) * (isDouble ? 2 : 1) > width ? row : nil
        }
    }

    @Test(arguments: layouts) func everyRowFitsThePaper(_ layout: ReceiptLayout) {
        let rows = Self.receipts().flatMap { Self.tooLong(layout.lines(of: $0), layout.width) }
        #expect(rows == [])
    }

    @Test(arguments: layouts.filter { !$0.isReprint }) func aReprintIsTheSameButForItsMark(_ layout: ReceiptLayout)
        throws
    {
        let reprint = ReceiptLayout(width: layout.width, copy: layout.copy, isReprint: true)
        for receipt in Self.receipts() {
            let first = ReceiptFixtures.text(receipt, layout)
            let stored = try JSONDecoder().decode(Receipt.self, from: JSONEncoder().encode(receipt))
            var rows = ReceiptFixtures.text(stored, reprint).split(separator: "\n", omittingEmptySubsequences: false)
            let marks = rows.indices.filter { rows[$0].contains("***") && !rows[$0].contains("****") }
            try #require(marks.count == 1)
            rows.remove(at: marks[0])
            try #require(rows.joined(separator: "\n") == first)
        }
    }

    @Test func wideCharactersTakeTwoCells() {
        var ticket = ReceiptFixtures.ticket()
        ticket.lines[0].name = "抹茶ラテと和菓子のセット、季節の果物を添えて"
        ticket.lines[1].name = "🍰🍰🍰 한국어 🍰 e\u{301}té"
        let receipt = Receipt(ticket, context: ReceiptFixtures.context())
        let rows = [32, 42, 48].flatMap { Self.tooLong(ReceiptLayout(width: $0).lines(of: receipt), $0) }
        #expect(rows == [])
        #expect(
            ["a", "é", "e\u{301}", "抹", "🍰", "ﾊ", "€", "\u{301}"].map { DisplayCells.count($0) } == [
                1, 1, 1, 2, 2, 1, 1, 0,
            ])
    }

    @Test func aLongNameIsBrokenAndNothingOfItIsLost() {
        var ticket = ReceiptFixtures.ticket()
        let word = String(repeating: "Donaudampfschifffahrt", count: 5)
        ticket.lines[0].name = word
        let text = ReceiptFixtures.text(Receipt(ticket, context: ReceiptFixtures.context()), ReceiptLayout(width: 32))
        #expect(text.filter { $0 != "\n" }.contains(word))
    }

    /// Escape sequences, line feeds, marks that turn the direction, and characters that nobody has assigned.
    @Test func whatCouldSteerAPrinterIsGone() {
        let evil =
            "a\u{1B}@b\u{10}\u{14}\u{1}\u{0}\u{1}c\nd\r\u{7F}\u{85}\u{9B}31m\u{202E}e\u{2028}\u{E000}\u{FFFFE}"
            + String(repeating: "\u{301}", count: 50)
        var ticket = ReceiptFixtures.ticket(
            card: CardDetails(
                brand: .unknown(evil), last4: evil,
                receipt: ReceiptDetails(
                    applicationPreferredName: evil, dedicatedFileName: evil, authorizationCode: evil,
                    applicationCryptogram: evil)))
        ticket.lines[0].name = evil
        ticket.lines[0].taxClass = evil
        ticket.taxes[0].taxClass = evil
        ticket.legs[0].reference = evil
        ticket.legs[0].intentID = evil
        var context = ReceiptFixtures.context(showsChipData: true)
        context.merchant = ReceiptMerchant(
            name: evil, address: [evil], phone: evil, taxID: evil, merchantID: evil, terminalID: evil)
        context.cashier = evil
        context.footer = [evil]
        context.qrText = evil
        var report = ReceiptFixtures.report(number: 1)
        report?.unresolved = [evil]
        report?.tickets = [.init(name: evil, count: .min, amount: ReceiptFixtures.euro(.min))]
        report?.businessDate = evil
        let receipts =
            [Receipt(ticket, context: context)]
            + [report].compactMap { $0 }.map {
                Receipt(report: $0, context: context)
            }
        let texts = receipts.map { ReceiptFixtures.text($0, ReceiptLayout(copy: .merchant)) }
        let harmful = texts.flatMap { $0.unicodeScalars.filter { $0 != "\n" && Self.isHarmful($0) } }
        #expect(harmful == [])
        #expect(!texts.contains { $0.contains("\u{301}\u{301}\u{301}\u{301}") })
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }

    @Test func aWidthBeyondReasonIsCut() {
        #expect([Int.min, 0, 42, .max].map { ReceiptLayout(width: $0).width } == [24, 24, 42, 120])
    }

    @Test func aPageOfHTMLIsEscapedAndNeedsNothingElse() throws {
        var ticket = ReceiptFixtures.ticket()
        ticket.lines[0].name = "<script>alert('1')</script> & \"x\""
        var context = ReceiptFixtures.context()
        context.qrText = "\"><img src=x onerror=alert(1)>"
        let layout = ReceiptLayout()
        let lines = layout.lines(of: Receipt(ticket, context: context))
        let code = try #require(QRMatrix(size: 2, modules: [true, false, false, true]))
        let pages = [nil, code].map { code in
            HTMLReceipt.render(lines, width: 42, language: .english, title: "</title><b>") { _ in code }
        }
        #expect(pages.filter { $0.contains("<script") || $0.contains("<img") || $0.contains("<b>") } == [])
        #expect(pages.filter { !$0.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;") } == [])
        #expect(pages.filter { $0.contains("http:") || $0.contains("url(") || $0.contains("src=\"") } == [])
        #expect(pages[1].contains("<path d=\"M4 4h1v1h-1zM5 5h1v1h-1z\"/>"))
    }
}
