import TenderBytes

/// Number and expiry in track 2 as a chip has it, tag 57 (EMV Book 3, annex A).
struct Track2Equivalent {
    /// The number as tag 5A has it: two digits a byte, then F.
    let number: SecretBytes
    /// The last day of the month of expiry.
    let expiry: EMVDate

    /// - Returns: `nil` without a separator behind 1 to 19 digits, or without a month of expiry behind it.
    init?(_ value: SecretBytes) {
        let nibbles = SecretBytes(count: 2 * value.count) { output in
            value.withUnsafeBytes {
                for (index, byte) in $0.enumerated() {
                    (output[2 * index], output[2 * index + 1]) = (byte >> 4, byte & 0xF)
                }
            }
        }
        let separator = nibbles.withUnsafeBytes { $0.firstIndex(of: 0xD) }
        guard let separator, (1...19).contains(separator) else { return nil }
        let digits = nibbles.slice(0..<separator)
        let end = nibbles.part(separator + 1..<separator + 5)
        guard digits.withUnsafeBytes({ $0.allSatisfy { $0 < 10 } }), end.count == 4 else { return nil }
        let (year, month) = end.withUnsafeBytes { ($0[0] << 4 | $0[1], $0[2] << 4 | $0[3]) }
        // The first of these days that the month has is its last.
        let last = ([0x31, 0x30, 0x29, 0x28] as [UInt8]).lazy.compactMap { EMVDate(bytes: [year, month, $0]) }.first
        guard let last else { return nil }
        expiry = last
        number = SecretBytes(count: (separator + 1) / 2) { output in
            digits.withUnsafeBytes { digits in
                for index in output.indices {
                    let low = 2 * index + 1 < digits.count ? digits[2 * index + 1] : 0xF
                    output[index] = digits[2 * index] << 4 | low
                }
            }
        }
    }
}
