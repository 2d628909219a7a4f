/// The transaction status information, tag 9B: which functions were performed (EMV Book 3, annex C6).
public struct TSI: OptionSet, Hashable, Sendable {
    /// The two bytes as a number.
    public let rawValue: UInt16

    /// Creates the information from the two bytes as a number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Offline data authentication.
    public static let dataAuthentication = TSI(rawValue: 0x8000)
    /// Cardholder verification.
    public static let cardholderVerification = TSI(rawValue: 0x4000)
    /// The card's own risk management.
    public static let cardRiskManagement = TSI(rawValue: 0x2000)
    /// Issuer authentication.
    public static let issuerAuthentication = TSI(rawValue: 0x1000)
    /// Terminal risk management.
    public static let terminalRiskManagement = TSI(rawValue: 0x0800)
    /// The issuer's scripts.
    public static let scripts = TSI(rawValue: 0x0400)

    /// The value of tag 9B.
    public var bytes: [UInt8] { [UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)] }
}
