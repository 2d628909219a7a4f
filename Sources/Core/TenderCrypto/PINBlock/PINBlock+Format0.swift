package import TenderBytes

extension PINBlock {
    /// Format 0 (ISO 9564-1, 9.3), for triple DES: a field of 8 bytes, mixed with 12 digits of the account number.
    package enum Format0 {
        private static let number: UInt8 = 0
        private static let fill: UInt8 = 0xF

        /// Encrypts a PIN.
        ///
        /// - Parameter key: 16 or 24 bytes.
        /// - Throws: `CryptoError.pinMalformed`, `accountNumberMalformed`, `unsupportedKeySize` and `library`.
        package static func encrypt(
            _ pin: SecretBytes, accountNumber: SecretBytes, key: SecretBytes
        ) throws(CryptoError) -> [UInt8] {
            let field = try PINBlock.field(pin, format: number, fill: fill)
            return try BlockCipher.tripleDES.encrypt(field.xor(accountField(accountNumber)), key: key)
        }

        /// Decrypts a block of 8 bytes.
        ///
        /// - Throws: `CryptoError.pinBlockMalformed`, `accountNumberMalformed`, `unsupportedKeySize` and `library`.
        package static func decrypt(
            _ block: [UInt8], accountNumber: SecretBytes, key: SecretBytes
        ) throws(CryptoError) -> SecretBytes {
            let account = try accountField(accountNumber)
            guard block.count == BlockCipher.tripleDES.blockByteCount else { throw .pinBlockMalformed }
            let field = try BlockCipher.tripleDES.decrypt(block, key: key).xor(account)
            return try PINBlock.pin(in: field, format: number, fill: fill)
        }

        /// Four zeros, and the last twelve digits before the check digit.
        private static func accountField(_ accountNumber: SecretBytes) throws(CryptoError) -> SecretBytes {
            try check(accountNumber)
            let digits = accountNumber.slice(max(0, accountNumber.count - 13)..<accountNumber.count - 1).nibbles
            return (SecretBytes([UInt8](repeating: 0, count: 16 - digits.count)) + digits).packed
        }
    }
}
