import TenderBytes
import TenderPostgres
import Testing

extension PostgresTests {
    @Suite struct RunTests {
        let server: PostgresServer

        init() throws { server = try PostgresServer.shared.get() }

        @Test func aStatementReturnsColumnsRowsAndHowManyThereAre() async throws {
            let connection = try await PostgresConnection.connect(server.local)
            let result = try await connection.run(
                PostgresStatement("SELECT $1 AS a, $2 AS b UNION ALL SELECT 2, 'x'", [.integer(1), .text("ü")]),
                within: .seconds(20))
            #expect(result.columns == ["a", "b"])
            #expect(result.rows == [[.integer(1), .text("ü")], [.integer(2), .text("x")]])
            #expect(result.affected == 2)
        }
    }
}
