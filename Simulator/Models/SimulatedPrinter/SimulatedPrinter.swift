/// An ESC/POS receipt printer as a pure value: bytes go in, answers and paper come out.
///
/// It obeys real-time commands (DLE) wherever they appear, even inside a picture, as real printers do. No input makes
/// it trap.
public struct SimulatedPrinter: Hashable, Sendable {
    /// A fault of the printer.
    public enum Fault: String, Hashable, Sendable, CaseIterable {
        /// It was taken offline.
        case offline
        /// The paper is out.
        case paperOut
        /// The paper is nearly out.
        case paperLow
        /// The cover is open.
        case coverOpen
        /// It answers no status requests, as many cheap printers, and prints all the same.
        case mute
    }

    /// The current faults.
    ///
    /// While it cannot print it buffers its input, and prints it once it can.
    public var faults: Set<Fault> = [] {
        didSet { if !cannotPrint { printHeld() } }
    }

    /// The printed paper.
    public private(set) var paper: PrintedPaper
    /// The pins of the drawer connector that got a pulse, in order.
    public private(set) var drawerPulses: [UInt8] = []
    /// The number of unknown commands.
    public private(set) var unknownCommandCount = 0

    private var held: [UInt8] = []
    private var command: [UInt8] = []
    private var picture: Picture?
    private var style = Style()
    private var line: [PrintedPaper.Run] = []
    private var cells = 0
    /// The pending bytes of a real-time command, which is matched over all bytes.
    private var immediate: [UInt8] = []

    private struct Style: Hashable {
        var isBold = false
        var width = 1
        var isCentered = false
        var table: UInt8 = 0
    }

    private struct Picture: Hashable {
        let bytesPerRow: Int
        var missing: Int
        var bytes: [UInt8] = []
    }

    /// The most bytes of one picture that it keeps.
    private static let pictureLimit = 1 << 20

    /// Creates a printer with fresh paper.
    ///
    /// - Parameter columns: The characters per line.
    public init(columns: Int = 42) { paper = PrintedPaper(columns: min(max(columns, 1), 120)) }

    private var cannotPrint: Bool { !faults.isDisjoint(with: [.offline, .paperOut, .coverOpen]) }

    /// Receives bytes.
    ///
    /// - Returns: The printer's answers.
    public mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
        var answers: [UInt8] = []
        for byte in bytes {
            answers += watch(byte)
            if cannotPrint { held.append(byte) } else { take(byte) }
        }
        return answers
    }

    private mutating func printHeld() {
        let bytes = held
        held = []
        for byte in bytes { take(byte) }
    }

    // MARK: Immediate commands

    /// Obeys the real-time commands among all bytes, whatever else they belong to.
    private mutating func watch(_ byte: UInt8) -> [UInt8] {
        immediate.append(byte)
        switch (immediate.first, immediate.count) {
        case (0x10, 1): return []
        case (0x10, 2) where byte == 0x04 || byte == 0x14: return []
        case (0x10, 3) where immediate[1] == 0x04:
            immediate = []
            return answer(byte)
        case (0x10, 3...4) where immediate[1] == 0x14 && immediate[2] == 1: return []
        case (0x10, 5):
            drawerPulses.append(immediate[3])
            immediate = []
            return []
        default:
            immediate = byte == 0x10 ? [0x10] : []
            return []
        }
    }

    private func answer(_ request: UInt8) -> [UInt8] {
        guard !faults.contains(.mute) else { return [] }
        switch request {
        case 1: return [0x12 | (cannotPrint ? 0x08 : 0)]
        case 2: return [0x12 | (faults.contains(.coverOpen) ? 0x04 : 0) | (faults.contains(.paperOut) ? 0x20 : 0)]
        case 3: return [0x12]
        case 4:
            return [0x12 | (faults.contains(.paperOut) ? 0x6C : 0) | (faults.contains(.paperLow) ? 0x0C : 0)]
        default: return []
        }
    }

    // MARK: Printing

    private mutating func take(_ byte: UInt8) {
        if picture != nil {
            takeDots(byte)
        } else if command.isEmpty {
            takeText(byte)
        } else {
            command.append(byte)
            takeCommand()
        }
    }

    private mutating func takeText(_ byte: UInt8) {
        switch byte {
        case 0x10, 0x1B, 0x1C, 0x1D: command = [byte]
        case 0x0A: endLine()
        case 0x0D, 0x00: return
        case 0x09: for _ in 0..<(8 - cells % 8) { add(" ") }
        case 0x01..<0x20, 0x7F: unknownCommandCount += 1
        default: add(PrinterFont.character(byte, table: style.table))
        }
    }

    private mutating func takeDots(_ byte: UInt8) {
        // In place: a copy per byte would be quadratic in the picture's size.
        if let count = picture?.bytes.count, count < Self.pictureLimit { picture?.bytes.append(byte) }
        picture?.missing -= 1
        guard let done = picture, done.missing == 0 else { return }
        picture = nil
        add(PrintedPicture(bytesPerRow: done.bytesPerRow, bytes: done.bytes))
    }

    private mutating func add(_ band: PrintedPicture) {
        endText()
        if case .picture(var above)? = paper.items.last, above.width == band.width {
            above.append(band)
            paper.items[paper.items.count - 1] = .picture(above)
        } else {
            paper.items.append(.picture(band))
        }
    }

    /// Adds a character, on the next line if this one is full.
    private mutating func add(_ character: Character) {
        if cells + style.width > paper.columns { endLine() }
        cells += style.width
        if let last = line.indices.last, line[last].isBold == style.isBold, line[last].width == style.width {
            line[last].text.append(character)
        } else {
            line.append(.init(text: String(character), isBold: style.isBold, width: style.width))
        }
    }

    private mutating func endLine() {
        paper.items.append(.line(line, isCentered: style.isCentered))
        line = []
        cells = 0
    }

    private mutating func endText() {
        if !line.isEmpty { endLine() }
    }

    // MARK: Commands

    /// The commands with one parameter that have no visible effect here.
    private static let ignored: Set<[UInt8]> = [
        [0x1B, 0x33], [0x1B, 0x2D], [0x1B, 0x4D], [0x1B, 0x52], [0x1B, 0x20], [0x1B, 0x47], [0x1B, 0x7B], [0x1D, 0x42],
        [0x1D, 0x61], [0x1B, 0x4A],
    ]

    /// Obeys the command once it is complete; drops an unknown one.
    private mutating func takeCommand() {
        switch (command[0], command[1], command.count) {
        case (0x10, 0x04, 2), (0x10, 0x14, 2...4): return
        case (0x10, 0x04, 3), (0x10, 0x14, 5), (0x10, 0x05, 3), (0x1C, 0x2E, 2), (0x1B, 0x32, 2): command = []
        case (0x10, 0x05, 2): return
        case (0x1B, 0x40, 2):
            line = []
            cells = 0
            style = Style()
            command = []
        case (0x1B, 0x70, 5):
            drawerPulses.append(command[2])
            command = []
        case (0x1B, 0x70, 2...4), (0x1D, 0x76, 2...7): return
        case (0x1D, 0x76, 8): beginPicture()
        case (0x1D, 0x28, _): skipBlock()
        case (0x1D, 0x56, 2): return
        case (0x1D, 0x56, 3) where command[2] == 65 || command[2] == 66: return
        case (0x1D, 0x56, _):
            endText()
            paper.items.append(.cut)
            command = []
        case (0x1B, 0x74, 2), (0x1B, 0x45, 2), (0x1B, 0x61, 2), (0x1B, 0x64, 2), (0x1B, 0x21, 2), (0x1D, 0x21, 2):
            return
        case (0x1B, _, 3), (0x1D, _, 3): obey(command[2])
        default:
            if command.count == 2, Self.ignored.contains(command) { return }
            unknownCommandCount += 1
            command = []
        }
    }

    /// Obeys a command with one parameter.
    private mutating func obey(_ parameter: UInt8) {
        let name = (command[0], command[1])
        command = []
        switch name {
        case (0x1B, 0x74): style.table = parameter
        case (0x1B, 0x45): style.isBold = parameter & 1 == 1
        case (0x1B, 0x61): style.isCentered = parameter == 1 || parameter == 49
        case (0x1B, 0x64):
            endText()
            for _ in 0..<parameter { endLine() }
        case (0x1B, 0x21):
            style.isBold = parameter & 0x08 != 0
            style.width = parameter & 0x20 != 0 ? 2 : 1
        case (0x1D, 0x21): style.width = Int(parameter >> 4 & 7) + 1
        default: return
        }
    }

    private mutating func beginPicture() {
        let width = Int(command[4]) | Int(command[5]) << 8
        let height = Int(command[6]) | Int(command[7]) << 8
        let isKnown = command[2] == 0x30
        command = []
        guard isKnown, width > 0, height > 0 else {
            unknownCommandCount += 1
            return
        }
        picture = Picture(bytesPerRow: width, missing: width * height)
    }

    /// Skips the block of a GS ( command.
    private mutating func skipBlock() {
        guard command.count >= 5, command.count >= 5 + Int(command[3]) + Int(command[4]) << 8 else { return }
        unknownCommandCount += 1
        command = []
    }
}
