import SimulatedCard
package import TenderBytes
package import TenderCrypto
package import TenderEMV

/// A PIN pad that enciphers what was typed for the issuer, under a key of its own for each PIN (DUKPT): a block of
/// format 0 under triple DES, and of format 4 under AES.
///
/// Its initial key follows from the published base key, and so is worthless.
package struct SimulatedPINPad: Sendable {
    private var device: DUKPTDevice

    /// Loads a pad.
    ///
    /// - Parameter serialNumber: The number before its first PIN: 10 bytes for triple DES, 12 for AES.
    /// - Throws: `CryptoError`.
    package init(serialNumber: [UInt8] = [0xFF, 0xFF, 0x98, 0x76, 0x54, 0x32, 0x10, 0xE0, 0, 0]) throws(CryptoError) {
        let number = try DUKPTSerialNumber(serialNumber)
        device = try DUKPTDevice(
            initialKey: PublishedBaseKey.initialKey(serialNumber: number), serialNumber: number)
    }

    /// Enciphers a PIN.
    ///
    /// - Parameters:
    ///   - pin: Digits as text.
    ///   - accountNumber: The card's number, digits as text.
    ///   - random: Eight bytes; of a block of format 4.
    /// - Returns: `nil` if the keys are used up.
    /// - Throws: `CryptoError`.
    package mutating func encipher(
        _ pin: SecretBytes, accountNumber: SecretBytes, random: SecretBytes
    ) throws(CryptoError) -> EncipheredPIN? {
        guard let transaction = try device.advance() else { return nil }
        let key = try transaction.key(for: .pin)
        let block =
            switch transaction.serialNumber {
            case .tripleDES: try PINBlock.Format0.encrypt(pin, accountNumber: accountNumber, key: key)
            case .aes: try PINBlock.Format4.encrypt(pin, accountNumber: accountNumber, key: key, random: random)
            }
        return EncipheredPIN(block: block, keySerialNumber: transaction.serialNumber.bytes)
    }
}
