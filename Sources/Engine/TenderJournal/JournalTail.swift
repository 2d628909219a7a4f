public import TenderFlow
public import TenderRecords
import TenderSQLite

/// A reader of a journal's newest records as they were written, for a process beside the one that writes them.
///
/// Each call opens the file, reads and closes it: an open read would keep the writer from putting its log away, and a
/// file that was replaced in between is noticed. Nothing is changed, and what is stored beside the records is not read.
public actor JournalTail {
    /// Ends a reading: no more fits.
    private struct Full: Error {}

    private let executor = SQLiteExecutor(label: "tender.journal.tail")
    /// The queue that reads the file.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let path: String

    /// Creates a reader of the journal at a path; opens nothing.
    public init(path: String) { self.path = path }

    /// Returns the end of the chain before the first record, which tells the journal from every other.
    ///
    /// - Throws: `JournalError` if there is no journal, or it cannot be read.
    public func start() throws(JournalError) -> JournalHead { try read { try Self.start($0) } }

    /// Returns the gateway and the account for which the journal was created.
    ///
    /// - Throws: `JournalError` if there is no journal, or it cannot be read.
    public func binding() throws(JournalError) -> JournalBinding { try read { try $0.identity().binding } }

    /// Returns the end of the chain.
    ///
    /// - Throws: `JournalError` if there is no journal, or it cannot be read.
    public func end() throws(JournalError) -> JournalHead {
        try read { rows in
            let start = try Self.start(rows)
            let newest = "SELECT sequence, hash FROM records ORDER BY sequence DESC LIMIT 1"
            guard let row = try rows.connection.prepare(newest).firstRow() else { return start }
            guard case .integer(let sequence) = row[0], case .blob(let hash) = row[1], sequence > 0,
                hash.count == RecordChain.hashByteCount
            else { throw JournalError.damaged(rows.path, "its last record cannot be read") }
            return JournalHead(journalID: start.journalID, sequence: sequence, hash: hash)
        }
    }

    /// Returns the hash of a record, or with 0 that before the first; `nil` if there is no such record.
    ///
    /// - Throws: `JournalError` if there is no journal, or it cannot be read.
    public func hash(at sequence: Int64) throws(JournalError) -> [UInt8]? {
        try read { rows in
            guard sequence != 0 else { return try Self.start(rows).hash }
            return try rows.hash(at: sequence)
        }
    }

    /// Returns the records after one, in order, and checks that each follows from the one before it.
    ///
    /// - Parameters:
    ///   - sequence: The number of the record; 0 for all.
    ///   - maximumRecords: How many at most.
    ///   - maximumBytes: How many bytes their bodies have together at most, unless the first one is larger.
    /// - Throws: `JournalError` if there is no journal, or it cannot be read, or these records are not as written; it
    ///   names the archive if one of them is in an archive that is missing.
    public func records(
        after sequence: Int64, maximumRecords: Int, maximumBytes: Int
    ) throws(JournalError) -> [ChainCheck.Row] {
        try read { rows in
            var records: [ChainCheck.Row] = []
            var bytes = 0
            func take(_ row: [SQLiteValue]) throws {
                guard case .integer(let number) = row[0], case .blob(let previous) = row[2],
                    case .blob(let hash) = row[3], case .blob(let body) = row[4]
                else { throw JournalError.damaged(rows.path, "a record after \(sequence) cannot be read") }
                bytes += body.count
                guard records.isEmpty || bytes <= maximumBytes else { throw Full() }
                records.append(.init(sequence: number, previous: previous, hash: hash, body: body))
            }
            do {
                try rows.forEach(after: sequence, limit: Int64(maximumRecords), JournalArchives(rows), take)
            } catch is Full {}
            try Self.check(records, after: sequence, rows)
            return records
        }
    }

    /// Nothing is passed on that does not follow from what was passed on before.
    private static func check(_ records: [ChainCheck.Row], after sequence: Int64, _ rows: JournalRows) throws {
        guard let first = records.first else { return }
        let before = JournalHead(journalID: try rows.identity().id, sequence: sequence, hash: first.previous)
        var chain = RecordChain(after: before)
        for record in records {
            let link = chain.append(record.body)
            guard link.sequence == record.sequence, link.previous == record.previous, link.hash == record.hash else {
                throw JournalError.damaged(rows.path, "record \(record.sequence) is not as it was written")
            }
        }
    }

    private static func start(_ rows: JournalRows) throws -> JournalHead {
        let identity = try rows.identity()
        return RecordChain(journalID: identity.id, binding: identity.binding).head
    }

    private func read<Result>(_ body: (JournalRows) throws -> Result) throws(JournalError) -> Result {
        let paths = try JournalPaths(path)
        guard paths.isBegun else { throw JournalError(message: "there is no journal at \(path)") }
        try paths.refuseSeveralNames()
        do {
            let connection = try SQLiteConnection(path: paths.file, mode: .readOnly, durability: .asIs)
            let rows = try JournalRows(connection, paths.file)
            guard rows.version > 0 else { throw JournalError(message: "\(paths.file) holds no journal") }
            return try body(rows)
        } catch let error as JournalError {
            throw error
        } catch {
            throw JournalError(error, paths.file)
        }
    }
}
