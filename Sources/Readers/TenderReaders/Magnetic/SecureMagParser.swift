/// A parser that finds the frames of ID TECH's SecureMag readers in a stream of bytes, or in reports that carry the
/// stream.
///
/// A frame is 02, the length of the card data (two bytes, little-endian), the card data, the exclusive-or of its bytes,
/// their sum, and 03. Anything else is skipped byte by byte. The parser keeps at most one frame.
public struct SecureMagParser: Sendable {
    /// An element found in the stream.
    public enum Element: Hashable, Sendable {
        /// The card data of a frame with valid check values.
        case cardData([UInt8])
        /// A frame with a wrong check value, or one that does not end where it should.
        case damaged
    }

    /// The maximum size of the card data: three tracks twice, hashes and numbers.
    public static let maximumByteCount = 1024
    private static let start: UInt8 = 0x02
    private static let end: UInt8 = 0x03
    private static let frameByteCount = 6

    private var buffer: [UInt8] = []

    /// Creates a parser.
    public init() {}

    /// Whether the beginning of a frame waits for its rest.
    public var isPartial: Bool { !buffer.isEmpty }

    /// Handles the next bytes.
    public mutating func receive(_ bytes: [UInt8]) -> [Element] {
        buffer += bytes
        return scan()
    }

    /// Discards the beginning of a frame whose rest did not arrive, and searches for whole frames after it.
    public mutating func endBurst() -> [Element] {
        var elements: [Element] = []
        while !buffer.isEmpty {
            buffer.removeFirst()
            elements += scan()
        }
        return elements
    }

    private mutating func scan() -> [Element] {
        var elements: [Element] = []
        var place = 0
        while place < buffer.count {
            let rest = buffer[place...]
            guard rest.first == Self.start else {
                place += 1
                continue
            }
            guard rest.count >= 3 else { break }
            let byteCount = Int(buffer[place + 1]) | Int(buffer[place + 2]) << 8
            guard (1...Self.maximumByteCount).contains(byteCount) else {
                place += 1
                continue
            }
            guard rest.count >= byteCount + Self.frameByteCount else { break }
            if let data = Self.cardData(rest.dropFirst(3).prefix(byteCount + 3)) {
                elements.append(.cardData(data))
                place += byteCount + Self.frameByteCount
            } else {
                if elements.last != .damaged { elements.append(.damaged) }
                place += 1
            }
        }
        buffer.removeFirst(place)
        return elements
    }

    /// Checks what follows the length.
    private static func cardData(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let data = bytes.dropLast(3)
        let tail = Array(bytes.suffix(3))
        return tail == [data.reduce(0, ^), data.reduce(0, &+), end] ? Array(data) : nil
    }
}
