import TenderBytes
import TenderPostgres
import Testing

extension PostgresTests {
    @Suite struct ConnectTests {
        let server: PostgresServer

        init() throws { server = try PostgresServer.shared.get() }

        @Test func aPasswordOverTLSAndAClientsCertificateLetIn() async throws {
            let one = PostgresStatement("SELECT current_user::text, pg_stat_ssl.ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
            var seen: [[PostgresValue]] = []
            for configuration in [
                server.secure(password: server.password), server.secure(password: nil, client: true),
            ] {
                let connection = try await PostgresConnection.connect(configuration)
                seen += try await connection.run(one, within: .seconds(20)).rows
            }
            #expect(seen == [[.text("tender"), .bool(true)], [.text("certified"), .bool(true)]])
        }

        @Test func theServersRefusalIsToldByItsCode() async throws {
            var configuration = server.secure(password: SecretBytes(utf8: "wrong"))
            let password = await #expect(throws: PostgresError.self) { try await PostgresConnection.connect(configuration) }
            #expect(password?.refusal?.state == .invalidPassword)
            configuration = server.local
            configuration.database = "none"
            let database = await #expect(throws: PostgresError.self) { try await PostgresConnection.connect(configuration) }
            #expect(database?.refusal?.state == .invalidCatalogName)
            #expect(database?.refusal?.message == #"database "none" does not exist"#)
        }
    }
}

extension PostgresError {
    /// What the server said, if it refused.
    var refusal: PostgresRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}
