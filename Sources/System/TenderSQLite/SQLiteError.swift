internal import CSQLite

/// A call of SQLite that failed.
public struct SQLiteError: Error, Hashable, Sendable {
    /// SQLite's extended result code.
    public let code: Int32
    /// SQLite's text; it may name tables and columns, never values.
    public let message: String
    /// The C function that failed.
    public let function: String

    /// Makes an error.
    public init(code: Int32, message: String, function: String) {
        self.code = code
        self.message = message
        self.function = function
    }

    /// Whether another connection holds a lock that the busy timeout did not outlast.
    public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// Whether the disk or its quota is full.
    public var isFull: Bool { primaryCode == SQLITE_FULL }

    /// Whether a constraint such as a unique key refused the row.
    public var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

    /// Whether the file, its folder or the connection takes no writing.
    public var isReadOnly: Bool { primaryCode == SQLITE_READONLY || primaryCode == SQLITE_PERM }

    /// Whether the file cannot be opened.
    public var cannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }

    /// Whether the file is damaged, or no database.
    public var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    /// Whether the statement does not fit the file's tables.
    public var isStatementInvalid: Bool { primaryCode == SQLITE_ERROR }

    /// Whether the operating system could not read or write.
    public var isInputOutput: Bool { primaryCode == SQLITE_IOERR }

    private var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError: CustomStringConvertible {
    /// The text, the function and the code.
    public var description: String { "\(message) (\(function), SQLite code \(code))" }
}
