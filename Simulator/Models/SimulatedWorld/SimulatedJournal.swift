import TenderFlow
import TenderModel
import TenderRecords

/// The journal of a shop's process: the product's records, codec, chain and book over the simulated disk.
struct SimulatedJournal {
    /// The caller that waits for a record, and its errand.
    struct Writer: Equatable {
        var lane: Int
        var errand: Errand
    }

    struct Write {
        /// The waiting caller; `nil` for a record that a flawed driver has already answered.
        var writer: Writer?
        var entry: JournalEntry
        /// The card data that is stored with it.
        var stored: [UInt8]?
        /// Whether card data is deleted that is still needed.
        var isFlawed = false

        /// The change of card data in the same transaction.
        var payload: PayloadChange? {
            if entry.event.endsPayload || isFlawed { return .delete(key: entry.intentID) }
            return stored.map { .store(key: entry.intentID, $0) }
        }

        /// Returns whether the two must keep their order.
        func isTied(to other: Write) -> Bool {
            if entry.intentID == other.entry.intentID { return true }
            // A stored payment already counts against the limits.
            if stored != nil, other.stored != nil { return true }
            guard let order = entry.terms?.order else { return false }
            return order == other.entry.terms?.order
        }
    }

    private static let id = "00000000000000000000000000000000"
    private static let binding = JournalBinding(gateway: "simulated", account: "shop")

    private(set) var book = JournalBook()
    /// The number of records.
    private(set) var count = 0
    /// The payments that the book dropped.
    private var closed: [String: PaymentHistory] = [:]
    /// The durable records of offline payments, in order.
    private(set) var offlineEntries: [JournalEntry] = []
    private var chain = RecordChain(journalID: id, binding: binding)
    /// The records waiting for the next transaction.
    private(set) var queue: [Write] = []
    /// The records being written.
    private(set) var group: [Write] = []
    private var written: [RecordedEntry] = []
    private var chainBefore: RecordChain?

    mutating func enqueue(_ write: Write) { queue.append(write) }

    var isWriting: Bool { !group.isEmpty }

    /// Takes as many records as can share a sync, admits them, and writes them to the disk.
    ///
    /// Records of one payment or one order never share a sync: each is admitted after those before it are durable.
    /// - Returns: The records that may not be written, and why.
    mutating func begin(at stamp: Stamp, on disk: inout SimulatedDisk, checksOrders: Bool) -> [(Write, JournalError)] {
        var refused: [(Write, JournalError)] = []
        var rows: [SimulatedDisk.Write] = []
        var later: [Write] = []
        let before = chain
        for write in queue {
            guard !group.contains(where: { $0.isTied(to: write) }), !later.contains(where: { $0.isTied(to: write) }),
                !refused.contains(where: { $0.0.isTied(to: write) })
            else {
                later.append(write)
                continue
            }
            do throws(JournalError) {
                if checksOrders { try book.admit(write.entry, at: stamp) { closed[$0] } }
                let (row, record) = try encode(write.entry, stamp)
                rows.append(SimulatedDisk.Write(row: row, payload: write.payload))
                group.append(write)
                written.append(record)
            } catch {
                refused.append((write, error))
            }
        }
        queue = later
        if !rows.isEmpty { disk.write(rows) }
        chainBefore = before
        return refused
    }

    private mutating func encode(
        _ entry: JournalEntry, _ stamp: Stamp
    ) throws(JournalError) -> (SimulatedDisk.Row, RecordedEntry) {
        let bytes: [UInt8]
        do throws(RecordError) {
            bytes = try RecordCodec.encode(entry, at: stamp)
        } catch {
            throw JournalError(message: "\(error)")
        }
        let link = chain.append(bytes)
        return (
            SimulatedDisk.Row(sequence: link.sequence, previous: link.previous, hash: link.hash, body: bytes),
            RecordedEntry(sequence: link.sequence, stamp: stamp, entry: entry)
        )
    }

    private mutating func take(_ record: RecordedEntry) {
        let over = book.apply(record) { [closed] id in closed[id] }
        closed[record.entry.intentID] = over
        switch record.entry.event {
        case .offline: offlineEntries.append(record.entry)
        case .acknowledged where PaymentIntent.isOffline(id: record.entry.intentID):
            offlineEntries.append(record.entry)
        default: break
        }
        count += 1
    }

    /// Commits the transaction.
    mutating func commit(on disk: inout SimulatedDisk) -> [Write] {
        disk.sync()
        for record in written { take(record) }
        return end()
    }

    /// Fails the transaction: for this process it never existed.
    mutating func fail() -> [Write] {
        if let chainBefore { chain = chainBefore }
        return end()
    }

    private mutating func end() -> [Write] {
        defer {
            group = []
            written = []
        }
        return group
    }

    /// Reads the disk as a starting process does.
    ///
    /// - Returns: The errors of the chain.
    mutating func open(_ disk: SimulatedDisk) -> [String] {
        self = SimulatedJournal()
        var check = ChainCheck(journalID: Self.id, binding: Self.binding, head: nil)
        var wrong: [String] = []
        for row in disk.rows {
            check.take(row)
            do throws(RecordError) {
                take(try RecordCodec.decode(row.body, sequence: row.sequence))
            } catch {
                wrong.append("record \(row.sequence): \(error)")
            }
        }
        check.finish()
        chain = RecordChain(after: check.last)
        return wrong + check.findings.map(\.description)
    }

    /// Returns what the durable records say about one payment.
    func history(of id: String) -> PaymentHistory? { book.history(of: id) ?? closed[id] }

    var headHash: [UInt8] { chain.head.hash }
}
