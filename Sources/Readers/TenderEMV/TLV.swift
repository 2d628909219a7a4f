/// Data objects in BER-TLV, as chip cards use them: a flat list of the objects in some bytes, constructed ones first.
///
/// It owns the bytes once, beside one index into them; `walk` is for bytes that somebody else owns. Nothing is printed:
/// the description shows only tags and lengths, because a value may be card data. EMV Book 3 annex B.
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
            return [UInt8](bytes.drop { $0 == 0 }) + (rawValue == 0 ? [0] : [])
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
        /// The position of the whole object, with its tag and length.
        public let whole: Range<Int>
        /// The position of the value.
        public let range: Range<Int>
        /// The number of constructed objects that contain this one.
        public let depth: Int
    }

    /// The bytes that were parsed.
    public let bytes: [UInt8]
    /// The data objects in the order of their first bytes; the contents of a constructed object follow it, one level
    /// deeper.
    public let elements: [Element]

    /// Parses data objects; zero bytes between them are padding.
    ///
    /// - Throws: `TLVError`, with the offset of the first invalid data object.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(TLVError) {
        self.bytes = bytes
        var elements: [Element] = []
        try Self.walk(bytes.span.bytes, limits: limits) { elements.append($0) }
        self.elements = elements
    }

    /// Returns the value of the first data object with a tag, in byte order, at any depth.
    public func first(_ tag: Tag) -> ArraySlice<UInt8>? {
        elements.first { $0.tag == tag }.map { bytes[$0.range] }
    }

    /// Returns the value of a data object of this list.
    public func value(_ element: Element) -> ArraySlice<UInt8> {
        bytes.indices.clamped(to: element.range) == element.range ? bytes[element.range] : []
    }

    /// Returns the data objects directly inside one of this list; none if it is primitive.
    public func children(of element: Element) -> [Element] {
        elements.drop { $0.whole.lowerBound < element.range.lowerBound }
            .prefix { $0.whole.lowerBound < element.range.upperBound }
            .filter { $0.depth == element.depth + 1 }
    }

    /// Encodes one data object, with the shortest length field.
    ///
    /// - Parameter value: The value; one of more than 65 535 bytes cannot be parsed again.
    public static func encode(_ tag: Tag, _ value: some Collection<UInt8>) -> [UInt8] {
        tag.bytes + lengthField(value.count) + value
    }

    private static func lengthField(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(truncatingIfNeeded: count)] }
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }.drop { $0 == 0 }
        return [0x80 | UInt8(truncatingIfNeeded: bytes.count)] + bytes
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
