/// A data object list: the tags and lengths of the values that a card asks for (EMV Book 3 §5.4).
public struct DOL: Hashable, Sendable {
    /// What a card asks for: a data object, in so many bytes.
    public struct Entry: Hashable, Sendable {
        /// The tag of the data object.
        public let tag: TLV.Tag
        /// The number of bytes.
        public let count: UInt8
    }

    /// A value as it is known, before it is made to fit.
    public struct Value {
        /// The format, which says how the value is made to fit.
        public let format: EMVFormat
        /// The bytes.
        public let bytes: ArraySlice<UInt8>

        /// Creates a value.
        public init(format: EMVFormat, bytes: ArraySlice<UInt8>) {
            self.format = format
            self.bytes = bytes
        }
    }

    /// The most bytes of values that fit behind the header of a command template (PDOL).
    public static let largestProcessingOptions = 252
    /// The most bytes of values that fit a command.
    public static let largest = 255

    /// What is asked for, in order.
    public let entries: [Entry]
    /// The number of bytes of all values.
    public let count: Int

    /// Parses a list.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of all values: `largest`, or `largestProcessingOptions`.
    /// - Throws: `TLVError`, with an offset; `tooLarge` if the list has more than 255 bytes or the values exceed the limit.
    public init(parsing bytes: [UInt8], limit: Int = largest) throws(TLVError) {
        guard bytes.count <= Self.largest else { throw .tooLarge }
        let span = bytes.span.bytes
        var cursor = 0
        var entries: [Entry] = []
        while cursor < bytes.count {
            let start = cursor
            let tag = try TLVScanner.tag(in: span, &cursor, end: bytes.count)
            guard cursor < bytes.count else { throw .truncated(at: start) }
            entries.append(Entry(tag: tag, count: bytes[cursor]))
            cursor += 1
        }
        self.entries = entries
        count = entries.reduce(0) { $0 + Int($1.count) }
        guard count <= limit else { throw .tooLarge }
    }

    /// Returns the values in order, each with exactly as many bytes as are asked for.
    ///
    /// - Parameter value: Returns what is known of a tag; `nil` becomes zeros, and so does a constructed tag.
    public func fill(_ value: (TLV.Tag) -> Value?) -> [UInt8] {
        var values = [UInt8](repeating: 0, count: count)
        values.withUnsafeMutableBytes { output in
            write(over: output) { tag, place in
                guard let found = value(tag) else { return }
                found.bytes.withUnsafeBytes { found.format.write($0, over: place) }
            }
        }
        return values
    }

    /// Has the values written, each over its place.
    ///
    /// - Parameters:
    ///   - output: As many zeros as the values have bytes.
    ///   - write: Writes what is known of a tag over as many zeros as are asked for; what it leaves stays zero.
    func write(
        over output: UnsafeMutableRawBufferPointer, _ write: (TLV.Tag, UnsafeMutableRawBufferPointer) -> Void
    ) {
        var start = 0
        for entry in entries {
            let end = start + Int(entry.count)
            if !entry.tag.isConstructed {
                write(entry.tag, UnsafeMutableRawBufferPointer(rebasing: output[start..<end]))
            }
            start = end
        }
    }

    /// Returns where the value of each entry is in filled values; `nil` if they have another size.
    public func split(_ values: [UInt8]) -> [(entry: Entry, value: ArraySlice<UInt8>)]? {
        guard values.count == count else { return nil }
        var rest = values[...]
        return entries.map { entry in
            let value = rest.prefix(Int(entry.count))
            rest = rest.dropFirst(Int(entry.count))
            return (entry, value)
        }
    }
}
