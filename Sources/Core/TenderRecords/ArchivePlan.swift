public import TenderFlow

/// Decides which payments of a journal may be moved into an archive: those that nothing at present follows from.
///
/// A payment goes whole or stays whole. It stays
///
/// - while the book keeps it: its outcome is unknown, it is held, nobody was told of it, a refund is under way;
/// - if one of its records is not older than the wanted time, or head office does not have it yet;
/// - if it was stored offline or forwarded, or a semi-integrated terminal carried it out: what is told of such payments
///   comes from all of their records;
/// - if it has the journal's newest record, so that the end of the chain is always there.
///
/// The till's own records stay: its shifts, tickets and totals are folded from all of them.
public struct ArchivePlan: Sendable {
    private let before: Int64
    private let copied: Int64
    private var payments: [String: ArchivedPayment] = [:]
    private var staying: Set<String> = []
    private var newest: String?

    /// Begins before the first record.
    ///
    /// - Parameters:
    ///   - before: The time before which records may go, in milliseconds since 1970, UTC.
    ///   - copied: The last record that may go.
    public init(before: Int64, copied: Int64) {
        self.before = before
        self.copied = copied
    }

    /// Takes the next record of the journal.
    public mutating func take(_ record: RecordedEntry) {
        let (id, stamp) = (record.entry.intentID, record.stamp.unixMilliseconds)
        newest = id
        guard record.entry.shopRecord == nil else { return }
        if payments[id]?.take(record) == nil { payments[id] = ArchivedPayment(record) }
        if stamp >= before || record.sequence > copied { staying.insert(id) }
        switch record.entry.event {
        case .offline(.created(let forwarded)): staying.formUnion([id, forwarded])
        case .offline, .terminal: staying.insert(id)
        case .attemptOpened, .cancelAsked, .requestLeaving, .concluding, .settled, .claimed, .acknowledged,
            .refundLeaving,
            .callLeaving, .setupLeaving, .requestSettled, .requestTold, .holdDecided, .shop:
            break
        }
    }

    /// Returns the payments that may go, in the order of their first times.
    ///
    /// - Parameter book: The fold of the same records, which tells what is not over.
    public func movable(_ book: JournalBook) -> [ArchivedPayment] {
        payments.values.filter { payment in
            let id = payment.intentID
            return id != newest && !staying.contains(id) && book.history(of: id) == nil
        }
        .sorted { ($0.opened, $0.intentID) < ($1.opened, $1.intentID) }
    }

    /// The number of payments with a record that is old enough to go.
    public var oldCount: Int { payments.values.count { $0.opened < before } }
}
