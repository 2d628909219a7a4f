/// What was moved out of a journal.
public struct ArchiveReport: Hashable, Sendable {
    /// The path of the archive; `nil` if nothing was moved, or was not to be.
    public var archive: String?
    /// The number of payments that went, or would go.
    public var payments: Int
    /// The number of their records.
    public var records: Int
    /// The number of payments that are old enough and stay all the same.
    public var staying: Int
}

/// The steps of an archiving, each after what it names was done.
package enum ArchiveStep: CaseIterable, Sendable {
    /// All is in a file without the archive's name.
    case written
    /// The file has its name.
    case named
    /// It was read back and is as it was to be.
    case readBack
    /// The records have left the journal, in a transaction that is not committed yet.
    case removed
    /// The transaction is committed.
    case committed
}
