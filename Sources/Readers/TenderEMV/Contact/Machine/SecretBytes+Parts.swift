import TenderBytes

/// Parts of bytes that are wiped, and bytes that are.
extension SecretBytes {
    /// The bytes at a range, cut to what is there.
    func part(_ range: Range<Int>) -> SecretBytes {
        withUnsafeBytes { SecretBytes(UnsafeRawBufferPointer(rebasing: $0[range.clamped(to: 0..<$0.count)])) }
    }

    /// The bytes as an array, which is not wiped: for what is no secret.
    var open: [UInt8] { withUnsafeBytes { [UInt8]($0) } }

    /// Takes over bytes, which are wiped if nobody else holds them.
    convenience init(taking bytes: consuming [UInt8]) {
        var bytes = bytes
        self.init(bytes)
        bytes.withUnsafeMutableBytes { for index in $0.indices { $0[index] = 0 } }
    }

    /// The parts one after the other.
    static func joined(_ parts: [SecretBytes]) -> SecretBytes {
        SecretBytes(count: parts.reduce(0) { $0 + $1.count }) { output in
            var place = 0
            for part in parts {
                part.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: output[place...]).copyBytes(from: $0)
                }
                place += part.count
            }
        }
    }

    /// Digits, two a byte, without the F behind them, as one digit a byte; `nil` if a half-byte is neither.
    var digits: SecretBytes? {
        withUnsafeBytes { bytes in
            var nibbles = bytes.flatMap { [$0 >> 4, $0 & 0xF] }
            while nibbles.last == 0xF { nibbles.removeLast() }
            return nibbles.allSatisfy { $0 < 10 } ? SecretBytes(taking: nibbles) : nil
        }
    }

    /// The same digits as text.
    var digitText: SecretBytes? { digits.map { $0.withUnsafeBytes { SecretBytes(taking: $0.map { $0 | 0x30 }) } } }
}
