/// A character table of a printer.
public enum PrinterCodepage: String, Hashable, Sendable, CaseIterable {
    /// The original one: box-drawing lines, some Western European letters, no euro sign.
    case pc437
    /// Western European, with the euro sign.
    case pc858
    /// Windows Western European, with the euro sign and typographic quotes.
    case wpc1252

    /// The number by which ESC t selects it on most printers.
    public var number: UInt8 {
        switch self {
        case .pc437: 0
        case .pc858: 19
        case .wpc1252: 16
        }
    }

    /// Returns the byte of a character; `nil` if the table lacks it.
    public func byte(_ character: Character) -> UInt8? {
        if let ascii = character.asciiValue, (0x20..<0x7F).contains(ascii) { return ascii }
        switch self {
        case .pc437: return Self.bytes437[character]
        case .pc858: return Self.bytes858[character]
        case .wpc1252: return Self.bytes1252[character]
        }
    }

    /// Returns the character of a byte; `nil` for a byte that does not print a character of its own.
    public func character(_ byte: UInt8) -> Character? {
        guard byte >= 0x80 else { return (0x20..<0x7F).contains(byte) ? Character(Unicode.Scalar(byte)) : nil }
        let character = upperHalf[Int(byte) - 0x80]
        return character == "\u{FFFD}" ? nil : character
    }

    private var upperHalf: [Character] {
        switch self {
        case .pc437: Self.upper437
        case .pc858: Self.upper858
        case .wpc1252: Self.upper1252
        }
    }

    private static func bytes(_ upperHalf: [Character]) -> [Character: UInt8] {
        var bytes: [Character: UInt8] = [:]
        for (place, character) in upperHalf.enumerated() where character != "\u{FFFD}" {
            bytes[character] = UInt8(0x80 + place)
        }
        return bytes
    }

    private static let bytes437 = bytes(upper437)
    private static let bytes858 = bytes(upper858)
    private static let bytes1252 = bytes(upper1252)

    private static let upper437 = Array(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{FFFD}")

    private static let upper858 = Array(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
            + "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{FFFD}±‗¾¶§÷¸°¨·¹³²■\u{FFFD}")

    private static let upper1252 = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\u{FFFD}¡¢£¤¥¦§¨©ª«¬\u{FFFD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
            + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ")
}
