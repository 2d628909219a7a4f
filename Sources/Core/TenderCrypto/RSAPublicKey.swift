/// A public key of EMV (Book 2, B2.1): a modulus of at most 248 bytes, and 3 or 65537 as the exponent.
package struct RSAPublicKey: Hashable, Sendable {
    /// The sizes that a modulus may have, in bytes.
    package static let modulusByteCounts = 1...248

    /// The exponents of EMV.
    package enum Exponent: UInt32, Hashable, Sendable, CaseIterable {
        case three = 3
        case fermat4 = 65537
    }

    /// The modulus, big-endian.
    package let modulus: [UInt8]
    /// The exponent.
    package let exponent: Exponent

    /// Checks a key that may come from a card.
    ///
    /// - Parameter exponent: One to three bytes, big-endian.
    /// - Throws: `CryptoError.invalidPublicKey` for a modulus that is too long, even or one, and for another exponent.
    package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        guard Self.modulusByteCounts.contains(modulus.count), let last = modulus.last, last & 1 == 1,
            last > 1 || modulus.dropLast().contains(where: { $0 != 0 }),
            (1...3).contains(exponent.count),
            let exponent = Exponent(rawValue: exponent.reduce(0) { $0 << 8 | UInt32($1) })
        else { throw .invalidPublicKey }
        self.modulus = modulus
        self.exponent = exponent
    }
}
