/// A record as it lies in the journal: numbered from 1, and stamped when it was written.
public struct RecordedEntry: Hashable, Sendable, Codable {
    /// Its place in the journal.
    public var sequence: Int64
    /// When it was written.
    public var stamp: Stamp
    /// What it tells.
    public var entry: JournalEntry

    /// Numbers and stamps a record.
    public init(sequence: Int64, stamp: Stamp, entry: JournalEntry) {
        self.sequence = sequence
        self.stamp = stamp
        self.entry = entry
    }
}
