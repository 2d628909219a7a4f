import TenderBytes
public import TenderFlow
public import TenderJournal
import TenderRecords

/// A journal that tells its subscribers that there are new records, which they then read at their own pace.
public final class WatchedJournal: PayloadJournal, ShopJournal {
    private let base: SQLiteJournal
    /// One signal is as good as many: each makes a subscriber read everything that is new.
    private let signals = Broadcast<UInt64>(bufferSize: 1)

    private let newest = Guarded(NewestRecords())

    /// Watches a journal; all records must be written through this one.
    public init(_ base: SQLiteJournal) { self.base = base }

    /// Returns a signal for each time that records were written.
    func newRecords() -> AsyncStream<UInt64> { signals.subscribe() }

    /// Returns the records after one, in order.
    ///
    /// The newest ones are read once for all subscribers, so that a hundred of them delay no payment.
    /// - Throws: `JournalError` if they cannot be read.
    public func records(after sequence: Int64, limit: Int) async throws(JournalError) -> [RecordedEntry] {
        let source = newest.withLock { newest -> Source in
            if let known = newest.records(after: sequence, limit: limit) { return .known(known) }
            let reading = NewestRecords.Reading(sequence: sequence, limit: limit, writes: newest.writes)
            if let task = newest.readings[reading] { return .reading(task) }
            let task = Task { await self.read(reading) }
            newest.readings[reading] = task
            return .reading(task)
        }
        switch source {
        case .known(let records): return records
        case .reading(let task): return try await task.value.get()
        }
    }

    private enum Source: Sendable {
        case known([RecordedEntry])
        case reading(Task<Result<[RecordedEntry], JournalError>, Never>)
    }

    private func read(_ reading: NewestRecords.Reading) async -> Result<[RecordedEntry], JournalError> {
        let result: Result<[RecordedEntry], JournalError>
        do throws(JournalError) {
            result = .success(try await base.records(after: reading.sequence, limit: reading.limit))
        } catch {
            result = .failure(error)
        }
        newest.withLock { $0.note(try? result.get(), of: reading) }
        return result
    }

    /// Returns the random name that no other journal has.
    func identity() async throws(JournalError) -> String { try await base.identity() }

    /// Returns the number of the last record.
    func lastSequence() async throws(JournalError) -> Int64 { try await base.head().sequence }

    /// Writes a record, and tells the subscribers.
    public func append(_ entry: JournalEntry) async throws(JournalError) {
        try await base.append(entry)
        tell()
    }

    /// Writes a record and changes a payload with it, and tells the subscribers.
    public func append(_ entry: JournalEntry, payload: PayloadChange) async throws(JournalError) {
        try await base.append(entry, payload: payload)
        tell()
    }

    private func tell() {
        newest.withLock { $0.writes += 1 }
        signals.publish { $0 }
    }

    /// Returns the payload stored under a key.
    public func payload(_ key: String) async throws(JournalError) -> [UInt8]? { try await base.payload(key) }

    /// Checks whether a record could be written now.
    public func check(_ entry: JournalEntry) async throws(JournalError) { try await base.check(entry) }

    /// Returns, on the first call, the payments that earlier processes left without a result.
    public func takeUnresolved() async throws(JournalError) -> [PaymentHistory] { try await base.takeUnresolved() }

    /// Returns every payment that still needs attention.
    public func openPayments() async throws(JournalError) -> [PaymentHistory] { try await base.openPayments() }

    /// Returns what the records say of one payment.
    public func history(of intentID: String) async throws(JournalError) -> PaymentHistory? {
        try await base.history(of: intentID)
    }

    /// Returns what the records say of every payment of an order.
    public func payments(of order: String) async throws(JournalError) -> [PaymentHistory] {
        try await base.payments(of: order)
    }

    /// Returns every record of the till.
    public func shopRecords() async throws(JournalError) -> [ShopRecord] { try await base.shopRecords() }

    /// Returns the till's records after one, in order.
    func shopRecords(after sequence: Int64, limit: Int) async throws(JournalError) -> [RecordedEntry] {
        try await base.shopRecords(after: sequence, limit: limit)
    }

    /// Writes what is queued, releases the file, and ends the signals.
    public func close() async {
        await base.close()
        signals.finish()
    }
}
