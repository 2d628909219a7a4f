import COpenSSL
package import TenderBytes

/// A private key of EMV (Book 2, B2.1), for tests and simulated cards only: nothing hides how long an operation takes.
package struct RSAPrivateKey: Sendable {
    /// The public half.
    package let publicKey: RSAPublicKey
    private let exponent: SecretBytes

    /// Creates a key from numbers that belong together.
    ///
    /// - Parameter exponent: The private exponent, big-endian.
    package init(publicKey: RSAPublicKey, exponent: SecretBytes) {
        self.publicKey = publicKey
        self.exponent = exponent
    }

    /// Signs or decrypts a number: what the public half recovers, and the reverse.
    ///
    /// - Parameter number: As long as the modulus.
    /// - Throws: `CryptoError.wrongSize`, `notBelowModulus` and `library`.
    package func apply(to number: [UInt8]) throws(CryptoError) -> SecretBytes {
        let count = publicKey.modulus.count
        guard number.count == count else { throw .wrongSize(.signature, expected: count, actual: number.count) }
        guard let context = BN_CTX_new() else { throw .library(function: "BN_CTX_new") }
        // It wipes the numbers that it lends.
        defer { BN_CTX_free(context) }
        BN_CTX_start(context)
        defer { BN_CTX_end(context) }
        return try raise(number, context)
    }

    private func raise(_ number: [UInt8], _ context: OpaquePointer) throws(CryptoError) -> SecretBytes {
        let modulus = BN_CTX_get(context)
        let power = BN_CTX_get(context)
        let base = BN_CTX_get(context)
        let secret = BN_CTX_get(context)
        let size = Int32(number.count)
        let isRead = exponent.withUnsafeBytes { bytes in
            BN_bin2bn(bytes.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(bytes.count), secret) != nil
        }
        guard isRead, BN_bin2bn(publicKey.modulus, size, modulus) != nil, BN_bin2bn(number, size, base) != nil else {
            throw .library(function: "BN_bin2bn")
        }
        guard BN_ucmp(base, modulus) < 0 else { throw .notBelowModulus }
        guard BN_mod_exp(power, base, secret, modulus, context) == 1 else { throw .library(function: "BN_mod_exp") }
        return try SecretBytes(count: number.count) { (output) throws(CryptoError) in
            let written = BN_bn2binpad(power, output.assumingMemoryBound(to: UInt8.self).baseAddress, size)
            guard written == size else { throw .library(function: "BN_bn2binpad") }
        }
    }
}
