/// What a terminal can do, tag 9F33 (EMV Book 4, annex A2): three bytes, the first on top.
public struct TerminalCapabilities: OptionSet, Hashable, Sendable {
    /// The three bytes as a number.
    public let rawValue: UInt32

    /// Creates capabilities from the three bytes as a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue & 0xFF_FFFF }

    /// A PIN that goes to the card in the clear.
    public static let plainPIN = TerminalCapabilities(rawValue: 0x8000)
    /// An enciphered PIN for the issuer.
    public static let onlinePIN = TerminalCapabilities(rawValue: 0x4000)
    /// A signature on paper.
    public static let signature = TerminalCapabilities(rawValue: 0x2000)
    /// A PIN that goes to the card enciphered.
    public static let encipheredPIN = TerminalCapabilities(rawValue: 0x1000)
    /// No cardholder verification.
    public static let noVerification = TerminalCapabilities(rawValue: 0x0800)
    /// Static data authentication.
    public static let staticAuthentication = TerminalCapabilities(rawValue: 0x80)
    /// Dynamic data authentication.
    public static let dynamicAuthentication = TerminalCapabilities(rawValue: 0x40)
    /// Combined data authentication.
    public static let combinedAuthentication = TerminalCapabilities(rawValue: 0x08)
    /// Extended data authentication of the books 4.4, which this kernel does not have.
    public static let extendedAuthentication = TerminalCapabilities(rawValue: 0x04)

    /// The value of tag 9F33.
    public var bytes: [UInt8] { (0..<3).map { UInt8(truncatingIfNeeded: rawValue >> UInt32(16 - 8 * $0)) } }
}
