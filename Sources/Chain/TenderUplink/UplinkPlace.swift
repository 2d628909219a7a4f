public import TenderRecords

/// A place in a server's copy of a journal.
public struct UplinkPlace: Hashable, Sendable {
    /// The branch.
    public var branch: Int64
    /// The record, and all before it.
    public var head: JournalHead

    /// Names a place.
    public init(branch: Int64, head: JournalHead) {
        self.branch = branch
        self.head = head
    }
}
