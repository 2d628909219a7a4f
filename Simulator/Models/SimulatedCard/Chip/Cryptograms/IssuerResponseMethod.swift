public import TenderBytes
public import TenderCrypto

/// How an issuer proves that its answer is its own (EMV, Book 2, 8.2).
public enum IssuerResponseMethod: Hashable, Sendable, CaseIterable {
    /// Method 1: eight bytes over the cryptogram and the response code.
    case responseCode
    /// Method 2: four bytes over the cryptogram and what the card shall change.
    case statusUpdate

    /// The number of bytes that follow the proof in the issuer authentication data (tag 91).
    public var payloadByteCount: Int {
        switch self {
        case .responseCode: 2
        case .statusUpdate: 4
        }
    }

    /// Makes the issuer authentication data (tag 91) for a cryptogram.
    ///
    /// - Parameters:
    ///   - payload: Two bytes of response code, or four of status update; more or fewer are cut or filled with zeros.
    ///   - key: The session key, 16 bytes.
    /// - Throws: `CryptoError` for a key of another size.
    public func authenticationData(
        cryptogram: [UInt8], payload: [UInt8], key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        let payload = Array((payload + [0, 0, 0, 0]).prefix(payloadByteCount))
        let cryptogram = Array((cryptogram + [UInt8](repeating: 0, count: 8)).prefix(8))
        switch self {
        case .responseCode:
            let code = payload + [UInt8](repeating: 0, count: 6)
            let block = zip(cryptogram, code).map { $0 ^ $1 }
            return try BlockCipher.tripleDES.encrypt(SecretBytes(block), key: key) + payload
        case .statusUpdate:
            let mac = MessageAuthentication.retailMAC(padding: .oneAndZeros)
            return Array(try mac.authenticate(cryptogram + payload, key: key).prefix(4)) + payload
        }
    }
}
