import Glibc
import TenderBytes
import TenderFlow
import TenderRecords
import TenderSQLite

/// The open files of a journal, confined to the one thread that writes; the lock lives as long as the store.
final class JournalStore {
    let paths: JournalPaths
    /// What the records said when the journal was opened, and have said since.
    var book = JournalBook()
    private(set) var chain: RecordChain
    /// The journal's random name.
    let identity: String

    let connection: SQLiteConnection
    /// The tables as they are.
    private(set) var rows: JournalRows
    /// What was moved out of the journal; `nil` before its first archive.
    private(set) var archives: JournalArchives?
    private let headFile: HeadFile
    private let insert: SQLiteStatement
    private let selectHistory: SQLiteStatement
    private let selectShop: SQLiteStatement
    private let storePayload: SQLiteStatement
    private let deletePayload: SQLiteStatement
    private let selectPayload: SQLiteStatement
    /// Declared after the connection, so that it is released after it: closing any descriptor of a file releases
    /// SQLite's locks on it.
    private let hold: JournalHold
    /// Declared last, so that it is released after the connection has put its log away.
    private let lock: JournalLock

    /// Opens a journal, or starts a new one if there is none.
    ///
    /// - Throws: `JournalError` for anything that prevents writing, including damage.
    convenience init(_ path: String, _ binding: JournalBinding, rebinds: Bool) throws(JournalError) {
        let paths = try JournalPaths(path)
        do {
            try self.init(paths, binding, rebinds: rebinds)
        } catch {
            throw JournalError(error, paths.file)
        }
    }

    private init(_ paths: JournalPaths, _ binding: JournalBinding, rebinds: Bool) throws {
        self.paths = paths
        try Self.refuseCredentials(binding)
        try paths.refuseUnfit()
        lock = try JournalLock(paths.lock, journal: paths.file)
        headFile = HeadFile(paths)
        let head = try HeadFile.read(paths)
        try Self.refuseLoss(paths, head)
        hold = try JournalHold(paths)
        connection = try SQLiteConnection(path: paths.file, mode: .readWrite, busyTimeoutMilliseconds: 2000)
        try Self.prepare(connection, paths, binding, rebinds: rebinds)
        try hold.noteLog(paths)
        insert = try connection.prepare(
            "INSERT INTO records (sequence, intent, previous, hash, body) VALUES (?, ?, ?, ?, ?)")
        selectHistory = try connection.prepare(
            "SELECT sequence, body FROM records WHERE intent = ? ORDER BY sequence")
        selectShop = try connection.prepare(
            "SELECT sequence, body FROM records WHERE intent = ? AND sequence > ? ORDER BY sequence LIMIT ?")
        storePayload = try connection.prepare(
            "INSERT INTO payloads (key, body) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body")
        deletePayload = try connection.prepare("DELETE FROM payloads WHERE key = ?")
        selectPayload = try connection.prepare("SELECT body FROM payloads WHERE key = ?")
        rows = try JournalRows(connection, paths.file)
        archives = try JournalArchives(rows)
        let identity = try rows.identity()
        self.identity = identity.id
        chain = RecordChain(journalID: identity.id, binding: identity.binding)
        try fold(head)
        try headFile.make(chain.head)
    }

    /// Refuses credentials in the address, which the journal stores and every error about its account shows.
    private static func refuseCredentials(_ binding: JournalBinding) throws(JournalError) {
        guard binding.gateway.holdsCredentials else { return }
        throw JournalError(
            message: """
                the gateway's address \(binding.gateway.shownAddress) holds a user name or a password, which would be \
                written into the journal: leave them out
                """)
    }

    /// Refuses a head without its journal: payments were recorded, and their records are gone.
    private static func refuseLoss(_ paths: JournalPaths, _ head: JournalHead?) throws(JournalError) {
        guard let head, head.sequence > 0, !paths.isBegun else { return }
        throw JournalError.damaged(
            paths.file, "its \(head.sequence) records are gone, while \(paths.head) still tells of them")
    }

    // MARK: - Opening

    /// Prepares the file in one transaction, so that a read-only file is noticed here.
    private static func prepare(
        _ connection: SQLiteConnection, _ paths: JournalPaths, _ binding: JournalBinding, rebinds: Bool
    ) throws {
        try connection.execute("PRAGMA secure_delete = ON; PRAGMA foreign_keys = OFF")
        try connection.transaction {
            let version = try JournalSchema.version(connection, paths.file)
            try JournalSchema.migrate(connection, from: version)
            if version == 0 {
                try connection.prepare("INSERT INTO journal (one, id, gateway, account) VALUES (1, ?, ?, ?)").run([
                    .text(newID()), .text(binding.gateway), .text(binding.account),
                ])
            }
            try bind(connection, paths, binding, rebinds: rebinds)
        }
    }

    private static func newID() -> String {
        Hex.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    }

    private static func bind(
        _ connection: SQLiteConnection, _ paths: JournalPaths, _ binding: JournalBinding, rebinds: Bool
    ) throws {
        let bound = try JournalRows(connection, paths.file).binding()
        guard bound != binding else { return }
        guard rebinds else {
            throw JournalError(
                .otherGateway("\(bound)"),
                message: """
                    the journal \(paths.file) belongs to \(bound), not to \(binding): use another journal, or, when \
                    both are the same account, tender journal rebind
                    """)
        }
        try connection.prepare("INSERT INTO bindings (gateway, account) VALUES (?, ?)").run([
            .text(binding.gateway), .text(binding.account),
        ])
    }

    /// Takes what the records say, unless anything is wrong with them.
    private func fold(_ head: JournalHead?) throws {
        let (folded, check) = try folded(head)
        guard let finding = check.findings.first else {
            (book, chain) = (folded, RecordChain(after: check.last))
            return
        }
        let others = check.findingCount > 1 ? " (and \(check.findingCount - 1) more findings)" : ""
        throw JournalError.damaged(paths.file, "\(finding)\(others)")
    }

    /// Reads every record, checks the chain and the file, and folds a book.
    func folded(_ head: JournalHead?) throws -> (book: JournalBook, check: ChainCheck) {
        let identity = try rows.identity()
        var check = ChainCheck(journalID: identity.id, binding: identity.binding, head: head)
        var book = JournalBook()
        var seen: Set<String> = []
        try rows.walk(&check) { record in
            let isNew = seen.insert(record.entry.intentID).inserted
            book.apply(record) { isNew ? nil : try? self.history(of: $0, before: record.sequence) }
        }
        check.finish()
        // This covers what the walk does not touch, such as the index that histories are read by.
        for words in try rows.integrityFindings() { check.note(.unreadableFile(words)) }
        return (book, check)
    }

    // MARK: - Reading

    /// Returns what the records of one payment say, up to a place in the journal, wherever they are.
    func history(of intentID: String, before limit: Int64 = .max) throws -> PaymentHistory? {
        var records: [RecordedEntry] = []
        func take(_ sequence: SQLiteValue, _ body: SQLiteValue) throws {
            guard case .integer(let sequence) = sequence, case .blob(let bytes) = body, sequence < limit else { return }
            records.append(try JournalRows.decode(bytes, sequence).get())
        }
        try selectHistory.forEachRow([.text(intentID)]) { try take($0[0], $0[1]) }
        // A payment is archived whole, or not at all.
        if records.isEmpty { try archives?.rows(of: intentID).forEach { try take($0[0], $0[4]) } }
        return PaymentHistory(folding: records)
    }

    /// Returns what the records say of every payment, in the order of their first records.
    ///
    /// - Parameter isWanted: Which archived payments are among them.
    func histories(archived isWanted: (ArchivedPayment) -> Bool) throws -> [PaymentHistory] {
        var histories: [PaymentHistory] = []
        var places: [String: Int] = [:]
        try connection.prepare("SELECT sequence, body FROM records ORDER BY sequence").forEachRow { row in
            guard case .integer(let sequence) = row[0], case .blob(let bytes) = row[1] else { return }
            let record = try JournalRows.decode(bytes, sequence).get()
            guard record.entry.shopRecord == nil else { return }
            if let place = places[record.entry.intentID] {
                histories[place].apply(record)
            } else {
                places[record.entry.intentID] = histories.count
                histories.append(PaymentHistory(record))
            }
        }
        let wanted = try archives?.payments().filter(isWanted) ?? []
        guard !wanted.isEmpty else { return histories }
        return try (histories + wanted.compactMap { try history(of: $0.intentID) }).sorted { $0.sequence < $1.sequence }
    }

    /// Returns records of the till after one, in order: all of them if `limit` is -1.
    func shopRecords(after sequence: Int64 = 0, limit: Int64 = -1) throws -> [RecordedEntry] {
        var records: [RecordedEntry] = []
        try selectShop.forEachRow([.text(ShopRecord.intentID), .integer(sequence), .integer(limit)]) { row in
            guard case .integer(let sequence) = row[0], case .blob(let bytes) = row[1] else { return }
            records.append(try JournalRows.decode(bytes, sequence).get())
        }
        return records
    }

    /// Returns at most `limit` records after one, in order, wherever they are.
    func records(after sequence: Int64, limit: Int) throws -> [RecordedEntry] {
        var records: [RecordedEntry] = []
        try rows.forEach(after: sequence, limit: Int64(limit), archives) { row in
            guard case .integer(let sequence) = row[0], case .blob(let bytes) = row[4] else { return }
            records.append(try JournalRows.decode(bytes, sequence).get())
        }
        return records
    }

    func payload(_ key: String) throws -> [UInt8]? {
        guard case .blob(let bytes)? = try selectPayload.firstRow([.text(key)])?.first else { return nil }
        return bytes
    }

    // MARK: - Writing

    /// Runs `body` as one transaction; if it fails, book and chain are as before.
    ///
    /// - Throws: `JournalError` if the files are not in their places, before or after it: then nothing more may be
    ///   written.
    func commit(_ body: (inout JournalBatch) throws -> Void) throws {
        let before = chain
        var batch = JournalBatch()
        do {
            try expectPlaces()
            try connection.transaction { try body(&batch) }
            try expectPlaces()
        } catch {
            for (id, history) in batch.touched.reversed() {
                book.restore(id, to: history, lastSequence: before.head.sequence)
            }
            chain = before
            throw error
        }
        if chain.head != before.head { headFile.update(chain.head) }
    }

    func expectPlaces() throws(JournalError) {
        do throws(JournalError) {
            try hold.expectPlaces()
        } catch {
            // If the log's name is gone, the log is lost with this process: write its contents into the database first.
            try? connection.execute("PRAGMA wal_checkpoint(FULL)")
            throw error
        }
    }

    /// Writes one record within a transaction.
    ///
    /// - Throws: `JournalError` if only this record is refused and others may continue; `SQLiteError` if nothing can be
    ///   written.
    func write(
        _ entry: JournalEntry, _ payload: PayloadChange?, at stamp: Stamp, _ batch: inout JournalBatch
    ) throws {
        let body: [UInt8]
        do throws(RecordError) {
            body = try RecordCodec.encode(entry, at: stamp)
        } catch {
            throw JournalError(message: "\(error)")
        }
        let id = entry.intentID
        let known = book.history(of: id)
        if known == nil { try bringBack(id) }
        let earlier = known == nil && entry.shopRecord == nil ? try history(of: id) : nil
        let record = try book.take(entry, at: stamp) { _ in earlier }
        batch.touched.append((id, known))
        let link = chain.append(body)
        try insertRow([.integer(record.sequence), .text(id), .blob(link.previous), .blob(link.hash), .blob(body)])
        switch payload {
        case .store(let key, let bytes): try storePayload.run([.text(key), .blob(bytes)])
        case .delete(let key): try deletePayload.run([.text(key)])
        case nil: break
        }
    }

    func insertRow(_ row: [SQLiteValue]) throws { try insert.run(row) }

    /// Looks at the tables anew, after they changed.
    func reread() throws {
        rows = try JournalRows(connection, paths.file)
        archives = try JournalArchives(rows)
    }

    /// Runs a statement for a test, such as one that makes the disk full.
    func execute(_ sql: String) throws { try connection.execute(sql) }
}

/// What a transaction has touched so far.
struct JournalBatch {
    /// The payments, each with its history in the book before.
    var touched: [(id: String, before: PaymentHistory?)] = []
}
