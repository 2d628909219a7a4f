/// The width of text on a fixed-width display: two cells for wide characters, none for marks.
public enum DisplayCells {
    /// Returns the number of cells of a text.
    public static func count(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + count($1) }
    }

    /// Returns the number of cells of a character: 1, 2 for a wide one, 0 for a mark without a base.
    public static func count(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.isASCII { return 1 }
        if isMark(first) { return 0 }
        return character.unicodeScalars.contains(where: isWide) ? 2 : 1
    }

    /// Returns the text without control characters for screens or printers, and with at most three marks per character.
    static func clean(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            if isMark(scalar) {
                marks += 1
                if marks <= 3, !result.isEmpty { result.append(scalar) }
            } else {
                marks = 0
                result.append(isHarmful(scalar) ? " " : scalar)
            }
        }
        return String(result)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }

    /// The blocks of wide and full-width characters (Unicode Standard Annex 11), and pictographs.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x2614...0x2615, 0x2648...0x2653,
        0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x2705...0x2705, 0x2728...0x2728, 0x274C...0x274C,
        0x2753...0x2755, 0x2795...0x2797, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2E80...0x303E, 0x3041...0x33FF,
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE0F...0xFE0F, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
        0x1AFF0...0x1B2FF, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
        0x1F1E6...0x1F1FF, 0x1F200...0x1F320, 0x1F32D...0x1F64F, 0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB,
        0x1F900...0x1FAFF, 0x20000...0x3FFFD,
    ]

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        return wide.contains { $0.contains(scalar.value) }
    }
}
