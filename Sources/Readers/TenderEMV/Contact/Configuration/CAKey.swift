import TenderCrypto

/// A public key of a certification authority, by which issuers' certificates are checked (EMV Book 2, 11.2).
public struct CAKey: Hashable, Sendable {
    /// How a key is asked for: the provider and an index.
    public struct Identifier: Hashable, Sendable {
        /// The registered application provider: the first five bytes of an application identifier.
        public let provider: [UInt8]
        /// The index, tag 8F.
        public let index: UInt8

        /// Creates an identifier.
        public init(provider: [UInt8], index: UInt8) {
            self.provider = provider
            self.index = index
        }
    }

    /// The provider and the index.
    public let identifier: Identifier
    /// The last day on which the key may be used; `nil` if nothing is known.
    public let expiry: EMVDate?
    let key: RSAPublicKey

    /// Checks a key and its check sum, SHA-1 of provider, index, modulus and exponent.
    ///
    /// - Parameters:
    ///   - provider: Five bytes.
    ///   - modulus: 1 to 248 bytes, big-endian.
    ///   - exponent: 3 or 65537, in one to three bytes.
    ///   - checkSum: 20 bytes.
    /// - Throws: `ContactConfigurationError` for a key that EMV does not allow, and for another check sum.
    public init(
        provider: [UInt8], index: UInt8, modulus: [UInt8], exponent: [UInt8], checkSum: [UInt8], expiry: EMVDate? = nil
    ) throws(ContactConfigurationError) {
        guard provider.count == 5 else { throw .init("rid", "a provider has five bytes") }
        guard let key = try? RSAPublicKey(modulus: modulus, exponent: exponent) else {
            throw .init("modulus", "the key is not one that EMV allows")
        }
        guard Self.checkSum(provider: provider, index: index, modulus: modulus, exponent: exponent) == checkSum else {
            throw .init("checksum", "the check sum is another one")
        }
        identifier = Identifier(provider: provider, index: index)
        self.key = key
        self.expiry = expiry
    }

    /// Computes the check sum of a key, 20 bytes.
    public static func checkSum(provider: [UInt8], index: UInt8, modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        var hash = SHA1()
        hash.update(provider + [index] + modulus + exponent)
        return hash.finish()
    }
}
