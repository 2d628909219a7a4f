import TenderFlow

/// The newest records of a journal, as they were read last.
struct NewestRecords {
    /// How many records are kept.
    static let capacity = 256

    /// A reading of the journal: the records after one, when so much had been written.
    struct Reading: Hashable {
        let sequence: Int64
        let limit: Int
        let writes: UInt64
    }

    /// The readings under way, which whoever wants the same joins.
    var readings: [Reading: Task<Result<[RecordedEntry], JournalError>, Never>] = [:]
    /// The number of records that were written since the journal was opened; at least this many are in it.
    var writes: UInt64 = 0
    private var newest: [RecordedEntry] = []
    /// The number of the record before the first one that is kept.
    private var before: Int64 = 0
    /// How much had been written when all of what follows was read; `nil` if it never was.
    private var readAt: UInt64?

    /// Returns the records after one, if they are known here; `nil` if the journal must be asked.
    func records(after sequence: Int64, limit: Int) -> [RecordedEntry]? {
        guard readAt == writes, sequence >= before else { return nil }
        return Array(newest.drop { $0.sequence <= sequence }.prefix(limit))
    }

    /// Notes what a reading returned; `nil` if it failed.
    mutating func note(_ records: [RecordedEntry]?, of reading: Reading) {
        readings[reading] = nil
        // Only a reading that came to the end says what the newest records are.
        guard let records, records.count < reading.limit, reading.writes >= readAt ?? 0 else { return }
        let sequence = reading.sequence
        let last = newest.last?.sequence ?? before
        if readAt == nil || sequence < before || sequence > last {
            (newest, before) = (records, sequence)
        } else {
            newest += records.filter { $0.sequence > last }
        }
        if newest.count > Self.capacity {
            before = newest[newest.count - Self.capacity - 1].sequence
            newest.removeFirst(newest.count - Self.capacity)
        }
        readAt = reading.writes
    }
}
