import TenderBytes

/// Parts of bytes that are wiped, and bytes that are.
extension SecretBytes {
    /// No bytes.
    static let empty = SecretBytes([UInt8]())

    /// The bytes at a range, cut to what is there; they are not copied.
    func part(_ range: Range<Int>) -> SecretBytes { slice(range.clamped(to: 0..<count)) }

    /// The first byte.
    var first: UInt8? { withUnsafeBytes { $0.first } }

    /// At most eight bytes as a number, the first one on top.
    var number: UInt64 { withUnsafeBytes { $0.reduce(0) { $0 << 8 | UInt64($1) } } }

    /// Whether there is only what fills up an EMV signature (EMV Book 2, annex A2.1).
    var isPadding: Bool { withUnsafeBytes { $0.allSatisfy { $0 == 0xBB } } }

    /// The bytes as an array, which is not wiped: for what is no secret.
    var open: [UInt8] { withUnsafeBytes { [UInt8]($0) } }

    /// Takes over bytes, which are wiped if nobody else holds them.
    init(taking bytes: consuming [UInt8]) {
        var bytes = bytes
        self.init(bytes)
        bytes.withUnsafeMutableBytes { for index in $0.indices { $0[index] = 0 } }
    }

    /// The data objects in it, one after the other; what is inside constructed ones is not looked at.
    func objects() throws(TLVError) -> [(tag: TLV.Tag, value: SecretBytes)] {
        var objects: [(tag: TLV.Tag, value: SecretBytes)] = []
        var rest = self
        while let element = try rest.withUnsafeBytes({ (bytes) throws(TLVError) in try TLV.first(in: bytes.bytes) }) {
            objects.append((element.tag, rest.part(element.range)))
            rest = rest.part(element.whole.upperBound..<rest.count)
        }
        return objects
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
            let nibbles = SecretBytes(count: 2 * bytes.count) { output in
                for (index, byte) in bytes.enumerated() {
                    output[2 * index] = byte >> 4
                    output[2 * index + 1] = byte & 0xF
                }
            }
            let count = nibbles.withUnsafeBytes { nibbles in (nibbles.lastIndex { $0 != 0xF } ?? -1) + 1 }
            let digits = nibbles.slice(0..<count)
            return digits.withUnsafeBytes { $0.allSatisfy { $0 < 10 } } ? digits : nil
        }
    }

    /// The same digits as text.
    var digitText: SecretBytes? {
        digits.map { digits in
            digits.withUnsafeBytes { digits in
                SecretBytes(count: digits.count) { output in
                    for index in output.indices { output[index] = digits[index] | 0x30 }
                }
            }
        }
    }
}
