/// A command or an answer of ID TECH's NEO protocol (NEO 2 Interface Developer's Guide, "Protocol 2").
///
/// On the wire: `ViVOtech2` and a zero byte, the two codes, the length of the data (two bytes, big-endian), the data,
/// and the checksum. The data is not printed, because it may be a card's.
public struct NEOFrame: Hashable, Sendable {
    /// The bytes at the start of every frame.
    public static let header: [UInt8] = Array("ViVOtech2".utf8) + [0]
    /// The maximum size of the data that is sent or accepted.
    public static let maximumDataByteCount = 4096
    /// The size of a frame without its data.
    static let frameByteCount = 16
    /// The size of what precedes the data.
    static let headByteCount = 14

    /// The command code, which the answer repeats.
    public var command: UInt8
    /// A command's subcommand, or an answer's status.
    public var code: UInt8
    /// The data, at most `maximumDataByteCount` bytes.
    public var data: [UInt8]

    /// Creates a frame.
    public init(_ command: UInt8, _ code: UInt8, _ data: [UInt8] = []) {
        self.command = command
        self.code = code
        self.data = data
    }

    /// Creates an answer.
    public init(answering command: UInt8, _ status: NEOStatus, _ data: [UInt8] = []) {
        self.init(command, status.rawValue, data)
    }

    /// The meaning of an answer's second byte.
    public var status: NEOStatus { NEOStatus(rawValue: code) }

    /// Returns the frame as sent; data beyond the limit is truncated.
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

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
