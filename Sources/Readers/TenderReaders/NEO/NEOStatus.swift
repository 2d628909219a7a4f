/// The status in a NEO reader's answer to a command (NEO 2 Interface Developer's Guide, table 6).
public struct NEOStatus: RawRepresentable, Hashable, Sendable {
    /// The byte of the answer.
    public let rawValue: UInt8

    /// Creates a status from the byte of an answer.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Done.
    public static let ok = NEOStatus(rawValue: 0x00)
    /// The command is unknown.
    public static let unknownCommand = NEOStatus(rawValue: 0x02)
    /// The subcommand is unknown.
    public static let unknownSubcommand = NEOStatus(rawValue: 0x03)
    /// The command arrived with a wrong checksum.
    public static let badChecksum = NEOStatus(rawValue: 0x04)
    /// A parameter is wrong.
    public static let badParameter = NEOStatus(rawValue: 0x05)
    /// The command timed out.
    public static let timedOut = NEOStatus(rawValue: 0x08)
    /// The command failed; the data says why.
    public static let failed = NEOStatus(rawValue: 0x0A)
    /// The command is not allowed now.
    public static let notAllowed = NEOStatus(rawValue: 0x0B)
    /// Not an answer yet, but something to show.
    public static let userInterfaceEvent = NEOStatus(rawValue: 0x0E)
    /// A card was read, and the issuer must decide.
    public static let requestOnline = NEOStatus(rawValue: 0x23)

    /// Whether a card was read.
    var isCard: Bool { self == .ok || self == .requestOnline }
}

extension NEOStatus: CustomStringConvertible {
    /// A human-readable sentence.
    public var description: String {
        switch rawValue {
        case 0x00: "the reader has done it"
        case 0x01: "the reader does not understand the frame"
        case 0x02: "the reader does not know the command"
        case 0x03: "the reader does not know the subcommand"
        case 0x04: "the reader received a wrong checksum"
        case 0x05: "the reader considers a parameter wrong"
        case 0x06: "the reader does not support a parameter"
        case 0x07: "the reader considers the data malformed"
        case 0x08: "the reader's time ran out"
        case 0x0A: "the command failed in the reader"
        case 0x0B, 0x0C: "the reader does not allow the command now"
        case 0x0D: "the reader's memory is too small for the command"
        case 0x0E: "the reader shows something"
        case 0x11: "the reader does not allow the command on this connection"
        case 0x12...0x1D: "the reader's secure channel or tamper protection refuses the command"
        case 0x23: "the reader wants the issuer to decide"
        default: "the reader answers status \(rawValue)"
        }
    }
}
