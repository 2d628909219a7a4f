import TenderFlow
import TenderSQLite

/// The tables of a journal, and the migrations from each older version to a newer one; none deletes or changes a record.
enum JournalSchema {
    /// The additions of each version, from the first.
    static let steps = [
        """
        CREATE TABLE journal (
            one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, gateway TEXT NOT NULL, account TEXT NOT NULL
        );
        CREATE TABLE bindings (number INTEGER PRIMARY KEY, gateway TEXT NOT NULL, account TEXT NOT NULL);
        CREATE TABLE records (
            sequence INTEGER PRIMARY KEY, intent TEXT NOT NULL, previous BLOB NOT NULL, hash BLOB NOT NULL,
            body BLOB NOT NULL
        );
        CREATE INDEX records_by_intent ON records (intent);
        CREATE TRIGGER records_are_not_changed BEFORE UPDATE ON records
            BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;
        CREATE TRIGGER records_are_not_deleted BEFORE DELETE ON records
            BEGIN SELECT RAISE(ABORT, 'a record is never deleted'); END;
        """,
        "CREATE TABLE payloads (key TEXT PRIMARY KEY NOT NULL, body BLOB NOT NULL);",
        """
        CREATE TABLE archives (number INTEGER PRIMARY KEY, name TEXT NOT NULL, folder TEXT NOT NULL);
        CREATE TABLE archived_payments (
            intent TEXT PRIMARY KEY NOT NULL, archive INTEGER NOT NULL, records INTEGER NOT NULL,
            opened INTEGER NOT NULL, for_order TEXT
        ) WITHOUT ROWID;
        CREATE TABLE archived_records (sequence INTEGER PRIMARY KEY, archive INTEGER NOT NULL, hash BLOB NOT NULL);
        DROP TRIGGER records_are_not_deleted;
        CREATE TRIGGER records_are_not_deleted BEFORE DELETE ON records
            WHEN NOT EXISTS (SELECT 1 FROM archived_records WHERE sequence = OLD.sequence AND hash = OLD.hash)
            BEGIN SELECT RAISE(ABORT, 'a record is never deleted, unless it is archived'); END;
        CREATE TRIGGER archived_records_are_not_changed BEFORE UPDATE ON archived_records
            BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;
        CREATE TRIGGER archived_records_are_not_deleted BEFORE DELETE ON archived_records
            WHEN NOT EXISTS (SELECT 1 FROM records WHERE sequence = OLD.sequence AND hash = OLD.hash)
            BEGIN SELECT RAISE(ABORT, 'a record is never deleted, unless it is back'); END;
        """,
    ]

    /// The version of a journal without archives, which older programs go on reading.
    static let usual: Int64 = 2

    /// The first version that stores card data beside the records.
    static let firstWithPayloads: Int64 = 2

    /// The first version that may have records in archives; a journal gets it with its first archive.
    static let firstWithArchives: Int64 = 3

    static var newest: Int64 { Int64(steps.count) }

    /// The ID in the file's header that identifies its format: 'TNDJ'.
    private static let applicationID: Int64 = 0x544E_444A

    /// Returns the version of the file: 0 for one without tables.
    ///
    /// - Throws: `JournalError` for another program's database, for a newer version, and for one that no program
    ///   writes.
    static func version(_ connection: SQLiteConnection, _ path: String) throws -> Int64 {
        let version = try number("PRAGMA user_version", connection)
        let id = try number("PRAGMA application_id", connection)
        let tables = try number("SELECT count(*) FROM sqlite_schema", connection)
        guard id == applicationID || (id == 0 && version == 0 && tables == 0) else {
            throw JournalError(message: "\(path) is a database, but not a journal: name another file")
        }
        // Version 0 has neither tables nor an ID: a header that has both was not written that way.
        guard version > 0 || (version == 0 && id == 0) else {
            throw JournalError.damaged(path, "its header names version \(version), which no program writes")
        }
        guard version <= newest else {
            throw JournalError(
                message: """
                    the journal \(path) has version \(version), and this program knows \(newest): use the program that \
                    wrote it
                    """)
        }
        return version
    }

    /// Migrates the file to a version; call it within a transaction.
    static func migrate(_ connection: SQLiteConnection, from version: Int64, to target: Int64 = usual) throws {
        guard (0...newest).contains(version), (0...newest).contains(target), version < target else { return }
        for step in steps[Int(version)..<Int(target)] { try connection.execute(step) }
        try connection.execute("PRAGMA user_version = \(target); PRAGMA application_id = \(applicationID)")
    }

    private static func number(_ sql: String, _ connection: SQLiteConnection) throws -> Int64 {
        guard case .integer(let number)? = try connection.prepare(sql).firstRow()?.first else { return 0 }
        return number
    }
}
