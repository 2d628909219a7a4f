/// Decimal digits, two a byte.
enum BCD {
    /// The digits of a number that is not negative, with zeros in front; digits that do not fit are lost.
    static func encode(_ value: Int64, byteCount: Int) -> [UInt8] {
        var rest = value.magnitude
        var bytes: [UInt8] = []
        for _ in 0..<byteCount {
            bytes.append(byte(Int(rest % 100)))
            rest /= 100
        }
        return bytes.reversed()
    }

    /// Two digits in one byte; `value` is taken modulo 100.
    static func byte(_ value: Int) -> UInt8 {
        let value = value.magnitude % 100
        return UInt8(value / 10) << 4 | UInt8(value % 10)
    }

    /// The number that the digits of `bytes` write; nil when they are none, or more than 18.
    static func decode(_ bytes: some Collection<UInt8>) -> Int64? {
        guard bytes.count <= 9 else { return nil }
        var value: Int64 = 0
        for byte in bytes {
            guard byte >> 4 <= 9, byte & 0x0F <= 9 else { return nil }
            value = value * 100 + Int64(byte >> 4) * 10 + Int64(byte & 0x0F)
        }
        return value
    }
}
