/// An application file locator: the records that a terminal has to read (EMV Book 3 §10.2).
public struct AFL: Hashable, Sendable {
    /// Records of one file.
    public struct Entry: Hashable, Sendable {
        /// The short file identifier, 1 to 30.
        public let file: UInt8
        /// The numbers of the records.
        public let records: ClosedRange<UInt8>
        /// The number of records, from the first, that take part in offline data authentication.
        public let authenticatedCount: UInt8
    }

    /// The maximum size in bytes.
    public static let largest = 252

    /// The entries in order.
    public let entries: [Entry]

    /// Parses a locator.
    ///
    /// - Throws: `EMVDataError` for a size that is not 4 to 252 bytes in fours, or for an entry that breaks a rule.
    public init(parsing bytes: [UInt8]) throws(EMVDataError) {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: 4), bytes.count <= Self.largest else {
            throw EMVDataError(at: 0, "the size is \(bytes.count), not 4 to 252 bytes in fours")
        }
        var entries: [Entry] = []
        for offset in stride(from: 0, to: bytes.count, by: 4) {
            entries.append(try Self.entry(bytes[offset..<(offset + 4)]))
        }
        self.entries = entries
    }

    private static func entry(_ bytes: ArraySlice<UInt8>) throws(EMVDataError) -> Entry {
        let start = bytes.startIndex
        let (file, first, last, count) = (bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
        guard file & 7 == 0, (1...30).contains(file >> 3) else {
            throw EMVDataError(at: start, "the short file identifier is not 1 to 30 with three zero bits behind it")
        }
        guard first > 0 else { throw EMVDataError(at: start + 1, "the first record has the number 0") }
        guard last >= first, last < 255 else {
            throw EMVDataError(at: start + 2, "the last record comes before the first, or is FF")
        }
        guard Int(count) <= Int(last) - Int(first) + 1 else {
            throw EMVDataError(at: start + 3, "more records are to be authenticated than there are")
        }
        return Entry(file: file >> 3, records: first...last, authenticatedCount: count)
    }
}
