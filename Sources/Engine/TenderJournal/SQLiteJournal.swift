public import TenderFlow
public import TenderRecords

/// A journal that survives crashes and power cuts: hash-chained records in an SQLite file, for one process at a time.
///
/// The methods may be called from anywhere; the file is accessed on its own queue. Records that are appended while the
/// disk is busy are written together and share one sync. See `docs/decisions/durable-journal.md`.
public final class SQLiteJournal: PayloadJournal, ShopJournal {
    private let writer: JournalWriter

    /// Opens a journal, or starts a new one if there is none; reads it and checks its chain against its head.
    ///
    /// - Parameters:
    ///   - path: The file; its folder must exist. The names of the files beside it begin with its name.
    ///   - binding: The gateway and account of its payments; a different one from the journal's is refused.
    ///   - rebinds: Whether to bind an existing journal to `binding` from now on, for example after a change of the API
    ///     key.
    ///   - clock: The clock that stamps the records.
    /// - Throws: `JournalError`, in which case nothing may be charged.
    public init(
        path: String, binding: JournalBinding, rebinds: Bool = false, clock: any WallClock = SystemWallClock()
    ) async throws(JournalError) {
        writer = JournalWriter(path, clock)
        try await writer.open(binding, rebinds: rebinds)
    }

    /// Writes one record and returns when it is on disk.
    ///
    /// - Throws: `JournalError`. A record that could not be synced may still be found after a restart; because nothing
    ///   was done on the strength of it, it only makes recovery ask once more.
    public func append(_ entry: JournalEntry) async throws(JournalError) { try await writer.append(entry, nil) }

    /// Writes one record and changes a payload in the same transaction.
    public func append(_ entry: JournalEntry, payload: PayloadChange) async throws(JournalError) {
        try await writer.append(entry, payload)
    }

    /// Returns the payload stored under a key; `nil` if there is none.
    public func payload(_ key: String) async throws(JournalError) -> [UInt8]? { try await writer.payload(key) }

    /// Checks whether a record would be accepted now; changes nothing.
    public func check(_ entry: JournalEntry) async throws(JournalError) { try await writer.check(entry) }

    /// Returns, on the first call, the payments that earlier processes left without a result.
    public func takeUnresolved() async throws(JournalError) -> [PaymentHistory] { try await writer.takeUnresolved() }

    /// Returns every payment that still needs attention.
    public func openPayments() async throws(JournalError) -> [PaymentHistory] { try await writer.openPayments() }

    /// Returns what the records say of one payment; `nil` if there are none.
    public func history(of intentID: String) async throws(JournalError) -> PaymentHistory? {
        try await writer.history(of: intentID)
    }

    /// Returns what the records say of every payment of an order; it reads the whole journal.
    public func payments(of order: String) async throws(JournalError) -> [PaymentHistory] {
        try await writer.histories { $0.order == order }.filter { $0.terms?.order == order }
    }

    /// Returns what the records say of every payment, in the order of their first records.
    ///
    /// It reads the whole journal.
    /// - Parameter isWanted: Which archived payments are among them; all when left out.
    /// - Throws: `JournalError`, which names an archive that has a wanted payment and is missing.
    public func histories(
        archived isWanted: @escaping @Sendable (ArchivedPayment) -> Bool = { _ in true }
    ) async throws(JournalError) -> [PaymentHistory] {
        try await writer.histories(archived: isWanted)
    }

    /// Returns every record of the till, in the order written.
    ///
    /// An index finds them, without reading the payments.
    public func shopRecords() async throws(JournalError) -> [ShopRecord] {
        try await writer.shopRecords().compactMap(\.entry.shopRecord)
    }

    /// Returns the till's records after one, in order: at most `limit` of them.
    public func shopRecords(after sequence: Int64, limit: Int) async throws(JournalError) -> [RecordedEntry] {
        try await writer.shopRecords(after: sequence, limit: Int64(limit))
    }

    /// Returns the records after one, in order: at most `limit` of them.
    ///
    /// It reads only what it returns.
    /// - Throws: `JournalError`, which names an archive that has one of them and is missing.
    public func records(after sequence: Int64, limit: Int) async throws(JournalError) -> [RecordedEntry] {
        try await writer.records(after: sequence, limit: limit)
    }

    /// Returns the random name that the journal was given when it was begun, which no other journal has.
    public func identity() async throws(JournalError) -> String { try await writer.identity() }

    /// Returns the end of the chain, which, kept elsewhere, later proves that the records up to it are unchanged.
    public func head() async throws(JournalError) -> JournalHead { try await writer.head() }

    /// Moves settled payments into an archive beside the journal, from where they are read when they are asked for.
    ///
    /// The archive is written whole, synced and read back before anything leaves the journal, in one transaction. Stopped
    /// anywhere, it has moved all or nothing, and can be asked for again. Canceling the task has no effect.
    /// - Throws: `JournalError` if nothing was moved.
    public func archive(_ wish: ArchiveWish) async throws(JournalError) -> ArchiveReport {
        try await archive(wish) { _ in }
    }

    /// Moves settled payments into an archive; tests stop it at a step.
    package func archive(
        _ wish: ArchiveWish, reached: @escaping @Sendable (ArchiveStep) throws -> Void
    ) async throws(JournalError) -> ArchiveReport {
        try await writer.archive(wish, reached: reached)
    }

    /// Writes what is queued and releases the file; later appends are refused.
    public func close() async { await writer.close() }

    /// Runs a statement on the writer's connection, for tests.
    package func execute(_ sql: String) async throws(JournalError) { try await writer.execute(sql) }

    /// Returns what the writer holds in memory, for tests.
    package func book() async throws(JournalError) -> JournalBook { try await writer.holdingBook() }
}
