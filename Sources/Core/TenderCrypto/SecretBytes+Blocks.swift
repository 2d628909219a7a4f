package import TenderBytes

/// What keys and blocks are put together from; each result is wiped like its parts.
extension SecretBytes {
    /// Each byte combined with the byte of `mask` at the same place; both must have the same size.
    func xor(_ mask: SecretBytes) -> SecretBytes {
        mask.withUnsafeBytes { xor($0) }
    }

    /// The same with a mask that is no secret.
    func xor(_ mask: [UInt8]) -> SecretBytes {
        mask.withUnsafeBytes { xor($0) }
    }

    private func xor(_ mask: UnsafeRawBufferPointer) -> SecretBytes {
        precondition(mask.count == count, "a mask has the size of what it masks")
        return withUnsafeBytes { bytes in
            SecretBytes(count: count) { output in
                for index in output.indices { output[index] = bytes[index] ^ mask[index] }
            }
        }
    }

    /// Both, one after the other.
    package static func + (left: SecretBytes, right: SecretBytes) -> SecretBytes {
        SecretBytes(count: left.count + right.count) { output in
            left.withUnsafeBytes { output.copyBytes(from: $0) }
            right.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: output[left.count...]).copyBytes(from: $0) }
        }
    }
}
