import Glibc
import TenderFiles
import TenderFlow
import TenderRecords
import TenderSQLite

/// A file with records that were moved out of a journal, each with its hash and the one before, so that it proves itself.
struct ArchiveFile {
    private static let version: Int64 = 1
    /// The ID in the file's header that identifies its format: 'TNDA'.
    private static let applicationID: Int64 = 0x544E_4441

    /// The file's name, without its folder.
    let name: String
    private let select: SQLiteStatement
    private let selectPayment: SQLiteStatement

    /// Opens an archive, without looking at its records.
    ///
    /// - Throws: `ChainFinding` if it is not an archive of the journal.
    init(_ path: String, journalID: String) throws(ChainFinding) {
        name = Self.name(path)
        do {
            let connection = try SQLiteConnection(path: path, mode: .readOnly, durability: .asIs)
            try Self.check(connection, name, journalID)
            select = try connection.prepare(
                "SELECT sequence, intent, previous, hash, body FROM records WHERE sequence = ?")
            selectPayment = try connection.prepare(
                "SELECT sequence, intent, previous, hash, body FROM records WHERE intent = ? ORDER BY sequence")
        } catch let finding as ChainFinding {
            throw finding
        } catch {
            throw .archiveForeign(name, "\(error)")
        }
    }

    /// Returns the name of a file without its folder.
    static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func check(_ connection: SQLiteConnection, _ name: String, _ journalID: String) throws {
        let id = try connection.prepare("PRAGMA application_id").firstRow()?.first
        guard id == .integer(applicationID) else { throw ChainFinding.archiveForeign(name, "it is no archive") }
        let version = try connection.prepare("PRAGMA user_version").firstRow()?.first
        guard version == .integer(Self.version) else {
            throw ChainFinding.archiveForeign(name, "this program does not know its version")
        }
        let journal = try connection.prepare("SELECT journal FROM archive").firstRow()?.first
        guard journal == .text(journalID) else {
            throw ChainFinding.archiveForeign(name, "it belongs to another journal")
        }
    }

    /// Returns the row of a record: number, payment, hash before, hash, bytes.
    ///
    /// - Throws: `ChainFinding` if the record is not there as it was written.
    func row(_ sequence: Int64, hash: [UInt8]) throws(ChainFinding) -> [SQLiteValue] {
        guard let row = (try? select.firstRow([.integer(sequence)])) ?? nil, Self.isWhole(row, sequence, hash) else {
            throw .archivedAltered(sequence: sequence, archive: name)
        }
        return row
    }

    /// Returns the rows of a payment, in order; whoever asks compares them with what the journal knows.
    func rows(of intentID: String) throws -> [[SQLiteValue]] {
        var rows: [[SQLiteValue]] = []
        try selectPayment.forEachRow([.text(intentID)]) { rows.append($0) }
        return rows
    }

    private static func isWhole(_ row: [SQLiteValue], _ sequence: Int64, _ hash: [UInt8]) -> Bool {
        guard case .blob(let previous) = row[2], row[3] == .blob(hash), case .blob(let body) = row[4] else {
            return false
        }
        return RecordChain.hash(body, sequence: sequence, previous: previous) == hash
    }

    /// Writes an archive; it has its name, and is on the disk, when the call returns.
    ///
    /// - Parameters:
    ///   - fill: Calls its argument with each row.
    ///   - written: Called when all is written, before the file gets its name.
    static func write(
        _ path: String, journalID: String, _ fill: (_ insert: ([SQLiteValue]) throws -> Void) throws -> Void,
        written: () throws -> Void
    ) throws {
        let (files, unfinished) = (LocalFileSystem(), path + DurableFile.unfinished)
        for ending in ["", "-journal"] { try files.delete(unfinished + ending) }
        // Made here, so that nobody else may read it whatever the process's umask is.
        let made = open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard made >= 0 else { throw JournalError(errno: errno, unfinished) }
        close(made)
        try make(unfinished, journalID, fill)
        try written()
        try files.rename(unfinished, to: path)
        try files.syncFolder(DurableFile.folder(of: path))
    }

    /// Closes the file before it gets its name: SQLite's own journal is gone then.
    private static func make(
        _ path: String, _ journalID: String, _ fill: (_ insert: ([SQLiteValue]) throws -> Void) throws -> Void
    ) throws {
        let connection = try SQLiteConnection(path: path, mode: .readWrite, durability: .asIs)
        try connection.execute("PRAGMA synchronous=FULL")
        try connection.transaction {
            try connection.execute(
                """
                CREATE TABLE archive (one INTEGER PRIMARY KEY CHECK (one = 1), journal TEXT NOT NULL);
                CREATE TABLE records (
                    sequence INTEGER PRIMARY KEY, intent TEXT NOT NULL, previous BLOB NOT NULL, hash BLOB NOT NULL,
                    body BLOB NOT NULL
                );
                CREATE INDEX records_by_intent ON records (intent);
                PRAGMA user_version = \(version); PRAGMA application_id = \(applicationID)
                """)
            try connection.prepare("INSERT INTO archive (one, journal) VALUES (1, ?)").run([.text(journalID)])
            let insert = try connection.prepare(
                "INSERT INTO records (sequence, intent, previous, hash, body) VALUES (?, ?, ?, ?, ?)")
            try fill { try insert.run($0) }
        }
    }
}
