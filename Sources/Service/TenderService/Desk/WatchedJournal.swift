import TenderBytes
public import TenderFlow
public import TenderJournal
import TenderRecords

/// A journal that tells its subscribers that there are new records, which they then read at their own pace.
public final class WatchedJournal: PayloadJournal, ShopJournal {
    private let base: SQLiteJournal
    /// One signal is as good as many: each makes a subscriber read everything that is new.
    private let signals = Broadcast<UInt64>(bufferSize: 1)

    /// Watches a journal; all records must be written through this one.
    public init(_ base: SQLiteJournal) { self.base = base }

    /// Returns a signal for each time that records were written.
    func newRecords() -> AsyncStream<UInt64> { signals.subscribe() }

    /// Returns the records after one, in order.
    ///
    /// - Throws: `JournalError` if they cannot be read.
    public func records(after sequence: Int64, limit: Int) async throws(JournalError) -> [RecordedEntry] {
        try await base.records(after: sequence, limit: limit)
    }

    /// Returns the number of the last record.
    func lastSequence() async throws(JournalError) -> Int64 { try await base.head().sequence }

    public func append(_ entry: JournalEntry) async throws(JournalError) {
        try await base.append(entry)
        signals.publish { $0 }
    }

    public func append(_ entry: JournalEntry, payload: PayloadChange) async throws(JournalError) {
        try await base.append(entry, payload: payload)
        signals.publish { $0 }
    }

    public func payload(_ key: String) async throws(JournalError) -> [UInt8]? { try await base.payload(key) }

    public func check(_ entry: JournalEntry) async throws(JournalError) { try await base.check(entry) }

    public func takeUnresolved() async throws(JournalError) -> [PaymentHistory] { try await base.takeUnresolved() }

    public func openPayments() async throws(JournalError) -> [PaymentHistory] { try await base.openPayments() }

    public func history(of intentID: String) async throws(JournalError) -> PaymentHistory? {
        try await base.history(of: intentID)
    }

    public func payments(of order: String) async throws(JournalError) -> [PaymentHistory] {
        try await base.payments(of: order)
    }

    public func shopRecords() async throws(JournalError) -> [ShopRecord] { try await base.shopRecords() }

    /// Writes what is queued, releases the file, and ends the signals.
    public func close() async {
        await base.close()
        signals.finish()
    }
}
