import TenderBytes
import TenderCrypto
import TenderModel
import TenderReaders

/// The encryption of one card under the keys of one transaction, which are gone with it.
final class DUKPTCardSeal: CardSeal {
    private enum Failure: Error {
        case used, currency
    }

    private let transaction: Guarded<DUKPTTransaction?>

    init(_ transaction: DUKPTTransaction) { self.transaction = Guarded(transaction) }

    func seal(track2: SecretBytes, read method: ReadMethod, amount: Amount) throws -> EncryptedPayload {
        // The point-of-service entry mode of ISO 8583.
        let mode: UInt8 = method == .magneticStripeFallback ? 80 : 90
        return try seal([3, mode] + Self.bytes(amount), track2)
    }

    func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload {
        try seal([2] + Self.bytes(amount), objects)
    }

    /// Encrypts, and authenticates what was encrypted.
    private func seal(_ head: [UInt8], _ data: SecretBytes) throws -> EncryptedPayload {
        let transaction = transaction.withLock { transaction in
            defer { transaction = nil }
            return transaction
        }
        guard let transaction else { throw Failure.used }
        let cipher = transaction.serialNumber.cipher
        let scheme = cipher == .aes ? "aes-dukpt-tender-v1" : "tdes-dukpt-tender-v1"
        let serial = Hex.encode(transaction.serialNumber.bytes)
        let plaintext = SecretBytes(head) + data
        // One bit and then zeros (ISO/IEC 9797-1, padding method 2).
        let excess = (plaintext.count + 1) % cipher.blockByteCount
        let padding = [0x80] + [UInt8](repeating: 0, count: excess == 0 ? 0 : cipher.blockByteCount - excess)
        let ciphertext = try cipher.encrypt(
            plaintext + SecretBytes(padding), key: transaction.key(for: .requestData), mode: .cbc())
        let code: MessageAuthentication = cipher == .aes ? .aesCMAC : .retailMAC(padding: .oneAndZeros)
        let tag = try code.authenticate(
            Array("\(scheme):\(serial)".utf8) + ciphertext, key: transaction.key(for: .requestMAC))
        return EncryptedPayload(
            scheme: scheme, keySerial: serial, ciphertext: Hex.encode(ciphertext), tag: Hex.encode(tag))
    }

    /// Eight bytes of minor units, three letters of the currency.
    private static func bytes(_ amount: Amount) throws -> [UInt8] {
        let currency = Array(amount.currency.description.utf8)
        guard currency.count == 3, amount.minorUnits >= 0 else { throw Failure.currency }
        return withUnsafeBytes(of: amount.minorUnits.bigEndian) { Array($0) } + currency
    }
}
