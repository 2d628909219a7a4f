/// An issuer's certificate that is no longer valid (EMV Book 2, 5.1.2).
public struct RevokedCertificate: Hashable, Sendable {
    /// The key that made it.
    public let authority: CAKey.Identifier
    /// Its serial number, three bytes.
    public let serialNumber: [UInt8]

    /// Creates an entry of the list.
    public init(authority: CAKey.Identifier, serialNumber: [UInt8]) {
        self.authority = authority
        self.serialNumber = serialNumber
    }
}
