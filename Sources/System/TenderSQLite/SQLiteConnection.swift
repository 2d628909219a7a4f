internal import CSQLite

/// A connection to one database file, used by one thread at a time.
///
/// Every method blocks, so it belongs on a thread of its own, such as an actor on an `SQLiteExecutor`. The type is not
/// `Sendable`, so the compiler confines it to where it was created. It is closed when the last reference to it or to
/// one of its statements goes away.
public final class SQLiteConnection {
    /// The access to the file.
    public enum Mode: Hashable, Sendable {
        /// The file must exist and is not modified.
        case readOnly
        /// The file must exist.
        case readWrite
        /// The file is created if it does not exist, readable and writable by its owner as the process's umask allows.
        case readWriteCreate
    }

    /// What survives a power cut.
    public enum Durability: Hashable, Sendable {
        /// Whatever the file already specifies, or SQLite's defaults.
        case asIs
        /// Write-ahead log with `synchronous=FULL`: a committed transaction is on disk.
        case writeAheadFull
    }

    let handle: OpaquePointer

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file, or `:memory:` for a database that lives only as long as the connection.
    ///   - busyTimeoutMilliseconds: How long to wait for a locked database before failing with `SQLiteError.isBusy`.
    /// - Throws: `SQLiteError`, also if the file is not a database or write-ahead logging is refused.
    public init(
        path: String, mode: Mode = .readWriteCreate, durability: Durability = .writeAheadFull,
        busyTimeoutMilliseconds: Int32 = 5000
    ) throws(SQLiteError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, mode.flags | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw SQLiteError(code: code, message: message, function: "sqlite3_open_v2")
        }
        handle = opened
        try check(sqlite3_busy_timeout(handle, busyTimeoutMilliseconds), "sqlite3_busy_timeout")
        try apply(durability, path: path)
    }

    deinit { sqlite3_close_v2(handle) }

    private func apply(_ durability: Durability, path: String) throws(SQLiteError) {
        guard durability == .writeAheadFull else { return }
        let journal = try prepare("PRAGMA journal_mode=WAL").firstRow()
        guard journal == [.text("wal")] || path == ":memory:" else {
            throw SQLiteError(
                code: SQLITE_CANTOPEN, message: "the file system does not allow write-ahead logging",
                function: "PRAGMA journal_mode"
            )
        }
        try execute("PRAGMA synchronous=FULL")
    }

    /// Runs one or more statements and ignores their results.
    public func execute(_ script: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, script, nil, nil, nil), "sqlite3_exec")
    }

    /// Compiles one statement; keep and reuse it rather than compiling it twice.
    ///
    /// - Throws: `SQLiteError` for text that is not exactly one statement.
    public func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        try SQLiteStatement(sql, on: self)
    }

    /// Runs `body` between BEGIN IMMEDIATE and COMMIT.
    ///
    /// - Throws: What `body` threw, after ROLLBACK, or the `SQLiteError` of BEGIN or COMMIT. If COMMIT fails, the
    ///   transaction is rolled back, too: either everything is on disk or nothing.
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // On a full disk SQLite may have rolled back already. The first error is the one that matters; a
            // transaction that cannot be ended makes the next BEGIN fail.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    public var changedRows: Int64 { sqlite3_changes64(handle) }

    /// The row ID of the last INSERT.
    public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    func check(_ code: Int32, _ function: String) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw error(code, function) }
    }

    func error(_ code: Int32, _ function: String) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), function: function)
    }
}

extension SQLiteConnection.Mode {
    fileprivate var flags: Int32 {
        switch self {
        case .readOnly: SQLITE_OPEN_READONLY
        case .readWrite: SQLITE_OPEN_READWRITE
        case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }
}
