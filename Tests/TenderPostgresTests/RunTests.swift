import Foundation
import TenderBytes
import PostgresTestServer
import TenderPostgres
import TenderTestSupport
import Testing

/// The time limit of what is not about time.
let long = Duration.seconds(60)

extension PostgresTests {
    @Suite struct RunTests {
        let server: PostgresServer

        init() throws { server = try PostgresServer.shared.get() }

        private func connect() async throws -> PostgresConnection { try await PostgresConnection.connect(server.local) }

        /// A table that is empty.
        private func makeTable(_ name: String, _ columns: String = "id bigint PRIMARY KEY") async throws {
            let connection = try await connect()
            _ = try await connection.run(
                [
                    PostgresStatement("DROP TABLE IF EXISTS \(name)"),
                    PostgresStatement("CREATE TABLE \(name) (\(columns))"),
                ],
                within: long)
        }

        private func count(_ table: String) async throws -> PostgresValue? {
            try await connect().run(PostgresStatement("SELECT count(*) FROM \(table)"), within: long).rows.first?.first
        }

        @Test func aStatementReturnsColumnsRowsAndHowManyThereAre() async throws {
            let result = try await connect().run(
                PostgresStatement("SELECT $1 AS a, $2 AS b UNION ALL SELECT 2, 'x'", [.integer(1), .text("ü")]),
                within: long)
            #expect(result.columns == ["a", "b"])
            #expect(result.rows == [[.integer(1), .text("ü")], [.integer(2), .text("x")]])
            #expect(result.affected == 2)
        }

        @Test func everyValueComesBackAsItWasSent() async throws {
            let connection = try await connect()
            var random = SplitMix64(seed: 4)
            var wrong: [PostgresValue] = []
            for _ in 0..<60 {
                let values = (0..<25).map { _ in PostgresValue.random(&random) }
                let list = values.indices.map { "$\($0 + 1)" + (values[$0] == .null ? "::text" : "") }
                let statement = PostgresStatement("SELECT " + list.joined(separator: ", "), values)
                let row = try await connection.run(statement, within: long).rows.first ?? []
                wrong += zip(values, row).filter { $0 != $1 }.map(\.0)
                if row.count != values.count { wrong.append(.integer(Int64(row.count))) }
            }
            #expect(wrong == [])
        }

        @Test func arraysBecomeRows() async throws {
            let result = try await connect().run(
                PostgresStatement(
                    "SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[])",
                    [.integers([1, nil]), .texts(["a", "b"]), .byteStrings([[], [0]])]), within: long)
            #expect(result.rows == [[.integer(1), .text("a"), .bytes([])], [.null, .text("b"), .bytes([0])]])
        }

        @Test func aDuplicateIsCountedOrRefusedByName() async throws {
            try await makeTable("duplicates")
            let connection = try await connect()
            let insert = PostgresStatement(
                "INSERT INTO duplicates SELECT * FROM unnest($1) ON CONFLICT DO NOTHING", [.integers([1, 2, 1])])
            #expect(try await connection.run(insert, within: long).affected == 2)
            #expect(try await connection.run(insert, within: long).affected == 0)
            let plain = PostgresStatement("INSERT INTO duplicates VALUES ($1)", [.integer(1)])
            let error = await #expect(throws: PostgresError.self) { try await connection.run(plain, within: long) }
            #expect(error?.refusal?.state == .uniqueViolation)
            #expect(error?.refusal?.constraint == "duplicates_pkey")
            #expect(try await connection.run(insert, within: long).affected == 0)
        }

        @Test func aTransactionTakesEffectAsAWholeOrNotAtAll() async throws {
            try await makeTable("whole")
            let connection = try await connect()
            let first = PostgresStatement("INSERT INTO whole VALUES (1)")
            let error = await #expect(throws: PostgresError.self) {
                try await connection.run([first, first], within: long)
            }
            #expect(error?.refusal?.state == .uniqueViolation)
            #expect(try await count("whole") == .integer(0))
            let results = try await connection.run([first, PostgresStatement("TABLE whole")], within: long)
            #expect(results.map(\.affected) == [1, 1])
            #expect(try await count("whole") == .integer(1))
        }

        @Test func aRefusalAfterTheResultIsARefusal() async throws {
            try await makeTable("deferred", "id bigint UNIQUE DEFERRABLE INITIALLY DEFERRED")
            let connection = try await connect()
            // The statement's own result comes first, then the constraint is looked at.
            let insert = PostgresStatement("INSERT INTO deferred VALUES (1), (1) RETURNING id")
            let single = await #expect(throws: PostgresError.self) { try await connection.run(insert, within: long) }
            #expect(single?.refusal?.state == .uniqueViolation)
            let whole = await #expect(throws: PostgresError.self) { try await connection.run([insert], within: long) }
            #expect(whole?.refusal?.state == .uniqueViolation)
            #expect(try await count("deferred") == .integer(0))
        }

        @Test func transactionsThatMeetAreTold() async throws {
            try await makeTable("meeting")
            let (one, other, watch) = (try await connect(), try await connect(), try await connect())
            _ = try await other.run(PostgresStatement("INSERT INTO meeting VALUES (1)"), within: long)
            _ = try await other.run(PostgresStatement("SELECT pg_advisory_lock(7)"), within: long)
            // It has read when it comes to the gate, and writes after the other has written.
            let late = Task {
                try await one.run(
                    [
                        PostgresStatement("TABLE meeting"), PostgresStatement("SELECT pg_advisory_xact_lock(7)"),
                        PostgresStatement("UPDATE meeting SET id = 2"),
                    ], isolation: .serializable, within: long)
            }
            let waiting = PostgresStatement("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
            try await waitUntil { try await watch.run(waiting, within: long).affected == 1 }
            _ = try await other.run(PostgresStatement("UPDATE meeting SET id = 3"), within: long)
            _ = try await other.run(PostgresStatement("SELECT pg_advisory_unlock(7)"), within: long)
            let error = await #expect(throws: PostgresError.self) { try await late.value }
            #expect(error?.refusal?.state == .serializationFailure)
            #expect(error?.isWorthRepeating == true)
            #expect(await !one.isClosed)
        }

        @Test(arguments: ["BEGIN", "SELECT 1.5", "COPY pg_class TO STDOUT", "SELECT repeat('x', 3000000)"])
        func whatCannotBeReadOrLeavesSomethingBehindClosesTheSession(statement: String) async throws {
            var configuration = server.local
            configuration.maximumAnswerSize = 1 << 20
            let connection = try await PostgresConnection.connect(configuration)
            let error = await #expect(throws: PostgresError.self) {
                try await connection.run(PostgresStatement(statement), within: long)
            }
            guard case .unusable = error else { Issue.record("\(String(describing: error))"); return }
            #expect(await connection.isClosed)
        }

        @Test func manySmallRowsHaveALimitToo() async throws {
            var configuration = server.local
            configuration.maximumAnswerSize = 1 << 20
            let connection = try await PostgresConnection.connect(configuration)
            let rows = PostgresStatement("SELECT NULL::bigint FROM generate_series(1, $1)", [.integer(1_000_000)])
            await #expect(throws: PostgresError.unusable("it is larger than 1048576 bytes")) {
                try await connection.run(rows, within: long)
            }
        }

        @Test func aLargeStatementAndALargeAnswerPass() async throws {
            let bytes = [UInt8](repeating: 0xA5, count: 8 << 20)
            let result = try await connect().run(PostgresStatement("SELECT $1", [.bytes(bytes)]), within: long)
            #expect(result.rows == [[.bytes(bytes)]])
        }

        @Test func oneStatementIsCarriedOutAtATime() async throws {
            let connection = try await connect()
            let sleep = Task { try await connection.run(PostgresStatement("SELECT pg_sleep(60)"), within: long) }
            try await waitUntil { try await server.isRunning("SELECT pg_sleep(60)") }
            await #expect(throws: PostgresError.invalid("another statement is being carried out")) {
                try await connection.run(PostgresStatement("SELECT 1"), within: long)
            }
            await connection.close()
            let error = await #expect(throws: PostgresError.self) { try await sleep.value }
            #expect(error?.mayHaveHappened == true)
            await #expect(throws: PostgresError.notConnected("the session has ended")) {
                try await connection.run(PostgresStatement("SELECT 1"), within: long)
            }
        }

        @Test func aNoticeIsNotPrinted() async throws {
            let (folder, port) = (server.folder, server.port)
            let ended = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                [folder = folder as String, port = port as UInt16] in
                let connection = try await PostgresConnection.connect(
                    PostgresConfiguration(host: folder, port: port, database: "tender", user: "tender", security: .none)
                )
                let statement = PostgresStatement("DO $$ BEGIN RAISE WARNING 'not for the till'; END $$")
                _ = try await connection.run(statement, within: long)
            }
            let printed = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
            #expect(!printed.contains("not for the till"))
        }
    }
}

extension PostgresServer {
    /// Whether a session is carrying out a statement.
    func isRunning(_ statement: String) async throws -> Bool {
        let query = PostgresStatement(
            "SELECT 1 FROM pg_stat_activity WHERE query = $1 AND state = 'active'", [.text(statement)])
        return try await PostgresConnection.connect(local).run(query, within: long).affected > 0
    }
}
