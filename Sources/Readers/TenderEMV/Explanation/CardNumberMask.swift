/// Hides card numbers in what an explanation shows.
enum CardNumberMask {
    /// Returns digits with all but the last four replaced; all of them if there are fewer than nine.
    static func mask(_ digits: some StringProtocol) -> String {
        let shown = digits.count > 8 ? 4 : 0
        return String(repeating: "*", count: digits.count - shown) + digits.suffix(shown)
    }

    /// Returns bytes in hexadecimal with everything hidden that may be a card number, packed or as text.
    ///
    /// That is 12 to 19 digits in a row with a valid check digit that do not begin with 0 (ISO/IEC 7812-1), which is too
    /// much rather than too little.
    static func guarded(_ bytes: [UInt8]) -> String {
        let digits = Array(hex(bytes).utf8)
        let (packed, text) = (hidden(digits), hidden(bytes))
        let shown = digits.indices.map { packed[$0] || text[$0 / 2] ? UInt8(ascii: "*") : digits[$0] }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Returns which characters are to be hidden.
    private static func hidden(_ characters: [UInt8]) -> [Bool] {
        var hidden = [Bool](repeating: false, count: characters.count)
        for start in characters.indices where (0x31...0x39).contains(characters[start]) {
            let digits = characters[start...].prefix(19).prefix { (0x30...0x39).contains($0) }
            for count in 12...19 where count <= digits.count && isValid(digits.prefix(count)) {
                for index in start..<(start + count - 4) { hidden[index] = true }
            }
        }
        return hidden
    }

    private static func isValid(_ digits: ArraySlice<UInt8>) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let weighted = Int(digit.element & 0x0F) * (digit.offset.isMultiple(of: 2) ? 1 : 2)
            return sum + weighted / 10 + weighted % 10
        }
        return sum.isMultiple(of: 10)
    }
}
