/// Finds the frames of ID TECH's SecureMag readers in a stream of bytes, or in reports that carry the stream.
///
/// A frame is 02, the length of the card data (two bytes, little-endian), the card data, the exclusive-or of its bytes,
/// their sum, and 03. What is no frame is skipped by a byte. It keeps no more than one frame.
public struct SecureMagParser: Sendable {
    /// What was found.
    public enum Element: Hashable, Sendable {
        /// The card data of a frame whose check values are right.
        case cardData([UInt8])
        /// A frame with a wrong check value, or one that does not end where it should.
        case damaged
    }

    /// The longest card data: three tracks twice, hashes and numbers.
    public static let maximumByteCount = 1024
    private static let start: UInt8 = 0x02
    private static let end: UInt8 = 0x03
    private static let frameByteCount = 6

    private var buffer: [UInt8] = []

    /// Makes a parser.
    public init() {}

    /// Whether the beginning of a frame waits for its rest.
    public var isPartial: Bool { !buffer.isEmpty }

    /// Takes the next bytes.
    public mutating func receive(_ bytes: [UInt8]) -> [Element] {
        buffer += bytes
        return scan()
    }

    /// Gives up the beginning of a frame, for which the rest did not come, and looks for whole frames behind it.
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
