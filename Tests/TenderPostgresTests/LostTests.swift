import Foundation
import PostgresTestServer
import TenderPostgres
import TenderTestSupport
import Testing

extension PostgresTests {
    @Suite struct LostTests {
        let server: PostgresServer

        init() throws { server = try PostgresServer.shared.get() }

        private let sleep = PostgresStatement("SELECT pg_sleep(60)")

        private func connect() async throws -> PostgresConnection { try await PostgresConnection.connect(server.local) }

        private func process(of connection: PostgresConnection) async throws -> Int64 {
            let result = try await connection.run(PostgresStatement("SELECT pg_backend_pid()"), within: long)
            guard case .integer(let process) = result.rows.first?.first else { throw NoProcess() }
            return process
        }

        private struct NoProcess: Error {}

        @Test func aServerThatDiesLeavesTheOutcomeOpenForWhatItWasDoing() async throws {
            let (busy, idle) = (try await connect(), try await connect())
            let running = Task { try await busy.run(sleep, within: long) }
            try await waitUntil { try await server.isRunning(sleep.text) }
            server.order("kill")
            let lost = await #expect(throws: PostgresError.self) { try await running.value }
            #expect(lost?.mayHaveHappened == true)
            let unsent = await #expect(throws: PostgresError.self) { try await idle.run(sleep, within: long) }
            #expect(unsent == .notConnected("the session has ended"))
            let absent = await #expect(throws: PostgresError.self) { try await connect() }
            #expect(absent?.mayHaveHappened == false)
            #expect(absent?.isWorthRepeating == true)
            server.order("start")
            _ = try await connect()
        }

        @Test func anErrorThatEndsTheSessionProvesNothing() async throws {
            let (connection, killer) = (try await connect(), try await connect())
            let end = PostgresStatement(
                "SELECT pg_terminate_backend($1::int)", [.integer(try await process(of: connection))])
            let running = Task { try await connection.run(sleep, within: long) }
            try await waitUntil { try await server.isRunning(sleep.text) }
            _ = try await killer.run(end, within: long)
            await #expect(
                throws: PostgresError.lost("57P01: terminating connection due to administrator command")
            ) { try await running.value }
        }

        @Test func beforeItsCommitALostTransactionLeftNothing() async throws {
            let (connection, killer) = (try await connect(), try await connect())
            let end = PostgresStatement(
                "SELECT pg_terminate_backend($1::int)", [.integer(try await process(of: connection))])
            let running = Task { try await connection.run([sleep], within: long) }
            try await waitUntil { try await server.isRunning(sleep.text) }
            _ = try await killer.run(end, within: long)
            await #expect(
                throws: PostgresError.notConnected("57P01: terminating connection due to administrator command")
            ) { try await running.value }
        }

        @Test func aStatementMayTakeEffectAfterItsTimeLimit() async throws {
            let (connection, other) = (try await connect(), try await connect())
            _ = try await other.run(PostgresStatement("CREATE TABLE late (id bigint)"), within: long)
            let process = pid_t(try await process(of: connection))
            kill(process, SIGSTOP)
            await #expect(throws: PostgresError.timedOut) {
                try await connection.run(PostgresStatement("INSERT INTO late VALUES (1)"), within: .milliseconds(50))
            }
            #expect(await connection.isClosed)
            kill(process, SIGCONT)
            try await waitUntil { try await other.run(PostgresStatement("TABLE late"), within: long).affected == 1 }
            _ = try await other.run(PostgresStatement("DROP TABLE late"), within: long)
        }

        @Test func cancelingTheTaskEndsTheSession() async throws {
            let connection = try await connect()
            let running = Task { try await connection.run(sleep, within: long) }
            try await waitUntil { try await server.isRunning(sleep.text) }
            running.cancel()
            await #expect(throws: PostgresError.lost("canceled")) { try await running.value }
            #expect(await connection.isClosed)
        }

        @Test func aCanceledTaskSendsNothing() async throws {
            let connection = try await connect()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await connection.run(sleep, within: long)
            }
            await #expect(throws: PostgresError.notConnected("canceled before anything was sent")) {
                try await task.value
            }
            #expect(await !connection.isClosed)
        }
    }
}
