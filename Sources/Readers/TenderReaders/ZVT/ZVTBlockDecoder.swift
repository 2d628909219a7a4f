/// A decoder that finds blocks and acknowledgments in the bytes of a serial line, however they are split; accepts any
/// bytes.
public struct ZVTBlockDecoder: Hashable, Sendable {
    /// An element of the line.
    public enum Item: Hashable, Sendable {
        /// A whole message.
        case message([UInt8])
        /// The other side acknowledged a block.
        case acknowledged
        /// The other side requests a block again.
        case notAcknowledged
        /// A block arrived damaged.
        case broken
    }

    private enum State: Hashable { case idle, escaped, inside, escapedInside, checkLow, checkHigh(UInt8) }

    private var state = State.idle
    private var message: [UInt8] = []

    /// Creates a decoder that expects a new block.
    public init() {}

    /// Whether a block has begun and not yet ended.
    public var isInside: Bool { state != .idle }

    /// Discards a block that does not continue.
    public mutating func reset() {
        state = .idle
        message = []
    }

    /// Handles the next byte.
    public mutating func take(_ byte: UInt8) -> Item? {
        switch state {
        case .idle: return begin(byte)
        case .escaped:
            message = []
            switch byte {
            case ZVTBlock.start: state = .inside
            // The previous one was noise; this one may begin the block.
            case ZVTBlock.escape: break
            default:
                state = .idle
                return begin(byte)
            }
            return nil
        case .inside:
            guard byte != ZVTBlock.escape else {
                state = .escapedInside
                return nil
            }
            return append(byte)
        case .escapedInside: return takeEscaped(byte)
        case .checkLow:
            state = .checkHigh(byte)
            return nil
        case .checkHigh(let low):
            defer { reset() }
            let isRight = ZVTBlock.checksum(message) == UInt16(low) | UInt16(byte) << 8
            return isRight ? .message(message) : .broken
        }
    }

    private mutating func begin(_ byte: UInt8) -> Item? {
        switch byte {
        case ZVTBlock.acknowledge: return .acknowledged
        case ZVTBlock.notAcknowledge: return .notAcknowledged
        case ZVTBlock.escape:
            state = .escaped
            return nil
        default: return nil
        }
    }

    private mutating func takeEscaped(_ byte: UInt8) -> Item? {
        switch byte {
        case ZVTBlock.escape:
            state = .inside
            return append(byte)
        case ZVTBlock.end:
            state = .checkLow
            return nil
        case ZVTBlock.start:
            // A new block begins: the previous one was cut off.
            state = .inside
            message = []
            return nil
        default:
            reset()
            return .broken
        }
    }

    private mutating func append(_ byte: UInt8) -> Item? {
        guard message.count < ZVTBlock.maximumByteCount else {
            reset()
            return .broken
        }
        message.append(byte)
        return nil
    }
}
