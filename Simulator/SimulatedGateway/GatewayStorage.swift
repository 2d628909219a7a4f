import SimulatedPayments
import TenderSQLite

/// The rows of the simulated payments in one SQLite file, for one process at a time.
final class GatewayStorage {
    private static let schemaVersion: Int64 = 1

    private let path: String
    private let connection: SQLiteConnection
    private let upsert: SQLiteStatement
    private let delete: SQLiteStatement

    init(path: String) throws(SimulatedGatewayError) {
        self.path = path
        do {
            connection = try SQLiteConnection(path: path, busyTimeoutMilliseconds: 250)
            try Self.prepareSchema(connection)
            upsert = try connection.prepare(
                """
                INSERT INTO records (kind, id, content) VALUES (?, ?, ?)
                ON CONFLICT (kind, id) DO UPDATE SET content = excluded.content
                """)
            delete = try connection.prepare("DELETE FROM records WHERE kind = ? AND id = ?")
        } catch let error as SQLiteError {
            throw .storage(path: path, reason: error.isBusy ? "another process uses it" : error.message)
        } catch {
            throw .storage(path: path, reason: "\(error)")
        }
    }

    private static func prepareSchema(_ connection: SQLiteConnection) throws {
        // Taken with the first transaction and kept: two gateways on one file would not see each other's objects.
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try connection.transaction {
            let version = try connection.prepare("PRAGMA user_version").firstRow()
            guard version != [.integer(schemaVersion)] else { return }
            guard version == [0] else { throw StorageVersionError() }
            try connection.execute(
                """
                CREATE TABLE records (
                    position INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, content BLOB NOT NULL,
                    UNIQUE (kind, id)
                );
                PRAGMA user_version = \(schemaVersion);
                """)
        }
    }

    /// Builds the payments from the file.
    func load(seed: [UInt8]) throws(SimulatedGatewayError) -> SimulatedPayments {
        do {
            var records: [StoredRecord] = []
            let select = try connection.prepare("SELECT kind, id, content FROM records ORDER BY position")
            try select.forEachRow { row in
                guard case .text(let kind) = row[0], case .text(let id) = row[1], case .blob(let content) = row[2],
                    let kind = StoredRecord.Kind(rawValue: kind)
                else { throw StorageVersionError() }
                records.append(StoredRecord(kind: kind, id: id, content: content))
            }
            return try SimulatedPayments(seed: seed, records: records)
        } catch {
            throw .storage(path: path, reason: "\(error)")
        }
    }

    /// Writes rows in one transaction; they are on the disk when it returns.
    func save(_ records: [StoredRecord]) throws {
        guard !records.isEmpty else { return }
        try connection.transaction {
            for record in records {
                let key: [SQLiteValue] = [.text(record.kind.rawValue), .text(record.id)]
                guard let content = record.content else {
                    try delete.run(key)
                    continue
                }
                try upsert.run(key + [.blob(content)])
            }
        }
    }
}

/// The file was written by another version.
struct StorageVersionError: Error, CustomStringConvertible {
    var description: String { "it was not written by this version of the simulated gateway" }
}
