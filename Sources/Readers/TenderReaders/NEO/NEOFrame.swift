/// A command or an answer of ID TECH's NEO protocol (NEO 2 Interface Developer's Guide, "Protocol 2").
///
/// On the wire: `ViVOtech2` and a zero byte, the two codes, the length of the data (two bytes, big-endian), the data, and
/// the checksum. The data is not printed: it may be a card's.
public struct NEOFrame: Hashable, Sendable {
    /// What every frame begins with.
    public static let header: [UInt8] = Array("ViVOtech2".utf8) + [0]
    /// The most data that is sent or accepted.
    public static let maximumDataByteCount = 4096
    /// The bytes of a frame beside its data.
    static let frameByteCount = 16
    /// The bytes in front of the data.
    static let headByteCount = 14

    /// The command, which its answer repeats.
    public var command: UInt8
    /// A command's subcommand, or an answer's status.
    public var code: UInt8
    /// The rest: at most `maximumDataByteCount` bytes.
    public var data: [UInt8]

    /// Makes a frame.
    public init(_ command: UInt8, _ code: UInt8, _ data: [UInt8] = []) {
        self.command = command
        self.code = code
        self.data = data
    }

    /// Makes an answer.
    public init(answering command: UInt8, _ status: NEOStatus, _ data: [UInt8] = []) {
        self.init(command, status.rawValue, data)
    }

    /// What an answer's second byte means.
    public var status: NEOStatus { NEOStatus(rawValue: code) }

    /// The frame as it is sent; data beyond the limit is cut off.
    public func encoded(_ order: NEOChecksum.Order) -> [UInt8] {
        let data = data.prefix(Self.maximumDataByteCount)
        let count = UInt16(data.count)
        let bytes = Self.header + [command, code, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)] + data
        return bytes + NEOChecksum.bytes(NEOChecksum.value(bytes), order)
    }
}

extension NEOFrame: CustomStringConvertible, CustomReflectable {
    /// The codes and the length of the data.
    public var description: String { "NEOFrame(command \(command), code \(code), \(data.count) bytes)" }

    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
