package import TenderBytes

/// The keys of one transaction under DUKPT, as its device has them.
package struct DUKPTTransaction: Sendable {
    /// What a key is for, seen from the device: it sends requests, and receives responses.
    package enum Purpose: Hashable, Sendable, CaseIterable {
        case pin
        case requestMAC
        case responseMAC
        case requestData
        case responseData
    }

    /// The number that is sent with whatever the keys are used for.
    package let serialNumber: DUKPTSerialNumber
    private let key: SecretBytes

    init(serialNumber: DUKPTSerialNumber, key: SecretBytes) {
        self.serialNumber = serialNumber
        self.key = key
    }

    /// Derives the key for a purpose; with AES it is as long as the initial key.
    ///
    /// - Throws: `CryptoError.library`.
    package func key(for purpose: Purpose) throws(CryptoError) -> SecretBytes {
        switch serialNumber {
        case .tripleDES: try TripleDESDUKPT.workingKey(for: purpose.tripleDES, from: key)
        case .aes(let number): try AESDUKPT.workingKey(for: purpose.aes, from: key, serialNumber: number)
        }
    }
}

extension DUKPTTransaction.Purpose {
    fileprivate var tripleDES: TripleDESDUKPT.Usage {
        switch self {
        case .pin: .pin
        case .requestMAC: .requestMAC
        case .responseMAC: .responseMAC
        case .requestData: .requestData
        case .responseData: .responseData
        }
    }

    fileprivate var aes: AESDUKPT.Usage {
        switch self {
        case .pin: .pin
        case .requestMAC: .macGeneration
        case .responseMAC: .macVerification
        case .requestData: .dataEncryption
        case .responseData: .dataDecryption
        }
    }
}
