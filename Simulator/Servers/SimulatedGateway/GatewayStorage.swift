import Glibc
import SimulatedPayments
import TenderSQLite

/// The rows of the simulated payments in one SQLite file, for one process at a time.
///
/// The file is a log: a changed row is appended again, since pages all over a large file would cost much more than a
/// few bytes at the end. Superseded rows are dropped when the file is opened and many have accumulated.
final class GatewayStorage {
    private static let schemaVersion: Int64 = 2
    /// In pages, 128 MiB; a transaction that finds the write-ahead log longer copies it into the file, and every
    /// request waits for that: rarely, since it costs nearly as much for a short log as for a long one.
    private static let checkpointPages = 32_768
    /// Up to this many rows, rewriting them gains nothing.
    private static let smallFile = 100

    private let path: String
    private let connection: SQLiteConnection
    private let insert: SQLiteStatement

    /// Opens the file, and creates it if it does not exist.
    init(path: String) throws(SimulatedGatewayError) {
        self.path = path
        Self.closeToOthers(path)
        do {
            connection = try SQLiteConnection(path: path, busyTimeoutMilliseconds: 250)
            try Self.prepareSchema(connection)
            insert = try connection.prepare("INSERT INTO records (kind, id, content) VALUES (?, ?, ?)")
        } catch let error as SQLiteError {
            throw .storage(path: path, reason: error.isBusy ? "another process uses it" : error.message)
        } catch {
            throw .storage(path: path, reason: "\(error)")
        }
    }

    /// Restricts the file to its owner, even an older one: it contains the signing secrets.
    ///
    /// SQLite creates the files beside it with the same mode. An existing file is not opened here: closing it would
    /// give up the lock that this process may have on it.
    private static func closeToOthers(_ path: String) {
        let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if made >= 0 { close(made) } else { chmod(path, 0o600) }
    }

    private static func prepareSchema(_ connection: SQLiteConnection) throws {
        // Taken with the first transaction and kept: two gateways on one file would not see each other's objects.
        try connection.execute(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_autocheckpoint = \(checkpointPages)")
        try connection.transaction {
            let version = try connection.prepare("PRAGMA user_version").firstRow()
            guard version != [.integer(schemaVersion)] else { return }
            guard version == [0] else { throw StorageVersionError() }
            try connection.execute(
                """
                CREATE TABLE records (
                    position INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, content BLOB
                );
                PRAGMA user_version = \(schemaVersion);
                """)
        }
    }

    /// Loads the payments from the file.
    func load(seed: [UInt8]) throws(SimulatedGatewayError) -> SimulatedPayments {
        do {
            let (records, count) = try read()
            if count > Self.smallFile, count > 2 * records.count { try rewrite(records) }
            return try SimulatedPayments(seed: seed, records: records)
        } catch {
            throw .storage(path: path, reason: "\(error)")
        }
    }

    /// Returns the last content of each row in the order of first occurrence, and the number of rows including
    /// superseded ones.
    private func read() throws -> (records: [StoredRecord], count: Int) {
        var records: [StoredRecord] = []
        var places: [StoredRecord.Kind: [String: Int]] = [:]
        var count = 0
        let select = try connection.prepare("SELECT kind, id, content FROM records ORDER BY position")
        try select.forEachRow { row in
            count += 1
            let record = try Self.record(row)
            let place = Self.place(&places[record.kind, default: [:]][record.id, default: records.count])
            if place < records.count { records[place] = record } else { records.append(record) }
        }
        return (records.filter { $0.content != nil }, count)
    }

    /// Reads a member of a dictionary where it gets its default, so that it is looked up once.
    private static func place(_ member: inout Int) -> Int { member }

    private static func record(_ row: [SQLiteValue]) throws -> StoredRecord {
        guard case .text(let kind) = row[0], case .text(let id) = row[1], let kind = StoredRecord.Kind(rawValue: kind)
        else { throw StorageVersionError() }
        switch row[2] {
        case .blob(let content): return StoredRecord(kind: kind, id: id, content: content)
        case .null: return StoredRecord(kind: kind, id: id, content: nil)
        case .integer, .text: throw StorageVersionError()
        }
    }

    private func rewrite(_ records: [StoredRecord]) throws {
        try connection.transaction {
            try connection.execute("DELETE FROM records")
            try write(records)
        }
    }

    /// Writes rows in one transaction; they are on the disk when it returns.
    func save(_ records: [StoredRecord]) throws {
        guard !records.isEmpty else { return }
        try connection.transaction { try write(records) }
    }

    private func write(_ records: [StoredRecord]) throws {
        let encoder = RowEncoder()
        for record in records {
            let content = record.content(by: encoder)
            try insert.run([
                .text(record.kind.rawValue), .text(record.id), content.map(SQLiteValue.blob) ?? .null,
            ])
        }
    }
}

/// An error for a file that was written by another version.
struct StorageVersionError: Error, CustomStringConvertible {
    var description: String { "it was not written by this version of the simulated gateway" }
}
