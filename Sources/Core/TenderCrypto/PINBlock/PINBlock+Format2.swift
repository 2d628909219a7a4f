package import TenderBytes

extension PINBlock {
    /// Format 2 (ISO 9564-1, 9.3; EMV, Book 3, 6.5.12), which goes to the card alone: a field of 8 bytes.
    package enum Format2 {
        /// The block of a PIN, in the clear.
        ///
        /// - Throws: `CryptoError.pinMalformed`.
        package static func block(_ pin: SecretBytes) throws(CryptoError) -> SecretBytes {
            try PINBlock.field(pin, format: 2, fill: 0xF)
        }
    }
}
