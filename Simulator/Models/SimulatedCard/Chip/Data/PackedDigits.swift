import TenderBytes

/// Decimal digits, two a byte, as a chip stores numbers and dates (EMV, Book 3, 4.3).
enum PackedDigits {
    /// Left-justified and filled with the half-byte F (format cn).
    ///
    /// - Parameter count: The bytes to fill; `nil` for as few as possible.
    static func filled(_ digits: [UInt8], count: Int? = nil) -> [UInt8] {
        let places = count.map { 2 * $0 } ?? (digits.count + 1) / 2 * 2
        let nibbles = Array(digits.prefix(places)) + [UInt8](repeating: 0xF, count: max(0, places - digits.count))
        return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    }

    /// Two digits; `value` is taken modulo 100.
    static func pair(_ value: Int) -> UInt8 {
        let rest = UInt8(value.magnitude % 100)
        return (rest / 10) << 4 | rest % 10
    }

    /// The values of digits of text.
    static func digits(_ text: SecretBytes) -> [UInt8] { text.withUnsafeBytes { $0.map { $0 & 0x0F } } }
}
