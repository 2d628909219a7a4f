/// The characters of the simulated printer's tables, written independently of the encoder under test.
enum PrinterFont {
    /// Returns the character that a byte prints with a table; U+FFFD if the printer has none.
    static func character(_ byte: UInt8, table: UInt8) -> Character {
        guard byte >= 0x80 else { return (0x20..<0x7F).contains(byte) ? Character(Unicode.Scalar(byte)) : "\u{FFFD}" }
        return tables[table]?[Int(byte) - 0x80] ?? "\u{FFFD}"
    }

    private static let tables: [UInt8: [Character]] = [
        0: Array(
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
                + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ "),
        16: Array(
            "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ ¡¢£¤¥¦§¨©ª«¬\u{FFFD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"),
        19: Array(
            "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
                + "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{FFFD}±‗¾¶§÷¸°¨·¹³²■ "),
    ]
}
