/// The kind of a terminal, tag 9F35 (EMV Book 4, annex A1).
public struct TerminalType: Hashable, Sendable {
    /// What the terminal can do about the issuer.
    public enum Reach: Hashable, Sendable {
        /// It asks the issuer always.
        case onlineOnly
        /// It asks the issuer, or decides.
        case both
        /// It has no line.
        case offlineOnly
    }

    /// The value of the tag.
    public let rawValue: UInt8

    /// Creates a type; `nil` if the digits are not 11 to 16, 21 to 26 or 34 to 36.
    public init?(rawValue: UInt8) {
        let (owner, kind) = (rawValue >> 4, rawValue & 0xF)
        guard (1...3).contains(owner), (1...6).contains(kind), owner < 3 || kind > 3 else { return nil }
        self.rawValue = rawValue
    }

    /// What the terminal can do about the issuer.
    public var reach: Reach {
        switch rawValue & 0xF {
        case 1, 4: .onlineOnly
        case 2, 5: .both
        default: .offlineOnly
        }
    }

    /// Whether nobody attends the terminal.
    public var isUnattended: Bool { rawValue & 0xF > 3 }

    /// Whether the terminal is one of a bank and unattended; it is a cash machine if it also dispenses cash.
    public var isUnattendedBank: Bool { (0x14...0x16).contains(rawValue) }
}
