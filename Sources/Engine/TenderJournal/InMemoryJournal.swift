import TenderBytes
public import TenderFlow
import TenderRecords

/// A journal that lives only as long as the process: for demonstrations and tests, never for real money.
public final class InMemoryJournal: PayloadJournal, ShopJournal {
    private struct Contents {
        var records: [RecordedEntry] = []
        var places: [String: [Int]] = [:]
        var payloads: [String: [UInt8]] = [:]
        var book = JournalBook()

        func history(of id: String) -> PaymentHistory? {
            PaymentHistory(folding: (places[id] ?? []).lazy.map { records[$0] })
        }

        /// Appends a record, in a separate function: the copy must be gone before the records grow, or all of them are
        /// copied.
        private mutating func take(_ entry: JournalEntry, at stamp: Stamp) throws(JournalError) -> RecordedEntry {
            let earlier = self
            return try book.take(entry, at: stamp) { earlier.history(of: $0) }
        }

        mutating func append(_ entry: JournalEntry, _ payload: PayloadChange?, at stamp: Stamp) throws(JournalError) {
            let record = try take(entry, at: stamp)
            places[entry.intentID, default: []].append(records.count)
            records.append(record)
            switch payload {
            case .store(let key, let body): payloads[key] = body
            case .delete(let key): payloads[key] = nil
            case nil: break
            }
        }
    }

    private let clock: any WallClock
    private let contents = Guarded(Contents())

    /// Creates an empty journal.
    public init(clock: any WallClock = SystemWallClock()) { self.clock = clock }

    /// Appends the record in memory; refuses what any journal refuses.
    public func append(_ entry: JournalEntry) async throws(JournalError) { try append(entry, nil) }

    /// Appends the record and changes the payload; refuses what any journal refuses.
    public func append(_ entry: JournalEntry, payload: PayloadChange) async throws(JournalError) {
        try append(entry, payload)
    }

    private func append(_ entry: JournalEntry, _ payload: PayloadChange?) throws(JournalError) {
        let stamp = clock.now()
        try contents.withLock { contents throws(JournalError) in try contents.append(entry, payload, at: stamp) }
    }

    /// Checks whether the record would be accepted now.
    public func check(_ entry: JournalEntry) async throws(JournalError) {
        let stamp = clock.now()
        try contents.withLock { contents throws(JournalError) in try contents.book.admit(entry, at: stamp) }
    }

    /// Returns the payload stored under a key; `nil` if there is none.
    public func payload(_ key: String) async throws(JournalError) -> [UInt8]? { contents.withLock { $0.payloads[key] } }

    /// Returns nothing, because there was no earlier process.
    public func takeUnresolved() async throws(JournalError) -> [PaymentHistory] { [] }

    /// Returns every payment that still needs attention.
    public func openPayments() async throws(JournalError) -> [PaymentHistory] {
        contents.withLock { $0.book.openPayments }
    }

    /// Returns what the records say of one payment; `nil` if there are none.
    public func history(of intentID: String) async throws(JournalError) -> PaymentHistory? {
        contents.withLock { $0.history(of: intentID) }
    }

    /// Returns what the records say of every payment of an order.
    public func payments(of order: String) async throws(JournalError) -> [PaymentHistory] {
        contents.withLock { contents in
            contents.places.keys.compactMap { contents.history(of: $0) }.filter { $0.terms?.order == order }
                .sorted { $0.sequence < $1.sequence }
        }
    }

    /// Returns every record of the till, in the order written.
    public func shopRecords() async throws(JournalError) -> [ShopRecord] {
        contents.withLock { contents in
            (contents.places[ShopRecord.intentID] ?? []).compactMap { contents.records[$0].entry.shopRecord }
        }
    }

    /// The entries written, in order.
    public var entries: [JournalEntry] { contents.withLock { $0.records.map(\.entry) } }
}
