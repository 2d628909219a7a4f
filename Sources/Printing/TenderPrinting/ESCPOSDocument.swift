public import TenderSale

/// A receipt as ESC/POS bytes.
///
/// The same lines and settings always give the same bytes.
public struct ESCPOSDocument: Sendable {
    /// The bytes.
    public private(set) var bytes: [UInt8] = []

    private let settings: PrinterSettings
    private var codepage: PrinterCodepage
    private var style: ReceiptLine.Style = []
    private var isCentered = false

    /// Encodes a receipt.
    ///
    /// - Parameters:
    ///   - lines: The output of a `ReceiptLayout` of the printer's width.
    ///   - settings: The printer's settings.
    public init(_ lines: [ReceiptLine], settings: PrinterSettings) {
        self.settings = settings
        codepage = settings.codepages.first ?? .pc858
        bytes += ESCPOS.initialize + ESCPOS.select(codepage)
        if let logo = settings.logo {
            set([], isCentered: true)
            bytes += ESCPOS.picture(logo)
        }
        for line in lines { add(line) }
    }

    private mutating func add(_ line: ReceiptLine) {
        switch line {
        case .text(let text, let alignment, let style):
            set(style, isCentered: alignment == .center)
            print(text)
        case .columns(_, _, let style):
            set(style, isCentered: false)
            print(line.row(width: settings.width) ?? "")
        case .rule, .blank:
            set([], isCentered: false)
            print(line.row(width: settings.width) ?? "")
        case .qrCode(let text): addCode(text)
        case .cut:
            set([], isCentered: false)
            bytes += ESCPOS.cut(settings.cut)
        }
    }

    private mutating func addCode(_ text: String) {
        set([], isCentered: true)
        if let code = QRMatrix(encoding: text), let image = RasterImage(code, width: settings.dots) {
            bytes += ESCPOS.picture(image)
        } else {
            print(text)
        }
    }

    private mutating func set(_ style: ReceiptLine.Style, isCentered: Bool) {
        if isCentered != self.isCentered { bytes += ESCPOS.centered(isCentered) }
        let change = style.symmetricDifference(self.style)
        if change.contains(.bold) { bytes += ESCPOS.bold(style.contains(.bold)) }
        if change.contains(.double) { bytes += ESCPOS.double(style.contains(.double)) }
        self.style = style
        self.isCentered = isCentered
    }

    private mutating func print(_ row: String) {
        for character in row { add(character) }
        bytes += ESCPOS.lineFeed
        // Each line ends in plain style, so that an extra line, such as the mark of a reprint, changes no other line's
        // bytes.
        set([], isCentered: isCentered)
    }

    /// Adds a character: from the current table, else from another table of the printer, else a substitute, else `?` in
    /// each cell.
    private mutating func add(_ character: Character) {
        if character == "\u{A0}" {
            bytes.append(0x20)
        } else if let byte = codepage.byte(character) {
            bytes.append(byte)
        } else if let other = settings.codepages.first(where: { $0.byte(character) != nil }),
            let byte = other.byte(character)
        {
            codepage = other
            bytes += ESCPOS.select(other) + [byte]
        } else if let byte = Self.substitute(character) {
            bytes.append(byte)
        } else {
            bytes += [UInt8](repeating: UInt8(ascii: "?"), count: DisplayCells.count(character))
        }
    }

    /// Returns the substitute of a character, or of its base if it has marks.
    private static func substitute(_ character: Character) -> UInt8? {
        if let like = PlainLetters.nearest(character) { return like.asciiValue }
        guard let base = character.unicodeScalars.first, character.unicodeScalars.count > 1 else { return nil }
        let bare = Character(base)
        if let ascii = bare.asciiValue { return (0x20..<0x7F).contains(ascii) ? ascii : nil }
        return PlainLetters.nearest(bare)?.asciiValue
    }
}
