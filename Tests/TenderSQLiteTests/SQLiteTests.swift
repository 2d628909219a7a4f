import Foundation
import TenderSQLite
import Testing

@Suite struct SQLiteTests {
    private let path = NSTemporaryDirectory() + "tender-sqlite-\(UUID().uuidString).db"

    private func open(_ mode: SQLiteConnection.Mode = .readWriteCreate) throws -> SQLiteConnection {
        try SQLiteConnection(path: path, mode: mode, busyTimeoutMilliseconds: 1)
    }

    private func cleanUp() {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    @Test func valuesComeBackAsTheyWentIn() throws {
        defer { cleanUp() }
        let connection = try open()
        try connection.execute("CREATE TABLE t (a, b, c, d)")
        let rows: [[SQLiteValue]] = [
            [.integer(.min), "", .blob([]), nil], [.integer(.max), "ü\u{0}x", .blob([0, 255]), 0],
        ]
        let insert = try connection.prepare("INSERT INTO t VALUES (?, ?, ?, ?)")
        for row in rows { try insert.run(row) }
        var found: [[SQLiteValue]] = []
        try connection.prepare("SELECT * FROM t ORDER BY rowid").forEachRow { found.append($0) }
        #expect(found == rows)
        #expect(connection.lastInsertedRowID == 2)
        #expect(connection.changedRows == 1)
    }

    @Test func aFailedTransactionLeavesNothing() throws {
        defer { cleanUp() }
        struct Stop: Error {}
        let connection = try open()
        try connection.execute("CREATE TABLE t (a UNIQUE)")
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (1)")
                throw Stop()
            }
        }
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction { try connection.execute("INSERT INTO t VALUES (1); INSERT INTO t VALUES (1)") }
        }
        #expect(error?.isConstraint == true)
        #expect(error?.function == "sqlite3_exec")
        #expect(try connection.prepare("SELECT count(*) FROM t").firstRow() == [0])
    }

    @Test func committedRowsAreSeenByTheNextConnection() throws {
        defer { cleanUp() }
        do {
            let writer = try open()
            try writer.transaction { try writer.execute("CREATE TABLE t (a); INSERT INTO t VALUES (7)") }
        }
        let reader = try open(.readOnly)
        #expect(try reader.prepare("SELECT a FROM t").firstRow() == [7])
        let error = #expect(throws: SQLiteError.self) { try reader.execute("DELETE FROM t") }
        #expect(error?.message.contains("readonly") == true)
    }

    @Test func theLogIsWrittenAheadAndSynced() throws {
        defer { cleanUp() }
        let connection = try open()
        #expect(try connection.prepare("PRAGMA journal_mode").firstRow() == ["wal"])
        #expect(try connection.prepare("PRAGMA synchronous").firstRow() == [2])
    }

    @Test func aLockedDatabaseIsBusy() throws {
        defer { cleanUp() }
        let first = try open()
        let second = try open()
        try first.execute("CREATE TABLE t (a)")
        try first.transaction {
            let error = #expect(throws: SQLiteError.self) { try second.execute("BEGIN IMMEDIATE") }
            #expect(error?.isBusy == true)
        }
        try second.execute("INSERT INTO t VALUES (1)")
    }

    @Test func misuseIsAnErrorAndNotACrash() throws {
        defer { cleanUp() }
        let missing = #expect(throws: SQLiteError.self) { try open(.readWrite) }
        #expect(missing?.function == "sqlite3_open_v2")
        let connection = try open()
        var accepted: [String] = []
        for sql in ["", "SELEKT", "SELECT 1; SELECT 2", "SELECT * FROM nowhere"] {
            if (try? connection.prepare(sql)) != nil { accepted.append(sql) }
        }
        #expect(accepted == [])
        #expect(throws: SQLiteError.self) { try connection.prepare("SELECT ?").run() }
        #expect(throws: SQLiteError.self) { try connection.prepare("SELECT 0.5").firstRow() }
        #expect(try connection.prepare("SELECT 1 \n ").firstRow() == [1])
        try Data("no database, but long enough to be looked at".utf8).write(to: URL(fileURLWithPath: path + "-text"))
        defer { try? FileManager.default.removeItem(atPath: path + "-text") }
        #expect(throws: SQLiteError.self) { try SQLiteConnection(path: path + "-text") }
    }

    @Test func anActorOnTheExecutorOwnsAConnection() async throws {
        let store = Store()
        try await store.open()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try? await store.add() } }
        }
        #expect(try await store.count() == 20)
    }
}

private actor Store {
    private let executor = SQLiteExecutor()
    private var connection: SQLiteConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func open() throws {
        executor.checkIsolated()
        connection = try SQLiteConnection(path: ":memory:")
        try connection?.execute("CREATE TABLE t (a)")
    }

    func add() throws { try connection?.execute("INSERT INTO t VALUES (1)") }

    func count() throws -> Int64 {
        guard case .integer(let count)? = try connection?.prepare("SELECT count(*) FROM t").firstRow()?.first else {
            return -1
        }
        return count
    }
}
