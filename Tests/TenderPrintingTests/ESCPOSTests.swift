import SimulatedPrinter
@testable import TenderPrinting
import TenderSale
import TenderTestSupport
import Testing

@Suite struct ESCPOSTests {
    @Test(arguments: PrinterCodepage.allCases) func everyCharacterOfATablePrintsAsItself(_ page: PrinterCodepage) {
        let characters = (UInt8.min...UInt8.max).compactMap(page.character)
        let wrong = characters.filter { page.byte($0).flatMap(page.character) != $0 }
        #expect(wrong == [])
        var printer = SimulatedPrinter(columns: 120)
        let rows = stride(from: 0, to: characters.count, by: 100).map {
            String(characters[$0..<min($0 + 100, characters.count)])
        }
        let lines = rows.map { ReceiptLine.text($0, .left, []) }
        _ = printer.receive(ESCPOSDocument(lines, settings: PrinterSettings(width: 120, codepages: [page])).bytes)
        #expect(printer.paper.plainRows == rows)
    }

    @Test func aCharacterOfAnotherTableIsPrintedWithThat() {
        let lines = [ReceiptLine.text("Ç€α", .left, [])]
        let bytes = ESCPOSDocument(lines, settings: PrinterSettings(codepages: [.pc437, .pc858])).bytes
        var printer = SimulatedPrinter()
        _ = printer.receive(bytes)
        #expect(printer.paper.plainRows == ["Ç€α"])
    }

    @Test func aCharacterOfNoTableIsReplacedCellForCell() {
        let text = "Ős „Złoty“ – 抹茶 \u{A0}x e\u{301} ř\u{323} α"
        var printer = SimulatedPrinter()
        _ = printer.receive(ESCPOSDocument([.text(text, .left, [])], settings: PrinterSettings()).bytes)
        #expect(printer.paper.plainRows == ["Os \"Zloty\" - ????  x é r ?"])
        #expect(printer.paper.plainRows.first?.count == DisplayCells.count(text))
    }

    @Test(arguments: [32, 42, 48]) func thePaperShowsTheRowsOfTheText(_ width: Int) {
        let settings = PrinterSettings(width: width)
        for receipt in [PrintingFixtures.sale("de"), PrintingFixtures.declined("fr")] {
            let lines = ReceiptLayout(width: width, copy: .merchant).lines(of: receipt)
            var printer = SimulatedPrinter(columns: width)
            _ = printer.receive(ESCPOSDocument(lines, settings: settings).bytes)
            // A line that was too long would have become two.
            let rows = lines.count { if case .qrCode = $0 { false } else { $0 != .cut } }
            #expect(printer.paper.plainRows.count == rows)
        }
    }

    @Test func aCodeOnPaperHasTheModulesOfTheText() throws {
        let settings = PrinterSettings()
        let texts = ["a", "https://shop.example/r/17", String(repeating: "Grüße ", count: 20)]
        for text in texts {
            let code = try #require(QRMatrix(encoding: text))
            var printer = SimulatedPrinter()
            _ = printer.receive(ESCPOSDocument([.qrCode(text)], settings: settings).bytes)
            let modules = try #require(printer.paper.pictures.first?.qrModules)
            #expect(modules.flatMap { $0 } == code.modules)
        }
    }

    @Test func aTextThatIsTooLongForACodeIsPrinted() {
        let text = String(repeating: "x", count: 600)
        var printer = SimulatedPrinter()
        _ = printer.receive(ESCPOSDocument([.qrCode(text)], settings: PrinterSettings(dots: 100)).bytes)
        #expect(printer.paper.plainRows.joined() == text)
        #expect(QRMatrix(encoding: "") == nil)
        #expect(QRMatrix(encoding: String(repeating: "x", count: 5000)) == nil)
    }

    /// A printer obeys DLE commands inside of pictures: none may be there.
    @Test(arguments: 0..<20) func noPictureOpensTheDrawer(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let alphabet: [UInt8] = [0x10, 0x14, 0x04, 0x05, 0x01, 0x00]
        let dots = (0..<3000).map { _ in random.pick(alphabet) }
        let logo = try #require(RasterImage(bytesPerRow: 10, bytes: dots))
        let code = try #require(QRMatrix(encoding: "seed \(seed) \(random.next())"))
        let pictures = try [21, 64, 100, 384, 576].compactMap { width in
            try #require(code.size > 0)
            return RasterImage(code, width: width)
        }
        var printer = SimulatedPrinter()
        let answers = printer.receive(ESCPOS.picture(logo) + pictures.flatMap(ESCPOS.picture))
        #expect(answers == [])
        #expect(printer.drawerPulses == [])
        #expect(!pictures.contains { $0.bytes.contains(0x10) })
        #expect(!pictures.isEmpty)
    }

    @Test func aPictureHasWholeRows() {
        let made = [(0, 8), (8, 7), (129, 129), (1, 2001), (1, 0), (2, 4)].map { width, count in
            RasterImage(bytesPerRow: width, bytes: [UInt8](repeating: 0, count: count)) != nil
        }
        #expect(made == [false, false, false, false, false, true])
    }

    @Test func theDrawersPulseIsForItsPin() {
        #expect(ESCPOS.openDrawer(.two) == [0x1B, 0x70, 0, 25, 250])
        #expect(ESCPOS.openDrawer(.five) == [0x1B, 0x70, 1, 25, 250])
    }

    @Test func aReprintIsTheSameButForItsMark() throws {
        let settings = PrinterSettings()
        let receipt = PrintingFixtures.sale("de")
        let first = PrintingFixtures.bytes(receipt, settings)
        let again = PrintingFixtures.bytes(receipt, settings, isReprint: true)
        let start = try #require(zip(first, again).enumerated().first { $1.0 != $1.1 }?.offset)
        let end = zip(first.reversed(), again.reversed()).prefix { $0 == $1 }.count
        #expect(first == again.prefix(start) + again.suffix(first.count - start))
        #expect(end >= first.count - start)
        #expect(String(decoding: again, as: UTF8.self).contains("*** NACHDRUCK ***"))
    }
}
