/// How many columns of a terminal a text takes.
///
/// Terminals count by scalar, not by what a person sees as one character, so this does too.
public enum CellWidth {
    /// The columns of one scalar: 0 for what combines with the one before, 2 for wide ones, and nil for what has no
    /// place on a screen, such as control characters.
    public static func of(_ scalar: Unicode.Scalar) -> Int? {
        // The usual ones first: this runs for each cell of each frame.
        if scalar.value < 0x7F { return scalar.value >= 0x20 ? 1 : nil }
        if scalar.value < 0xA0 { return nil }
        if scalar.value < 0x300 { return 1 }
        if isConjoining(scalar) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return isPrepended(scalar) ? 1 : 0
        case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: return nil
        default: return isWide(scalar) ? 2 : 1
        }
    }

    /// The columns of a text, as a grid would draw it.
    public static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + drawn($1).width }
    }

    /// What is drawn for a scalar: itself, or a replacement for what has no place on a screen.
    ///
    /// Scalars that change direction or join others are left out: terminals disagree about them.
    static func drawn(_ scalar: Unicode.Scalar) -> (scalar: Unicode.Scalar?, width: Int) {
        guard let width = of(scalar) else { return (scalar.value == 0x09 ? " " : "?", 1) }
        if width == 0, scalar.properties.generalCategory == .format || isVariationSelector(scalar) { return (nil, 0) }
        return (scalar, width)
    }

    /// The longest start of a text that fits some columns.
    public static func prefix(_ text: String, _ columns: Int) -> String {
        var width = 0
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            width += drawn(scalar).width
            if width > columns { break }
            kept.append(scalar)
        }
        return String(kept)
    }

    private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
        (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value)
    }

    /// Vowels and final consonants of Korean, which combine with the first one.
    private static func isConjoining(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
    }

    /// Signs that stand before a number and enclose it: format characters with a place of their own.
    private static func isPrepended(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(scalar.value)
    }
}
