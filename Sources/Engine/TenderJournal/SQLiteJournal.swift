public import TenderFlow
public import TenderRecords

/// A journal that outlasts the process and the power: hash-chained records in an SQLite file, for one process at a time.
///
/// All calls may be made from anywhere; the file is touched on a queue of its own. Records that are appended while the
/// disk is busy are written together and share one sync. See `docs/decisions/durable-journal.md`.
public final class SQLiteJournal: PayloadJournal, ShopJournal {
    private let writer: JournalWriter

    /// Opens a journal, or begins a new one where there is none: reads it, and checks its chain against its head.
    ///
    /// - Parameters:
    ///   - path: the file; its folder must exist. What lies beside it begins with its name.
    ///   - binding: the gateway and account of its payments; another one than it was made for is refused.
    ///   - rebinds: binds an existing journal to `binding` from now on, such as after a change of the API key.
    ///   - clock: stamps the records.
    /// - Throws: `JournalError`, and then nothing may be charged.
    public init(
        path: String, binding: JournalBinding, rebinds: Bool = false, clock: any WallClock = SystemWallClock()
    ) async throws(JournalError) {
        writer = JournalWriter(path, clock)
        try await writer.open(binding, rebinds: rebinds)
    }

    /// Writes one record; returns when it is on the disk.
    ///
    /// - Throws: `JournalError`. A record that could not be synced may yet be found after a restart; as nothing was done on
    ///   its account, it only makes recovery ask once more.
    public func append(_ entry: JournalEntry) async throws(JournalError) { try await writer.append(entry, nil) }

    /// Writes one record and changes a payload in the same transaction.
    public func append(_ entry: JournalEntry, payload: PayloadChange) async throws(JournalError) {
        try await writer.append(entry, payload)
    }

    /// The payload under a key; nil when there is none.
    public func payload(_ key: String) async throws(JournalError) -> [UInt8]? { try await writer.payload(key) }

    /// Whether a record would be taken now; changes nothing.
    public func check(_ entry: JournalEntry) async throws(JournalError) { try await writer.check(entry) }

    /// The payments that earlier processes left without a result, at the first call.
    public func takeUnresolved() async throws(JournalError) -> [PaymentHistory] { try await writer.takeUnresolved() }

    /// Every payment that somebody has still to look at.
    public func openPayments() async throws(JournalError) -> [PaymentHistory] { try await writer.openPayments() }

    /// What the records tell of one payment; nil when there are none.
    public func history(of intentID: String) async throws(JournalError) -> PaymentHistory? {
        try await writer.history(of: intentID)
    }

    /// What the records tell of every payment, in the order of their first records.
    ///
    /// It reads the whole journal.
    public func histories() async throws(JournalError) -> [PaymentHistory] { try await writer.histories() }

    /// Every record of the till, in the order in which they were written.
    ///
    /// Found by the index: the payments are not read.
    public func shopRecords() async throws(JournalError) -> [ShopRecord] { try await writer.shopRecords() }

    /// The end of the chain: kept elsewhere, it proves later that the records up to it are the same.
    public func head() async throws(JournalError) -> JournalHead { try await writer.head() }

    /// Writes what is queued and lets go of the file; what is appended afterwards is refused.
    public func close() async { await writer.close() }

    /// Runs a statement on the writer's connection, for tests.
    package func execute(_ sql: String) async throws(JournalError) { try await writer.execute(sql) }

    /// What the writer holds in memory, for tests.
    package func book() async throws(JournalError) -> JournalBook { try await writer.holdingBook() }
}
