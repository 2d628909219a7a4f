internal import CSQLite

/// A compiled statement of one connection; it shares the connection's thread.
public final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    init(_ sql: String, on connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        var compiled: OpaquePointer?
        var text = sql
        let (code, consumed) = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                var tail: UnsafePointer<CChar>?
                let length = Int32(clamping: characters.count)
                let code = sqlite3_prepare_v3(
                    connection.handle, characters.baseAddress, length, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled,
                    &tail
                )
                let consumed = tail.flatMap { end in characters.baseAddress.map { end - $0 } } ?? 0
                return (code, consumed)
            }
        }
        guard code == SQLITE_OK else { throw connection.error(code, "sqlite3_prepare_v3") }
        let rest = sql.utf8.dropFirst(consumed)
        guard let compiled, rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) else {
            sqlite3_finalize(compiled)
            throw SQLiteError(
                code: SQLITE_MISUSE, message: "the text is not exactly one statement", function: "sqlite3_prepare_v3"
            )
        }
        handle = compiled
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement once with `values` as its parameters, ignoring rows.
    public func run(_ values: [SQLiteValue] = []) throws(SQLiteError) {
        try start(values)
        defer { sqlite3_reset(handle) }
        while try step() {}
    }

    /// Runs the statement and returns its first row, or `nil`.
    public func firstRow(_ values: [SQLiteValue] = []) throws(SQLiteError) -> [SQLiteValue]? {
        try start(values)
        defer { sqlite3_reset(handle) }
        return try step() ? try row() : nil
    }

    /// Runs the statement and passes each row to `body`, in order.
    ///
    /// - Throws: `SQLiteError`, or what `body` threw, which ends the run.
    public func forEachRow(_ values: [SQLiteValue] = [], _ body: ([SQLiteValue]) throws -> Void) throws {
        try start(values)
        defer { sqlite3_reset(handle) }
        while try step() { try body(row()) }
    }

    private func start(_ values: [SQLiteValue]) throws(SQLiteError) {
        sqlite3_reset(handle)
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw SQLiteError(
                code: SQLITE_RANGE,
                message: "\(values.count) values for \(sqlite3_bind_parameter_count(handle)) parameters",
                function: "sqlite3_bind"
            )
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        switch value {
        case .null:
            try connection.check(sqlite3_bind_null(handle, index), "sqlite3_bind_null")
        case .integer(let number):
            try connection.check(sqlite3_bind_int64(handle, index, number), "sqlite3_bind_int64")
        case .text(let text):
            let code = text.withCString { characters in
                csqlite_bind_text_copied(handle, index, characters, Int32(clamping: text.utf8.count))
            }
            try connection.check(code, "sqlite3_bind_text")
        case .blob(let bytes):
            // An empty array may have no address, and a null pointer would bind NULL.
            let code =
                bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : bytes.withUnsafeBytes { pointer in
                    csqlite_bind_blob_copied(handle, index, pointer.baseAddress, Int32(clamping: bytes.count))
                }
            try connection.check(code, "sqlite3_bind_blob")
        }
    }

    private func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw connection.error(code, "sqlite3_step")
        }
    }

    private func row() throws(SQLiteError) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        for index in 0..<sqlite3_column_count(handle) { try values.append(column(index)) }
        return values
    }

    private func column(_ index: Int32) throws(SQLiteError) -> SQLiteValue {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_TEXT:
            guard let text = sqlite3_column_text(handle, index) else {
                throw connection.error(SQLITE_NOMEM, "sqlite3_column_text")
            }
            let count = Int(sqlite3_column_bytes(handle, index))
            return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(handle, index)
            return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, index)))))
        default:
            throw SQLiteError(
                code: SQLITE_MISMATCH, message: "a column holds a floating point number",
                function: "sqlite3_column_type"
            )
        }
    }
}
