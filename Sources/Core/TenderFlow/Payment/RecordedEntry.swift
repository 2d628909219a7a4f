/// A record in the journal, numbered from 1 and stamped when it was written.
public struct RecordedEntry: Hashable, Sendable, Codable {
    /// The record's place in the journal.
    public var sequence: Int64
    /// The time of writing.
    public var stamp: Stamp
    /// The record's content.
    public var entry: JournalEntry

    /// Creates a numbered and stamped record.
    public init(sequence: Int64, stamp: Stamp, entry: JournalEntry) {
        self.sequence = sequence
        self.stamp = stamp
        self.entry = entry
    }
}
