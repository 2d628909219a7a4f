import SimulatedPrinter
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct SimulatedPrinterTests {
    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func textIsPrintedInItsStyle() {
        var printer = SimulatedPrinter(columns: 10)
        _ = printer.receive([0x1B, 0x40, 0x1B, 0x61, 1] + Self.text("mid\n"))
        _ = printer.receive([0x1B, 0x61, 0, 0x1B, 0x45, 1] + Self.text("bold") + [0x1B, 0x45, 0] + Self.text(" x\n"))
        _ = printer.receive([0x1D, 0x21, 0x11] + Self.text("big\n") + [0x1D, 0x21, 0, 0x1D, 0x56, 0x42, 0])
        #expect(printer.paper.text == "   mid\n<b>bold</b> x\n<2>big</2>\n[cut]\n")
        #expect(printer.paper.cutCount == 1)
    }

    @Test func aLineThatIsTooLongGoesOnBelow() {
        var printer = SimulatedPrinter(columns: 4)
        _ = printer.receive(Self.text("abcdefg\n"))
        #expect(printer.paper.plainRows == ["abcd", "efg"])
    }

    @Test func bytesAreCharactersOfTheTable() {
        var printer = SimulatedPrinter()
        for table: UInt8 in [0, 19, 16, 99] { _ = printer.receive([0x1B, 0x74, table, 0xD5, 0x80, 0x0A]) }
        #expect(printer.paper.plainRows == ["╒Ç", "€Ç", "Õ€", "\u{FFFD}\u{FFFD}"])
    }

    @Test func theDrawerIsCounted() {
        var printer = SimulatedPrinter()
        _ = printer.receive([0x1B, 0x70, 0, 25, 250, 0x1B, 0x70, 1, 25, 250, 0x10, 0x14, 1, 0, 1])
        #expect(printer.drawerPulses == [0, 1, 0])
    }

    @Test func bandsOfOneWidthAreOnePicture() throws {
        var printer = SimulatedPrinter()
        let band: [UInt8] = [0x1D, 0x76, 0x30, 0, 2, 0, 1, 0, 0x80, 0x01]
        _ = printer.receive(band + band + [0x1D, 0x76, 0x30, 0, 1, 0, 1, 0, 0xFF])
        #expect(printer.paper.pictures.map(\.height) == [2, 1])
        let picture = try #require(printer.paper.pictures.first)
        #expect(picture.isDark(x: 0, y: 1))
        #expect(picture.isDark(x: 15, y: 0))
        #expect(!picture.isDark(x: 1, y: 0))
        #expect(!picture.isDark(x: -1, y: 0))
        #expect(!picture.isDark(x: 0, y: 9))
        #expect(picture.qrModules == nil)
    }

    @Test func anImmediateCommandIsObeyedInsideOfAPicture() {
        var printer = SimulatedPrinter()
        let answers = printer.receive([0x1D, 0x76, 0x30, 0, 8, 0, 1, 0, 0x10, 0x04, 1, 0x10, 0x14, 1, 0, 1])
        #expect(answers == [0x12])
        #expect(printer.drawerPulses == [0])
        #expect(printer.paper.pictures.count == 1)
    }

    static let answers: [(Set<SimulatedPrinter.Fault>, [UInt8])] = [
        ([], [0x12, 0x12, 0x12]), ([.offline], [0x1A, 0x12, 0x12]), ([.coverOpen], [0x1A, 0x16, 0x12]),
        ([.paperOut], [0x1A, 0x32, 0x7E]), ([.paperLow], [0x12, 0x12, 0x1E]), ([.mute, .paperOut], []),
    ]

    @Test(arguments: answers) func theStatusTellsTheFault(_ faults: Set<SimulatedPrinter.Fault>, _ expected: [UInt8]) {
        var printer = SimulatedPrinter()
        printer.faults = faults
        #expect(printer.receive([0x10, 4, 1, 0x10, 4, 2, 0x10, 4, 4]) == expected)
    }

    @Test func whatCannotBePrintedIsPrintedLater() {
        var printer = SimulatedPrinter()
        printer.faults = [.paperOut]
        _ = printer.receive(Self.text("late\n"))
        #expect(printer.paper.items == [])
        printer.faults = [.mute]
        #expect(printer.paper.plainRows == ["late"])
    }

    @Test func anUnknownCodeCommandIsSkippedAndCounted() {
        var printer = SimulatedPrinter()
        _ = printer.receive([0x1D, 0x28, 0x6B, 4, 0, 0x31, 0x41, 0x32, 0x00] + Self.text("on\n"))
        #expect(printer.paper.plainRows == ["on"])
        #expect(printer.unknownCommandCount == 1)
    }

    /// Bytes of a printer's own alphabet, so that most of them begin something.
    @Test(arguments: 0..<40) func nothingTrapsAndPiecesDoNotMatter(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet: [UInt8] = [
            0x10, 0x1B, 0x1C, 0x1D, 0x04, 0x14, 0x05, 0x0A, 0x09, 0, 1, 2, 0x21, 0x28, 0x30, 0x40, 0x41, 0x42, 0x45,
            0x56, 0x61, 0x64, 0x6B, 0x70, 0x74, 0x76, 0xFF, 0x80,
        ]
        let bytes = (0..<5000).map { _ in
            random.chance(60) ? random.pick(alphabet) : UInt8(truncatingIfNeeded: random.next())
        }
        var whole = SimulatedPrinter(columns: 1 + Int(seed))
        var pieces = whole
        let answers = whole.receive(bytes)
        var others: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = 1 + Int(random.next() % 9)
            others += pieces.receive(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(answers == others)
        #expect(whole == pieces)
        #expect(whole.paper.text == pieces.paper.text)
    }
}
