/// The terminal verification results, tag 95 (EMV Book 3, annex C5).
public struct TVR: OptionSet, Hashable, Sendable {
    /// The size in bytes.
    public static let byteCount = 5
    /// The five bytes as a number, the first byte on top.
    public let rawValue: UInt64

    /// Creates results from the five bytes as a number; what lies above them is dropped.
    public init(rawValue: UInt64) { self.rawValue = rawValue & 0xFF_FFFF_FFFF }

    private init(byte: UInt64, bit: UInt64) { self.init(rawValue: 1 << (8 * (5 - byte) + bit - 1)) }

    /// Offline data authentication was not performed.
    public static let authenticationNotPerformed = TVR(byte: 1, bit: 8)
    /// Static data authentication failed.
    public static let staticAuthenticationFailed = TVR(byte: 1, bit: 7)
    /// Data of the card is missing.
    public static let dataMissing = TVR(byte: 1, bit: 6)
    /// The account is on the terminal's exception file.
    public static let onExceptionFile = TVR(byte: 1, bit: 5)
    /// Dynamic data authentication failed.
    public static let dynamicAuthenticationFailed = TVR(byte: 1, bit: 4)
    /// Combined data authentication failed.
    public static let combinedAuthenticationFailed = TVR(byte: 1, bit: 3)
    /// Static data authentication was selected.
    public static let staticAuthenticationSelected = TVR(byte: 1, bit: 2)

    /// Card and terminal have different application versions.
    public static let versionsDiffer = TVR(byte: 2, bit: 8)
    /// The application has expired.
    public static let expired = TVR(byte: 2, bit: 7)
    /// The application is not yet effective.
    public static let notYetEffective = TVR(byte: 2, bit: 6)
    /// The requested service is not allowed.
    public static let serviceNotAllowed = TVR(byte: 2, bit: 5)
    /// The card is new.
    public static let newCard = TVR(byte: 2, bit: 4)

    /// Cardholder verification was not successful.
    public static let verificationFailed = TVR(byte: 3, bit: 8)
    /// A verification method is not recognised.
    public static let verificationUnrecognised = TVR(byte: 3, bit: 7)
    /// The tries of the PIN are used up.
    public static let pinTriesExceeded = TVR(byte: 3, bit: 6)
    /// A PIN was required, and the pad is absent or does not work.
    public static let pinPadMissing = TVR(byte: 3, bit: 5)
    /// A PIN was required, the pad was there, and no PIN was entered.
    public static let pinNotEntered = TVR(byte: 3, bit: 4)
    /// A PIN for the issuer was entered.
    public static let onlinePINEntered = TVR(byte: 3, bit: 3)

    /// The amount reaches the floor limit.
    public static let floorLimitExceeded = TVR(byte: 4, bit: 8)
    /// The lower limit of consecutive offline transactions is exceeded.
    public static let lowerLimitExceeded = TVR(byte: 4, bit: 7)
    /// The upper limit of consecutive offline transactions is exceeded.
    public static let upperLimitExceeded = TVR(byte: 4, bit: 6)
    /// The transaction was selected at random to go online.
    public static let selectedAtRandom = TVR(byte: 4, bit: 5)
    /// The merchant forced the transaction online.
    public static let forcedOnline = TVR(byte: 4, bit: 4)

    /// The default TDOL was used.
    public static let defaultTDOLUsed = TVR(byte: 5, bit: 8)
    /// Issuer authentication failed.
    public static let issuerAuthenticationFailed = TVR(byte: 5, bit: 7)
    /// A script failed before the final GENERATE AC.
    public static let scriptFailedBefore = TVR(byte: 5, bit: 6)
    /// A script failed after the final GENERATE AC.
    public static let scriptFailedAfter = TVR(byte: 5, bit: 5)

    /// The value of tag 95.
    public var bytes: [UInt8] { (0..<5).map { UInt8(truncatingIfNeeded: rawValue >> UInt64(32 - 8 * $0)) } }

    /// Creates results, or an action code, from five bytes; `nil` for another size.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
