public import TenderBytes
public import TenderCrypto

/// The keys by which a card and its issuer make and check cryptograms.
public struct CardKeys: Sendable {
    /// The master key of every simulated issuer: published, and so worthless.
    public static let publishedIssuerKey = SecretBytes(utf8: "Tender issuer 01")

    /// The master key of every simulated issuer for its commands to cards: published, and so worthless.
    public static let publishedScriptKey = SecretBytes(utf8: "Tender script 01")

    /// The master key of every simulated issuer for what it enciphers for cards: published, and so worthless.
    public static let publishedSecretKey = SecretBytes(utf8: "Tender secret 01")

    /// The scheme whose rules they follow.
    public let scheme: CryptogramScheme
    private let masterKey: SecretBytes
    private let scriptKey: SecretBytes
    let secretKey: SecretBytes

    /// Derives the keys of a card.
    ///
    /// - Parameters:
    ///   - number: The card number, in digits as text.
    ///   - sequence: The sequence number of the card, 0 to 99.
    ///   - issuerKey: 16 bytes.
    /// - Throws: `CryptoError` for a key of another size.
    public init(
        scheme: CryptogramScheme, number: SecretBytes, sequence: UInt8, issuerKey: SecretBytes = publishedIssuerKey
    ) throws(CryptoError) {
        self.scheme = scheme
        masterKey = try scheme.masterKey.key(issuerKey: issuerKey, number: number, sequence: sequence)
        scriptKey = try scheme.masterKey.key(
            issuerKey: Self.publishedScriptKey, number: number, sequence: sequence)
        secretKey = try scheme.masterKey.key(
            issuerKey: Self.publishedSecretKey, number: number, sequence: sequence)
    }

    /// The application cryptogram of a transaction (EMV, Book 2, 8.1).
    ///
    /// - Parameters:
    ///   - data: The terminal's data objects, one after the other (`CryptogramScheme.terminalObjects`).
    ///   - profile: The application interchange profile, two bytes.
    ///   - counter: The application transaction counter.
    ///   - applicationData: The issuer's application data (tag 9F10).
    /// - Throws: `CryptoError.library`.
    public func cryptogram(
        data: [UInt8], profile: [UInt8], counter: UInt16, applicationData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let counted = [UInt8(counter >> 8), UInt8(truncatingIfNeeded: counter)]
        let message = data + profile + counted + scheme.authenticated(applicationData)
        let mac = MessageAuthentication.retailMAC(padding: scheme == .visa10 ? .zeros : .oneAndZeros)
        let key = try sessionKey(counter: counter, unpredictable: Array(data.suffix(4)))
        return try mac.authenticate(message, key: key)
    }

    /// The issuer authentication data (tag 91) for a cryptogram.
    ///
    /// M/Chip makes them with the master key. [check]
    ///
    /// - Parameter payload: The response code or the status update.
    /// - Throws: `CryptoError.library`.
    public func authenticationData(
        cryptogram: [UInt8], payload: [UInt8], counter: UInt16
    ) throws(CryptoError) -> [UInt8] {
        let key = scheme == .mchip ? masterKey : try sessionKey(counter: counter, unpredictable: [])
        return try scheme.responseMethod.authenticationData(cryptogram: cryptogram, payload: payload, key: key)
    }

    /// The code that ends a command of the issuer (EMV, Book 2, 9.2), under the common session key of every scheme.
    ///
    /// Visa's versions 10 and 18 have a session key of their own, which these cards do without. [check]
    ///
    /// - Parameters:
    ///   - header: The five bytes of the command, the last of which counts the data and the code.
    ///   - cryptogram: The one that asked for the issuer in this transaction.
    /// - Throws: `CryptoError.library`.
    public func commandCode(
        header: [UInt8], data: [UInt8], counter: UInt16, cryptogram: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let counted = [UInt8(counter >> 8), UInt8(truncatingIfNeeded: counter)]
        let key = try SessionKeyDerivation.commandKey(masterKey: scriptKey, cryptogram: cryptogram)
        let mac = MessageAuthentication.retailMAC(padding: .oneAndZeros)
        return try mac.authenticate(header + counted + cryptogram + data, key: key)
    }

    private func sessionKey(counter: UInt16, unpredictable: [UInt8]) throws(CryptoError) -> SecretBytes {
        try scheme.sessionKey.key(masterKey: masterKey, counter: counter, unpredictable: unpredictable)
    }
}

extension CardKeys: CustomStringConvertible, CustomReflectable {
    /// The scheme, and nothing of the keys.
    public var description: String { "CardKeys(\(scheme.rawValue))" }

    /// A mirror that shows the scheme.
    public var customMirror: Mirror { Mirror(self, children: ["scheme": scheme]) }
}
