package import TenderBytes

extension PINBlock {
    /// Format 4 (ISO 9564-1, 9.4.2), for AES: a field with a random half, mixed with the account number in between
    /// two encryptions.
    package enum Format4 {
        private static let number: UInt8 = 4
        private static let fill: UInt8 = 0xA
        /// The size of the random half, in bytes.
        package static let randomByteCount = 8

        /// Encrypts a PIN.
        ///
        /// - Parameters:
        ///   - key: 16, 24 or 32 bytes.
        ///   - random: Eight bytes from a random source, never used again.
        /// - Throws: `CryptoError.pinMalformed`, `accountNumberMalformed`, `wrongSize`, `unsupportedKeySize` and
        ///   `library`.
        package static func encrypt(
            _ pin: SecretBytes, accountNumber: SecretBytes, key: SecretBytes, random: SecretBytes
        ) throws(CryptoError) -> [UInt8] {
            guard random.count == randomByteCount else {
                throw .wrongSize(.randomPadding, expected: randomByteCount, actual: random.count)
            }
            let field = try PINBlock.field(pin, format: number, fill: fill) + random
            let account = try accountField(accountNumber)
            let cipher = try CipherContext(.aes, keyByteCount: key.count, .ecb, .encrypt)
            let inner = try cipher.process(field, key: key).xor(account)
            return try cipher.process(inner, key: key).withUnsafeBytes { Array($0) }
        }

        /// Decrypts a block of 16 bytes.
        ///
        /// - Throws: `CryptoError.pinBlockMalformed`, `accountNumberMalformed`, `unsupportedKeySize` and `library`.
        package static func decrypt(
            _ block: [UInt8], accountNumber: SecretBytes, key: SecretBytes
        ) throws(CryptoError) -> SecretBytes {
            let account = try accountField(accountNumber)
            guard block.count == BlockCipher.aes.blockByteCount else { throw .pinBlockMalformed }
            let cipher = try CipherContext(.aes, keyByteCount: key.count, .ecb, .decrypt)
            let inner = try cipher.process(SecretBytes(block), key: key).xor(account)
            let field = try cipher.process(inner, key: key)
            return try PINBlock.pin(in: field.slice(0..<8), format: number, fill: fill)
        }

        /// How many digits there are beyond twelve, the digits, at least twelve of them, and zeros.
        private static func accountField(_ accountNumber: SecretBytes) throws(CryptoError) -> SecretBytes {
            try check(accountNumber)
            let count = accountNumber.count
            let leading = [UInt8](repeating: 0, count: max(0, 12 - count))
            let trailing = [UInt8](repeating: 0, count: 31 - leading.count - count)
            let start = SecretBytes([UInt8(max(0, count - 12))] + leading)
            return (start + accountNumber.nibbles + SecretBytes(trailing)).packed
        }
    }
}
