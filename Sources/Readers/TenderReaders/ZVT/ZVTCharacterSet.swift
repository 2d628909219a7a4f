import TenderBytes

/// The character set of a terminal's texts.
public enum ZVTCharacterSet: String, Hashable, Sendable, CaseIterable {
    /// Seven bits, with German letters in place of brackets (DIN 66003).
    case din66003
    /// The original character set of the IBM PC.
    case cp437
    /// Western Europe.
    case iso8859Part1
    /// Central Europe.
    case iso8859Part2
    /// Western Europe with the euro sign.
    case iso8859Part15

    /// Decodes a text; control characters become spaces, and undefined characters the replacement character.
    public func decode(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(scalar(byte)) }
        return String(text)
    }

    /// Encodes a text; characters that the set lacks become question marks.
    public func encode(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in (0x20...0xFF).first { self.scalar($0) == scalar } ?? UInt8(ascii: "?") }
    }

    private func scalar(_ byte: UInt8) -> Unicode.Scalar {
        if byte < 0x20 || byte == 0x7F { return " " }
        if self == .din66003 { return Self.german[byte] ?? (byte < 0x80 ? Unicode.Scalar(byte) : "\u{FFFD}") }
        if byte < 0x80 { return Unicode.Scalar(byte) }
        return upper[Int(byte) - 0x80]
    }

    private var upper: [Unicode.Scalar] {
        switch self {
        case .din66003: Array(repeating: "\u{FFFD}", count: 128)
        case .cp437: Self.upper437
        case .iso8859Part1: Self.upperPart1
        case .iso8859Part2: Self.upperPart2
        case .iso8859Part15: Self.upperPart15
        }
    }

    private static let german: [UInt8: Unicode.Scalar] = [
        0x40: "§", 0x5B: "Ä", 0x5C: "Ö", 0x5D: "Ü", 0x7B: "ä", 0x7C: "ö", 0x7D: "ü", 0x7E: "ß",
    ]

    private static let upper437 = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
        áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars)

    private static let upperPart1 = Array(
        """
        \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
        \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
        ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
        àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
        """.unicodeScalars)

    private static let upperPart2 = Array(
        """
        \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
        \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
        ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
        ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
        """.unicodeScalars)

    private static let upperPart15 = Array(
        """
        \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
        \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿\
        ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
        àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
        """.unicodeScalars)
}
