import TenderBytes

/// The parity of a DES key: an odd number of ones in each byte, the lowest of which no cipher uses.
enum OddParity {
    static func adjust(_ key: [UInt8]) -> SecretBytes {
        SecretBytes(key.map { $0.nonzeroBitCount.isMultiple(of: 2) ? $0 ^ 1 : $0 })
    }
}
