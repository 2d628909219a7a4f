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
            var bytes: [UInt8] = []
            append(to: &bytes)
            return bytes
        }

        /// One to four.
        var byteCount: Int { max(1, (UInt32.bitWidth - rawValue.leadingZeroBitCount + 7) / 8) }

        fileprivate func append(to bytes: inout [UInt8]) {
            for place in (0..<byteCount).reversed() {
                bytes.append(UInt8(truncatingIfNeeded: rawValue >> UInt32(8 * place)))
            }
        }

        /// Whether the value consists of data objects.
        public var isConstructed: Bool { rawValue >> UInt32(8 * (byteCount - 1)) & 0x20 != 0 }
    }

    /// The limits on what the parser accepts.
    public struct Limits: Hashable, Sendable {
        /// The maximum total size in bytes.
        public var byteCount: Int
        /// The maximum depth to which constructed objects are opened; more than sixteen count as sixteen.
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
        private let start: UInt32
        private let valueStart: UInt32
        private let end: UInt32
        private let level: UInt8

        /// The position of the whole object, with its tag and length.
        public var whole: Range<Int> { Int(start)..<Int(end) }
        /// The position of the value.
        public var range: Range<Int> { Int(valueStart)..<Int(end) }
        /// The number of constructed objects that contain this one.
        public var depth: Int { Int(level) }

        /// Offsets below 4 GiB, which is all that a walk takes.
        init(tag: Tag, start: Int, value: Range<Int>, depth: Int) {
            self.tag = tag
            self.start = UInt32(clamping: start)
            valueStart = UInt32(clamping: value.lowerBound)
            end = UInt32(clamping: value.upperBound)
            level = UInt8(clamping: depth)
        }
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
        elements = try Self.elements(in: bytes.span.bytes, limits: limits)
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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(tag.byteCount + 5 + value.count)
        append(tag, value, to: &bytes)
        return bytes
    }

    /// Encodes one data object behind others.
    static func append(_ tag: Tag, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
        tag.append(to: &bytes)
        appendLength(value.count, to: &bytes)
        bytes.append(contentsOf: value)
    }

    private static func appendLength(_ count: Int, to bytes: inout [UInt8]) {
        if count >= 0x80 {
            let byteCount = (32 - UInt32(clamping: count).leadingZeroBitCount + 7) / 8
            bytes.append(0x80 | UInt8(byteCount))
            for place in (1..<byteCount).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * place))) }
        }
        bytes.append(UInt8(truncatingIfNeeded: count))
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
