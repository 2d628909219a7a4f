import TenderBytes

/// Digits as text, as half-bytes that take a byte each, and as half-bytes that are packed in pairs.
extension SecretBytes {
    /// Whether every byte is a decimal digit of text.
    var isDecimal: Bool {
        withUnsafeBytes { $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
    }

    /// The values of digits of text.
    var nibbles: SecretBytes { eachByte { $0 & 0xF } }

    /// The text of digits.
    var decimal: SecretBytes { eachByte { $0 | UInt8(ascii: "0") } }

    /// Pairs of half-bytes, the first on top; there must be an even number.
    var packed: SecretBytes {
        withUnsafeBytes { nibbles in
            SecretBytes(count: nibbles.count / 2) { output in
                for index in output.indices { output[index] = nibbles[2 * index] << 4 | nibbles[2 * index + 1] }
            }
        }
    }

    /// The two half-bytes of each byte.
    var unpacked: SecretBytes {
        withUnsafeBytes { bytes in
            SecretBytes(count: 2 * bytes.count) { output in
                for index in output.indices {
                    output[index] = index.isMultiple(of: 2) ? bytes[index / 2] >> 4 : bytes[index / 2] & 0xF
                }
            }
        }
    }

    private func eachByte(_ change: (UInt8) -> UInt8) -> SecretBytes {
        withUnsafeBytes { bytes in
            SecretBytes(count: bytes.count) { output in
                for index in output.indices { output[index] = change(bytes[index]) }
            }
        }
    }
}
