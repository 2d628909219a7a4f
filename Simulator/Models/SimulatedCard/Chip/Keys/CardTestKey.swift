import TenderBytes
import TenderCrypto

/// A fixed RSA key, as hexadecimal digits.
struct CardTestKey {
    let exponent: [UInt8]
    let modulus: [UInt8]
    private let privateExponent: SecretBytes

    init(exponent: [UInt8], modulus: String, privateExponent: String) {
        self.exponent = exponent
        self.modulus = Hex.decode(modulus) ?? []
        self.privateExponent = SecretBytes(Hex.decode(privateExponent) ?? [])
    }

    /// Signs a block that is as long as the modulus.
    func sign(_ block: [UInt8]) throws(CryptoError) -> [UInt8] {
        try decrypt(block).withUnsafeBytes { Array($0) }
    }

    /// Decrypts a block that is as long as the modulus.
    func decrypt(_ block: [UInt8]) throws(CryptoError) -> SecretBytes {
        let key = try RSAPublicKey(modulus: modulus, exponent: exponent)
        return try RSAPrivateKey(publicKey: key, exponent: privateExponent).apply(to: block)
    }
}
