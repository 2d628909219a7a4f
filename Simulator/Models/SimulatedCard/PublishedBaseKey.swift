package import TenderBytes
package import TenderCrypto

/// The base keys from which whoever receives transactions derives their keys (DUKPT): those of the standard's own
/// examples, published, and so worthless.
package enum PublishedBaseKey {
    /// What a key is for.
    package enum Purpose: Sendable {
        case data, authentication, pin
    }

    private static let tripleDES = SecretBytes([
        0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0xFE, 0xDC, 0xBA, 0x98, 0x76, 0x54, 0x32, 0x10,
    ])
    private static let aes = SecretBytes([
        0xFE, 0xDC, 0xBA, 0x98, 0x76, 0x54, 0x32, 0x10, 0xF1, 0xF1, 0xF1, 0xF1, 0xF1, 0xF1, 0xF1, 0xF1,
    ])

    /// Derives the key that a device is loaded with.
    ///
    /// - Throws: `CryptoError`.
    package static func initialKey(serialNumber: DUKPTSerialNumber) throws(CryptoError) -> SecretBytes {
        switch serialNumber {
        case .tripleDES(let number): try TripleDESDUKPT.initialKey(baseKey: tripleDES, serialNumber: number)
        case .aes(let number): try AESDUKPT.initialKey(baseKey: aes, serialNumber: number)
        }
    }

    /// Derives the key of a transaction for what its terminal sends.
    ///
    /// - Throws: `CryptoError` also for a number that no terminal sends.
    package static func key(
        for purpose: Purpose, serialNumber: DUKPTSerialNumber
    ) throws(CryptoError) -> SecretBytes {
        let initialKey = try initialKey(serialNumber: serialNumber)
        switch serialNumber {
        case .tripleDES(let number):
            let usage: TripleDESDUKPT.Usage =
                switch purpose {
                case .data: .requestData
                case .authentication: .requestMAC
                case .pin: .pin
                }
            return try TripleDESDUKPT.key(for: usage, initialKey: initialKey, serialNumber: number)
        case .aes(let number):
            let usage: AESDUKPT.Usage =
                switch purpose {
                case .data: .dataEncryption
                case .authentication: .macGeneration
                case .pin: .pin
                }
            return try AESDUKPT.key(for: usage, type: .aes128, initialKey: initialKey, serialNumber: number)
        }
    }
}
