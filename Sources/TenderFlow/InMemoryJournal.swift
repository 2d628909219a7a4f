import TenderBytes

/// A journal that lasts as long as the process: for demonstrations and tests, never for real money.
public final class InMemoryJournal: Journal {
    private let storage = Guarded<[JournalEntry]>([])

    /// Makes an empty journal.
    public init() {}

    /// Keeps the record in memory; never fails.
    public func append(_ entry: JournalEntry) async throws(JournalError) {
        storage.withLock { $0.append(entry) }
    }

    /// What was written, in order.
    public var entries: [JournalEntry] { storage.withLock { $0 } }
}
