import TenderBytes

/// The PIN blocks of ISO 9564-1, in which a PIN leaves the device where it was typed.
///
/// PINs and account numbers are digits as text.
package enum PINBlock {
    /// How many digits a PIN may have.
    package static let pinDigitCounts = 4...12
    /// How many digits an account number may have (ISO/IEC 7812-1).
    package static let accountDigitCounts = 8...19

    /// What every format starts with: its number, the PIN's length, the PIN, and `fill` up to 16 digits.
    static func field(_ pin: SecretBytes, format: UInt8, fill: UInt8) throws(CryptoError) -> SecretBytes {
        guard pinDigitCounts.contains(pin.count), pin.isDecimal else { throw .pinMalformed }
        let filler = [UInt8](repeating: fill, count: 14 - pin.count)
        return (SecretBytes([format, UInt8(pin.count)]) + pin.nibbles + SecretBytes(filler)).packed
    }

    /// The PIN in such a field of 8 bytes, whose every digit is looked at before any is judged.
    static func pin(in field: SecretBytes, format: UInt8, fill: UInt8) throws(CryptoError) -> SecretBytes {
        let nibbles = field.unpacked
        let (count, isValid) = nibbles.withUnsafeBytes { nibbles in
            let count = Int(nibbles[1])
            let strangers = (0..<14).reduce(0) { sum, place in
                let nibble = nibbles[place + 2]
                return sum + ((place < count ? nibble > 9 : nibble != fill) ? 1 : 0)
            }
            return (count, nibbles[0] == format && pinDigitCounts.contains(count) && strangers == 0)
        }
        guard isValid else { throw .pinBlockMalformed }
        return nibbles.slice(2..<2 + count).decimal
    }

    static func check(_ accountNumber: SecretBytes) throws(CryptoError) {
        guard accountDigitCounts.contains(accountNumber.count), accountNumber.isDecimal else {
            throw .accountNumberMalformed
        }
    }
}
