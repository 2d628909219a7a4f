/// What is the same for every transaction of a terminal.
public struct TerminalProfile: Hashable, Sendable {
    /// With what cryptograms a terminal asks for a combined signature (EMV Book 4, 6.3.2.1) [check].
    ///
    /// A first TC is always asked with one.
    public enum CombinedMode: Int, Hashable, Sendable, CaseIterable {
        /// A first ARQC and a second TC.
        case requestAndSecond = 1
        /// A first ARQC only.
        case requestOnly = 2
        /// A second TC only.
        case secondOnly = 3
        /// Neither.
        case neither = 4
    }

    /// The kind, tag 9F35.
    public let type: TerminalType
    /// The capabilities, tag 9F33.
    public let capabilities: TerminalCapabilities
    /// The additional capabilities, tag 9F40, five bytes.
    public let additionalCapabilities: [UInt8]
    /// The country, tag 9F1A, two bytes of digits.
    public let country: [UInt8]
    /// The parts of ISO 8859 in which names of applications can be shown.
    public internal(set) var codeTables: Set<UInt8>
    /// Whether the customer can be asked to choose or confirm an application.
    public internal(set) var canAsk: Bool
    /// Whether the directory of the card is read before the list of applications is tried.
    public let usesDirectory: Bool
    /// Whether accounts are looked up in an exception file and a log of approved amounts.
    public let looksUpAccounts: Bool
    /// When a combined signature is asked for.
    public let combinedMode: CombinedMode
    /// The time for the entry of a PIN, in seconds.
    public let pinSeconds: Int
    /// Other data elements that cards may ask for.
    public let elements: [TLV.Tag: [UInt8]]

    /// Whether a card may approve without the issuer, below the floor limit; otherwise what it would approve goes online.
    public internal(set) var approvesOffline = false

    /// Whether a card is told at once that it is over and may leave before the issuer is asked; otherwise it waits for
    /// the issuer's answer, and has the last word.
    public internal(set) var usesQuickChip = true

    /// Whether the terminal dispenses cash and nobody attends it (EMV Book 3, 10.4.2).
    var isCashMachine: Bool { type.isUnattendedBank && (additionalCapabilities.first ?? 0) & 0x80 != 0 }

    /// What the terminal does about the issuer.
    var reach: TerminalType.Reach { approvesOffline ? type.reach : .onlineOnly }

    /// All data elements that cards may ask for.
    var allElements: TagTable<[UInt8]> {
        var all: TagTable = [
            0x9F1A: country, 0x9F33: capabilities.bytes, 0x9F35: [type.rawValue], 0x9F40: additionalCapabilities,
            0x9F39: [0x05],
        ]
        all.fill(from: elements)
        return all
    }
}
