import Foundation
import TenderBytes
import PostgresTestServer
import TenderPostgres
import Testing

extension PostgresTests {
    @Suite struct ConnectTests {
        let server: PostgresServer

        init() throws { server = try PostgresServer.shared.get() }

        private func failure(_ configuration: PostgresConfiguration) async -> PostgresError? {
            await #expect(throws: PostgresError.self) { try await PostgresConnection.connect(configuration) }
        }

        @Test func aPasswordOverTLSAndAClientsCertificateLetIn() async throws {
            let who = PostgresStatement(
                "SELECT current_user, ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
            var seen: [[PostgresValue]] = []
            for configuration in [
                server.secure(password: server.password), server.secure(password: nil, client: true),
            ] {
                seen += try await PostgresConnection.connect(configuration).run(who, within: long).rows
            }
            #expect(seen == [[.text("tender"), .bool(true)], [.text("certified"), .bool(true)]])
        }

        @Test func theServersRefusalIsToldByItsCode() async throws {
            let password = await failure(server.secure(password: SecretBytes(utf8: "wrong")))
            #expect(password?.refusal?.state == .invalidPassword)
            #expect(password?.refusal?.message == #"password authentication failed for user "tender""#)
            var configuration = server.local
            configuration.database = "none"
            #expect(await failure(configuration)?.refusal?.state == .invalidCatalogName)
        }

        @Test func aCertificateOfAnotherNameOrAuthorityIsNotTrusted() async throws {
            let name = await failure(server.secure(host: "127.0.0.1", password: server.password))
            #expect(name?.description.contains("does not match host name") == true)
            var stranger = server.secure(password: server.password)
            stranger.security = .tls(authority: server.folder + "/client.pem", client: nil)
            #expect(await failure(stranger)?.description.contains("certificate verify failed") == true)
            stranger.security = .tls(authority: server.folder + "/none.pem", client: nil)
            #expect(await failure(stranger)?.description.contains("does not exist") == true)
        }

        @Test func anExpiredCertificateIsNotTrusted() async throws {
            server.order("expire")
            let error = await failure(server.secure(password: server.password))
            server.order("renew")
            #expect(error?.description.contains("certificate verify failed") == true)
            _ = try await PostgresConnection.connect(server.secure(password: server.password))
        }

        @Test func aKeyThatOthersMayReadIsNotUsed() async throws {
            let copy = server.folder + "/open.key"
            try FileManager.default.copyItem(atPath: server.folder + "/client.key", toPath: copy)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: copy)
            var configuration = server.secure(password: nil, client: true)
            let client = PostgresConfiguration.ClientCertificate(certificate: server.folder + "/client.pem", key: copy)
            configuration.security = .tls(authority: server.folder + "/root.pem", client: client)
            #expect(await failure(configuration)?.description.contains("has group or world access") == true)
        }

        @Test func nobodyWhoListensIsToldAsSuch() async throws {
            var configuration = server.local
            configuration.host = server.folder + "/none"
            guard case .notConnected = await failure(configuration) else { Issue.record("connected to nobody"); return }
            configuration.host = "127.0.0.1"
            configuration.port = 1
            guard case .notConnected = await failure(configuration) else { Issue.record("connected to nobody"); return }
        }

        @Test func aCanceledTaskDoesNotConnect() async throws {
            let configuration = server.local
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await PostgresConnection.connect(configuration)
            }
            await #expect(throws: PostgresError.notConnected("canceled")) { try await task.value }
        }

        @Test func neitherTheEnvironmentNorTheHomeHasASay() async throws {
            let (folder, port, secret) = (server.folder, server.port, server.secret)
            // In a process of its own, since the environment is no thread's to change.
            await #expect(processExitsWith: .success) {
                [folder = folder as String, port = port as UInt16, secret = secret as String] in
                try PostgresServer.misleadEnvironment(home: URL(fileURLWithPath: folder + "/home"))
                var configuration = PostgresConfiguration(
                    host: folder, port: port, database: "tender", user: "tender", security: .none)
                _ = try await PostgresConnection.connect(configuration)
                configuration.host = "localhost"
                configuration.password = SecretBytes(utf8: secret)
                configuration.security = .tls(authority: folder + "/root.pem", client: nil)
                let connection = try await PostgresConnection.connect(configuration)
                let seen = try await connection.run(
                    PostgresStatement(
                        "SELECT current_setting('application_name'), current_setting('statement_timeout'), ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
                    ),
                    within: long)
                #expect(seen.rows == [[.text("tender"), .text("0"), .bool(true)]])
            }
        }
    }
}

extension PostgresServer {
    /// Sets everything that libpq reads without being told to something wrong.
    static func misleadEnvironment(home: URL) throws {
        let hidden = home.appendingPathComponent(".postgresql")
        try FileManager.default.createDirectory(at: hidden, withIntermediateDirectories: true)
        for name in ["postgresql.crt", "postgresql.key", "root.crt", "root.crl"] {
            try Data("nonsense".utf8).write(to: hidden.appendingPathComponent(name))
        }
        for name in [".pgpass", ".pg_service.conf"] {
            try Data("*:*:*:*:wrong".utf8).write(to: home.appendingPathComponent(name))
        }
        let nonsense = hidden.appendingPathComponent("root.crl").path
        for (name, value) in [
            ("HOME", home.path), ("PGHOST", "nowhere.invalid"), ("PGHOSTADDR", "192.0.2.1"), ("PGPORT", "1"),
            ("PGDATABASE", "wrong"), ("PGUSER", "wrong"), ("PGPASSWORD", "wrong"),
            ("PGPASSFILE", home.path + "/.pgpass"), ("PGSERVICE", "wrong"), ("PGSERVICEFILE", nonsense),
            ("PGSYSCONFDIR", home.path), ("PGCHANNELBINDING", "disable"), ("PGCLIENTENCODING", "LATIN1"),
            ("PGOPTIONS", "-c statement_timeout=1"), ("PGAPPNAME", "wrong"), ("PGSSLMODE", "disable"),
            ("PGREQUIRESSL", "1"), ("PGSSLCERT", nonsense), ("PGSSLKEY", nonsense), ("PGSSLROOTCERT", nonsense),
            ("PGSSLCRL", nonsense), ("PGSSLCRLDIR", home.path), ("PGSSLCOMPRESSION", "1"), ("PGSSLSNI", "0"),
            ("PGREQUIREPEER", "wrong"), ("PGSSLMINPROTOCOLVERSION", "TLSv1.3"), ("PGSSLMAXPROTOCOLVERSION", "TLSv1"),
            ("PGGSSENCMODE", "require"), ("PGKRBSRVNAME", "wrong"), ("PGGSSLIB", "wrong"),
            ("PGTARGETSESSIONATTRS", "standby"), ("PGCONNECT_TIMEOUT", "x"), ("PGDATESTYLE", "wrong"),
            ("PGTZ", "wrong"), ("PGGEQO", "wrong"),
        ] { setenv(name, value, 1) }
    }
}

extension PostgresError {
    /// What the server said, if it refused.
    var refusal: PostgresRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}
