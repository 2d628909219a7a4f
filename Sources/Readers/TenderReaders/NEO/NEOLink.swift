/// The transport of frames on a line: unchanged on a serial line or socket, and in reports of 64 bytes on HID.
///
/// A HID report begins with its number: 1 for a whole frame, 2 for the first piece of one, 3 for a further piece, 4 for
/// the last piece.
public struct NEOLink: Sendable {
    /// The framing of the messages.
    public enum Framing: String, Hashable, Sendable, CaseIterable {
        /// A serial line or a socket.
        case stream
        /// The reports of a HID device.
        case hid
    }

    /// The longest pause within a frame; what came before a longer one is discarded.
    public static let longestGap = Duration.milliseconds(200)

    private static let reportByteCount = 64
    private static let payloadByteCount = 63
    private static let longestFrame = NEOFrame.frameByteCount + NEOFrame.maximumDataByteCount

    private let framing: Framing
    private var parser: NEOFrameParser
    private var joined: [UInt8]?

    /// Creates one end of a line.
    ///
    /// - Parameters:
    ///   - framing: The framing of the messages.
    ///   - order: The byte order of the checksum in received frames.
    public init(_ framing: Framing, receiving order: NEOChecksum.Order) {
        self.framing = framing
        parser = NEOFrameParser(order)
    }

    /// Whether the beginning of a frame waits for its rest.
    public var isPartial: Bool { parser.isPartial || joined != nil }

    /// Splits an encoded frame into the pieces to send, one at a time.
    public func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
        guard framing == .hid else { return [bytes] }
        let starts = Array(stride(from: 0, to: bytes.count, by: Self.payloadByteCount))
        return starts.map { start in
            let isFirst = start == 0
            let isLast = start + Self.payloadByteCount >= bytes.count
            let number: UInt8 = isFirst ? (isLast ? 1 : 2) : (isLast ? 4 : 3)
            let payload = bytes[start...].prefix(Self.payloadByteCount)
            return [number] + payload + [UInt8](repeating: 0, count: Self.payloadByteCount - payload.count)
        }
    }

    /// Handles received data: bytes of a stream, or one report.
    public mutating func receive(_ bytes: [UInt8]) -> [NEOFrameParser.Element] {
        guard framing == .hid else { return parser.receive(bytes) }
        let payload = Array(bytes.dropFirst().prefix(Self.payloadByteCount))
        switch bytes.first {
        case 1:
            joined = nil
            return whole(payload)
        case 2:
            joined = payload
            return []
        case 3:
            guard let begun = joined else { return [] }
            let longer = begun + payload
            joined = longer.count <= Self.longestFrame ? longer : nil
            return joined == nil ? [.damaged(command: nil)] : []
        case 4:
            guard let begun = joined else { return [] }
            joined = nil
            return whole(begun + payload)
        default: return []
        }
    }

    /// Discards what waits for its rest.
    public mutating func endBurst() -> [NEOFrameParser.Element] {
        guard let begun = joined else { return parser.endBurst() }
        joined = nil
        return whole(begun)
    }

    private mutating func whole(_ bytes: [UInt8]) -> [NEOFrameParser.Element] {
        parser.receive(bytes) + parser.endBurst()
    }
}
