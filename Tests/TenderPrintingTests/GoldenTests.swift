import Foundation
import SimulatedPrinter
import TenderPrinting
import TenderSale
import Testing

/// What is printed, to the byte, against files that a person has looked at.
///
/// To write them anew: `TENDER_UPDATE_GOLDEN=1 swift test --filter GoldenTests`, then look at the difference.
@Suite struct GoldenTests {
    struct Case: Sendable, CustomStringConvertible {
        let name: String
        let receipt: Receipt
        let settings: PrinterSettings
        let copy: ReceiptLayout.Copy

        var description: String { name }
    }

    static let cases = [
        Case(
            name: "sale-de-42", receipt: PrintingFixtures.sale("de-DE"), settings: PrinterSettings(), copy: .customer),
        Case(
            name: "sale-fr-48-merchant", receipt: PrintingFixtures.sale("fr-FR"),
            settings: PrinterSettings(
                width: 48, codepages: [.wpc1252], cut: .full,
                logo: RasterImage(bytesPerRow: 2, bytes: [0xFF, 0xFF, 0x10, 0x04, 0xFF, 0x10])),
            copy: .merchant),
        Case(
            name: "declined-en-32", receipt: PrintingFixtures.declined("en-US"),
            settings: PrinterSettings(width: 32, codepages: [.pc437, .pc858], cut: .none), copy: .customer),
    ]

    @Test(arguments: cases) func theBytesAreTheSameAsEver(_ golden: Case) throws {
        let bytes = PrintingFixtures.bytes(golden.receipt, golden.settings, copy: golden.copy)
        #expect(try Data(bytes) == Self.golden(golden.name + ".escpos", Data(bytes)))
        var printer = SimulatedPrinter(columns: golden.settings.width)
        _ = printer.receive(bytes)
        let paper = Data(printer.paper.text.utf8)
        #expect(try paper == Self.golden(golden.name + ".paper.txt", paper))
        #expect(printer.unknownCommandCount == 0)
    }

    @Test(arguments: cases) func theTextIsTheSameAsEver(_ golden: Case) throws {
        let layout = ReceiptLayout(width: golden.settings.width, copy: golden.copy)
        let lines = layout.lines(of: golden.receipt)
        let text = Data(PlainTextReceipt.render(lines, width: layout.width).utf8)
        #expect(try text == Self.golden(golden.name + ".txt", text))
        let language = golden.receipt.locale.language
        let page = HTMLReceipt.render(lines, width: layout.width, language: language, title: golden.name) {
            QRMatrix(encoding: $0)
        }
        #expect(try Data(page.utf8) == Self.golden(golden.name + ".html", Data(page.utf8)))
    }

    private static func golden(_ name: String, _ now: Data) throws -> Data {
        if ProcessInfo.processInfo.environment["TENDER_UPDATE_GOLDEN"] != nil {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
            try now.write(to: folder.appending(path: name))
            Issue.record("\(name) was written anew")
            return now
        }
        let url = try #require(Bundle.module.url(forResource: "Golden/" + name, withExtension: nil))
        return try Data(contentsOf: url)
    }
}
