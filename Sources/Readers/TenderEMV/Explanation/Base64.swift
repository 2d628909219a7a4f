/// Base64 with padding (RFC 4648 clause 4).
enum Base64 {
    /// Decodes characters without white space; `nil` for any other character, size, or bits that are not zero.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let digits = text.prefix { $0 != UInt8(ascii: "=") }
        let padding = text.dropFirst(digits.count)
        guard text.count.isMultiple(of: 4), padding.count <= 2, padding.allSatisfy({ $0 == UInt8(ascii: "=") }) else {
            return nil
        }
        var bytes: [UInt8] = []
        var (bits, count) = (UInt16(0), 0)
        for character in digits {
            guard let value = value(character) else { return nil }
            bits = bits << 6 | UInt16(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt16(count)))
            bits &= 1 << UInt16(count) - 1
        }
        return bits == 0 ? bytes : nil
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
