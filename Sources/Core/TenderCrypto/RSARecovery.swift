import COpenSSL
package import TenderBytes

/// The recovery function of EMV (Book 2, B2.1): a number to the power of a small public exponent.
///
/// One is kept for many keys. OpenSSL's own function is made for exponents of any size; for these two there is less to
/// do. The cube takes two reductions, no conversion into Montgomery's form, and less than half the time. For 65537 see
/// `raiseToFermat4`. The exponent is public: the time may depend on it.
package struct RSARecovery: ~Copyable {
    private let context: OpaquePointer
    private let montgomery: OpaquePointer
    private let modulus: OpaquePointer
    private let base: OpaquePointer
    private let power: OpaquePointer
    private let wide: OpaquePointer

    /// Allocates what every recovery works in.
    ///
    /// - Throws: `CryptoError.library` when there is no memory.
    package init() throws(CryptoError) {
        guard let context = BN_CTX_new(), let montgomery = BN_MONT_CTX_new(), let modulus = BN_new(),
            let base = BN_new(), let power = BN_new(), let wide = BN_new()
        else { throw .library(function: "BN_new") }
        self.context = context
        self.montgomery = montgomery
        self.modulus = modulus
        self.base = base
        self.power = power
        self.wide = wide
    }

    deinit {
        for number in [modulus, base, power, wide] { BN_clear_free(number) }
        BN_MONT_CTX_free(montgomery)
        // It wipes the numbers that it lent.
        BN_CTX_free(context)
    }

    /// Recovers what was signed; whether it is what it should be is the caller's question.
    ///
    /// - Parameter signature: As long as the modulus.
    /// - Returns: As many bytes as the modulus has.
    /// - Throws: `CryptoError.wrongSize`, `notBelowModulus` and `library`.
    package mutating func recover(
        _ signature: SecretBytes, with key: RSAPublicKey
    ) throws(CryptoError) -> SecretBytes {
        guard signature.count == key.modulus.count else {
            throw .wrongSize(.signature, expected: key.modulus.count, actual: signature.count)
        }
        return try raise(signature, with: key)
    }

    /// Encrypts a block that holds a PIN for the card (Book 2, 7.2), in memory that is wiped before it returns.
    ///
    /// - Parameter block: As long as the modulus.
    /// - Throws: as `recover`.
    package static func encrypt(_ block: SecretBytes, with key: RSAPublicKey) throws(CryptoError) -> [UInt8] {
        guard block.count == key.modulus.count else {
            throw .wrongSize(.signature, expected: key.modulus.count, actual: block.count)
        }
        var recovery = try RSARecovery()
        return try recovery.raise(block, with: key).withUnsafeBytes { Array($0) }
    }

    /// - Parameter bytes: As many as the modulus has.
    private mutating func raise(_ bytes: SecretBytes, with key: RSAPublicKey) throws(CryptoError) -> SecretBytes {
        let size = Int32(key.modulus.count)
        let isRead = bytes.withUnsafeBytes {
            BN_bin2bn($0.assumingMemoryBound(to: UInt8.self).baseAddress, size, base) != nil
        }
        guard isRead, BN_bin2bn(key.modulus, size, modulus) != nil else { throw .library(function: "BN_bin2bn") }
        guard BN_ucmp(base, modulus) < 0 else { throw .notBelowModulus }
        let isDone =
            switch key.exponent {
            case .three: cube()
            case .fermat4: raiseToFermat4()
            }
        guard isDone else { throw .library(function: "BN_mod_mul") }
        return try SecretBytes(count: key.modulus.count) { (output) throws(CryptoError) in
            guard BN_bn2binpad(power, output.assumingMemoryBound(to: UInt8.self).baseAddress, size) == size else {
                throw .library(function: "BN_bn2binpad")
            }
        }
    }

    private func cube() -> Bool {
        BN_mod_sqr(power, base, modulus, context) == 1 && BN_mod_mul(power, power, base, modulus, context) == 1
    }

    /// Sixteen squares and a product in Montgomery's form, modulo a multiple of the modulus.
    ///
    /// OpenSSL has fast products for numbers of four, eight … words only, which the moduli of cards, 1408 and 1984
    /// bits, are not. So the modulus is widened to the next such size, and the result reduced at the end: 15 µs in
    /// place of 26 for 1984 bits. The last factor stays outside Montgomery's form, which converts the result back.
    private func raiseToFermat4() -> Bool {
        guard widen(), BN_MONT_CTX_set(montgomery, wide, context) == 1,
            BN_to_montgomery(power, base, montgomery, context) == 1
        else { return false }
        for _ in 0..<16 {
            guard BN_mod_mul_montgomery(power, power, power, montgomery, context) == 1 else { return false }
        }
        return BN_mod_mul_montgomery(power, power, base, montgomery, context) == 1
            && BN_nnmod(power, power, modulus, context) == 1
    }

    /// Multiplies the modulus by an odd number: as many words of ones as bring it to a multiple of four words.
    private func widen() -> Bool {
        let words = (BN_num_bits(modulus) + 63) / 64
        let missing = (4 - words % 4) % 4
        guard missing > 0 else { return BN_copy(wide, modulus) != nil }
        return BN_lshift(wide, modulus, 64 * missing) == 1 && BN_sub(wide, wide, modulus) == 1
    }
}
