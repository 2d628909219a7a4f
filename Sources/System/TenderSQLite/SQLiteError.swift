internal import CSQLite

/// A failed call of SQLite.
public struct SQLiteError: Error, Hashable, Sendable {
    /// SQLite's extended result code.
    public let code: Int32
    /// SQLite's message; it may name tables and columns, never values.
    public let message: String
    /// The C function that failed.
    public let function: String

    /// Creates an error.
    public init(code: Int32, message: String, function: String) {
        self.code = code
        self.message = message
        self.function = function
    }

    /// Whether another connection held a lock for longer than the busy timeout.
    public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// Whether the disk or its quota is full.
    public var isFull: Bool { primaryCode == SQLITE_FULL }

    /// Whether a constraint such as a unique key refused the row.
    public var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

    /// Whether the file, its folder or the connection is read-only.
    public var isReadOnly: Bool { primaryCode == SQLITE_READONLY || primaryCode == SQLITE_PERM }

    /// Whether the file cannot be opened.
    public var cannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }

    /// Whether the file is damaged, or not a database.
    public var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    /// Whether the statement does not match the file's tables.
    public var isStatementInvalid: Bool { primaryCode == SQLITE_ERROR }

    /// Whether the operating system could not read or write.
    public var isInputOutput: Bool { primaryCode == SQLITE_IOERR }

    private var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError: CustomStringConvertible {
    /// The message, the function and the code.
    public var description: String { "\(message) (\(function), SQLite code \(code))" }
}
