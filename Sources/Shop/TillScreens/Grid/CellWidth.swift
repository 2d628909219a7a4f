/// The width of text in terminal columns.
///
/// Terminals count by scalar, not by what a person sees as one character, and so does this.
public enum CellWidth {
    /// Returns the columns of one scalar: 0 for combining ones, 2 for wide ones, and `nil` for those that cannot be
    /// shown, such as control characters.
    public static func of(_ scalar: Unicode.Scalar) -> Int? {
        // Common ones first: this runs for each cell of each frame.
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

    /// Returns the columns of a text, as a grid would draw it.
    public static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + drawn($1).width }
    }

    /// Returns what is drawn for a scalar: itself, or a replacement for one that cannot be shown.
    ///
    /// Scalars that change direction or join others are dropped: terminals disagree about them.
    static func drawn(_ scalar: Unicode.Scalar) -> (scalar: Unicode.Scalar?, width: Int) {
        guard let width = of(scalar) else { return (scalar.value == 0x09 ? " " : "?", 1) }
        if width == 0, scalar.properties.generalCategory == .format || isVariationSelector(scalar) { return (nil, 0) }
        return (scalar, width)
    }

    /// Returns the longest prefix of a text that fits some columns.
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

    /// Returns whether a scalar is a Korean vowel or final consonant, which combines with the initial one.
    private static func isConjoining(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
    }

    /// Returns whether a scalar is a sign that precedes a number and encloses it: a format character with a width of
    /// its own.
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
