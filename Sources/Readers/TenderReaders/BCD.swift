/// Binary-coded decimal digits, two per byte.
public enum BCD {
    /// Decodes a number; returns `nil` for a nibble above 9, and for more than 18 digits.
    public static func decode(_ bytes: some Collection<UInt8>) -> Int64? {
        guard bytes.count <= 9 else { return nil }
        var number: Int64 = 0
        for byte in bytes {
            guard byte >> 4 <= 9, byte & 0x0F <= 9 else { return nil }
            number = number * 100 + Int64(byte >> 4) * 10 + Int64(byte & 0x0F)
        }
        return number
    }

    /// Encodes the last digits of a nonnegative number in the given number of bytes.
    public static func encode(_ number: Int64, byteCount: Int) -> [UInt8] {
        var rest = max(0, number)
        var bytes: [UInt8] = []
        for _ in 0..<max(0, byteCount) {
            bytes.append(byte(Int(rest % 100)))
            rest /= 100
        }
        return bytes.reversed()
    }

    /// Encodes two digits in one byte; `value` is taken modulo 100.
    static func byte(_ value: Int) -> UInt8 {
        let value = value.magnitude % 100
        return UInt8(value / 10) << 4 | UInt8(value % 10)
    }

    /// Decodes the digits as text; returns `nil` for a nibble above 9.
    static func text(_ bytes: [UInt8]) -> String? {
        var text = ""
        for byte in bytes {
            guard byte >> 4 <= 9, byte & 0x0F <= 9 else { return nil }
            text += "\(byte >> 4)\(byte & 0x0F)"
        }
        return text
    }
}
