import TenderBytes

/// The end of a journal's chain; whoever keeps it can later prove that the records up to it are unchanged.
public struct JournalHead: Hashable, Sendable {
    /// The journal's name: 32 hexadecimal digits.
    public var journalID: String
    /// The sequence of the last record; 0 before the first.
    public var sequence: Int64
    /// The hash of the last record, 32 bytes; before the first record, that of the journal's name and first binding.
    public var hash: [UInt8]

    /// Creates a head from its parts.
    public init(journalID: String, sequence: Int64, hash: [UInt8]) {
        self.journalID = journalID
        self.sequence = sequence
        self.hash = hash
    }

    /// Parses the form of `description`, with optional surrounding whitespace and line break; `nil` for anything else.
    public init?(_ text: String) {
        let fields = text.split(whereSeparator: \.isWhitespace)
        guard fields.count == 4, fields[0] == Self.prefix, fields[1].utf8.count == 32, Hex.decode(fields[1]) != nil,
            let sequence = Int64(fields[2]), sequence >= 0, let hash = Hex.decode(fields[3]),
            hash.count == RecordChain.hashByteCount
        else { return nil }
        self.init(journalID: fields[1].lowercased(), sequence: sequence, hash: hash)
    }

    private static let prefix = "tender-journal-1"
}

extension JournalHead: CustomStringConvertible {
    /// A single line without its line break: `tender-journal-1 ID SEQUENCE HASH`.
    public var description: String { "\(Self.prefix) \(journalID) \(sequence) \(Hex.encode(hash))" }
}
