/// The terminal transaction qualifiers, tag 9F66: what a reader has and wants (EMV Contactless Book A, 5.7 [check]).
public struct TransactionQualifiers: OptionSet, Hashable, Sendable {
    /// The size in bytes.
    public static let byteCount = 4
    /// The four bytes as a number, the first byte on top.
    public let rawValue: UInt32

    /// Creates qualifiers from the four bytes as a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Magnetic stripe mode, which no kernel here has.
    public static let magneticStripe = TransactionQualifiers(rawValue: 0x8000_0000)
    /// EMV mode.
    public static let emv = TransactionQualifiers(rawValue: 0x2000_0000)
    /// A chip reader with contacts.
    public static let contactChip = TransactionQualifiers(rawValue: 0x1000_0000)
    /// The reader has no line, which no reader here is.
    public static let offlineOnly = TransactionQualifiers(rawValue: 0x0800_0000)
    /// A PIN for the issuer.
    public static let onlinePIN = TransactionQualifiers(rawValue: 0x0400_0000)
    /// A signature.
    public static let signature = TransactionQualifiers(rawValue: 0x0200_0000)
    /// Data authentication also of what goes online.
    public static let onlineAuthentication = TransactionQualifiers(rawValue: 0x0100_0000)
    /// An online cryptogram is required; decided for each transaction.
    public static let onlineRequired = TransactionQualifiers(rawValue: 0x0080_0000)
    /// Cardholder verification is required; decided for each transaction.
    public static let verificationRequired = TransactionQualifiers(rawValue: 0x0040_0000)
    /// A PIN that a chip with contacts checks.
    public static let contactPIN = TransactionQualifiers(rawValue: 0x0020_0000)
    /// Issuer update processing, which no kernel here has.
    public static let issuerUpdate = TransactionQualifiers(rawValue: 0x0000_8000)
    /// Cardholder verification on the consumer's device.
    public static let deviceVerification = TransactionQualifiers(rawValue: 0x0000_4000)

    /// What a configuration may set: no mode that is absent, nothing that each transaction decides, nothing reserved.
    static let configurable: TransactionQualifiers = [
        .emv, .contactChip, .onlinePIN, .signature, .onlineAuthentication, .contactPIN, .deviceVerification,
    ]

    /// The value of tag 9F66.
    public var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - 8 * $0)) } }
}
