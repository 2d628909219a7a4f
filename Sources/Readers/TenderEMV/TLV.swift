/// Data objects in BER-TLV, as chip cards use them: a flat list of the objects in some bytes, constructed ones first.
///
/// Nothing is copied and nothing is printed: the description shows only tags and lengths, because a value may be card
/// data. EMV Book 3 annex B; ISO/IEC 7816-4 clause 5.2.2.
public struct TLV: Hashable, Sendable {
    /// A tag of one to four bytes, as a number such as `0x9F02`.
    public struct Tag: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
        /// The bytes of the tag, the first one most significant.
        public let rawValue: UInt32

        /// Creates a tag from its bytes as a number.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Creates a tag from its bytes as a number.
        public init(integerLiteral value: UInt32) { self.init(rawValue: value) }

        /// The tag's bytes.
        public var bytes: [UInt8] {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - 8 * $0)) }
            return [UInt8](bytes.drop { $0 == 0 })
        }

        /// Whether the value consists of data objects.
        public var isConstructed: Bool { (bytes.first ?? 0) & 0x20 != 0 }
    }

    /// The limits on what the parser accepts.
    public struct Limits: Hashable, Sendable {
        /// The maximum total size in bytes.
        public var byteCount: Int
        /// The maximum depth to which constructed objects are opened.
        public var depth: Int
        /// The maximum total number of data objects.
        public var elementCount: Int

        /// Creates limits; by default 64 KiB, eight levels and 1024 objects.
        public init(byteCount: Int = 65_536, depth: Int = 8, elementCount: Int = 1024) {
            self.byteCount = byteCount
            self.depth = depth
            self.elementCount = elementCount
        }
    }

    /// A data object.
    public struct Element: Hashable, Sendable {
        /// The tag.
        public let tag: Tag
        /// The position of the value in `bytes`.
        public let range: Range<Int>
        /// The number of constructed objects that contain this one.
        public let depth: Int
    }

    /// The bytes that were parsed.
    public let bytes: [UInt8]
    /// The data objects in the order of their first bytes; the contents of a constructed object follow it, one level
    /// deeper.
    public private(set) var elements: [Element] = []

    /// Parses data objects; zero bytes between them are padding.
    ///
    /// - Throws: `TLVError`, with the offset of the first invalid data object.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(TLVError) {
        self.bytes = bytes
        guard bytes.count <= limits.byteCount else { throw .tooLarge }
        try read(0..<bytes.count, depth: 0, limits: limits)
    }

    /// Returns the value of the first data object with a tag, in byte order, at any depth.
    public func first(_ tag: Tag) -> ArraySlice<UInt8>? {
        elements.first { $0.tag == tag }.map { bytes[$0.range] }
    }

    /// Returns the value of a data object of this list.
    public func value(_ element: Element) -> ArraySlice<UInt8> {
        bytes.indices.clamped(to: element.range) == element.range ? bytes[element.range] : []
    }

    /// Encodes one data object, with the shortest length field.
    public static func encode(_ tag: Tag, _ value: some Collection<UInt8>) -> [UInt8] {
        tag.bytes + lengthField(value.count) + value
    }

    private static func lengthField(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(truncatingIfNeeded: count)] }
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }.drop { $0 == 0 }
        return [0x80 | UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }

    private mutating func read(_ range: Range<Int>, depth: Int, limits: Limits) throws(TLVError) {
        var cursor = range.lowerBound
        while cursor < range.upperBound {
            if bytes[cursor] == 0 {
                cursor += 1
                continue
            }
            let tag = try readTag(&cursor, end: range.upperBound)
            let count = try readLength(&cursor, end: range.upperBound)
            guard count <= range.upperBound - cursor else { throw .truncated(at: cursor) }
            let value = cursor..<(cursor + count)
            guard elements.count < limits.elementCount else { throw .tooMany }
            elements.append(Element(tag: tag, range: value, depth: depth))
            if tag.isConstructed {
                guard depth + 1 < limits.depth else { throw .tooDeep(at: value.lowerBound) }
                try read(value, depth: depth + 1, limits: limits)
            }
            cursor = value.upperBound
        }
    }

    private func readTag(_ cursor: inout Int, end: Int) throws(TLVError) -> Tag {
        let start = cursor
        var tag = UInt32(bytes[cursor])
        cursor += 1
        guard tag & 0x1F == 0x1F else { return Tag(rawValue: tag) }
        while true {
            guard cursor < end else { throw .truncated(at: start) }
            guard cursor - start < 4 else { throw .badTag(at: start) }
            let byte = bytes[cursor]
            tag = tag << 8 | UInt32(byte)
            cursor += 1
            if byte & 0x80 == 0 { return Tag(rawValue: tag) }
        }
    }

    private func readLength(_ cursor: inout Int, end: Int) throws(TLVError) -> Int {
        let start = cursor
        guard cursor < end else { throw .truncated(at: start) }
        let first = bytes[cursor]
        cursor += 1
        if first < 0x80 { return Int(first) }
        let count = Int(first & 0x7F)
        // Cards do not use the indefinite form (80); four bytes exceed any limit already.
        guard (1...4).contains(count) else { throw .badLength(at: start) }
        guard count <= end - cursor else { throw .truncated(at: start) }
        let length = bytes[cursor..<(cursor + count)].reduce(0) { $0 << 8 | Int($1) }
        cursor += count
        return length
    }
}

extension TLV: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The tags and lengths, never values.
    public var description: String {
        elements.map { "\(String($0.tag.rawValue, radix: 16, uppercase: true))(\($0.range.count))" }
            .joined(separator: " ")
    }

    /// The tags and lengths, never values.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason that bytes are not a list of data objects; offsets count from their start.
public enum TLVError: Error, Hashable, Sendable {
    /// A tag, length or value extends beyond the end of what contains it.
    case truncated(at: Int)
    /// A tag has more than four bytes.
    case badTag(at: Int)
    /// A length is incomplete or has more than four bytes.
    case badLength(at: Int)
    /// The nesting exceeds the limit.
    case tooDeep(at: Int)
    /// The size exceeds the limit.
    case tooLarge
    /// The number of data objects exceeds the limit.
    case tooMany
}
