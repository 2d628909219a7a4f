import TenderBytes
import Testing

@testable import TenderPostgres

@Suite struct ConfigurationTests {
    private let password = SecretBytes(utf8: "secret")
    private let tls = PostgresConfiguration.Security.tls(authority: "/ca.pem", client: nil)

    private func configuration(
        _ host: String, _ security: PostgresConfiguration.Security, password: SecretBytes? = nil
    ) -> PostgresConfiguration {
        PostgresConfiguration(host: host, database: "d", user: "u", password: password, security: security)
    }

    @Test func plainConnectionsStayOnThisMachine() {
        let allowed = ["/run/postgresql", "127.0.0.1", "127.9.9.9", "::1", "localhost"]
        #expect(allowed.filter { (try? configuration($0, .none).check()) == nil } == [])
        let refused = ["10.0.0.1", "db.example.com", "127.0.0.1.example.com", "localhost.example.com", "0.0.0.0", "::"]
        #expect(refused.filter { (try? configuration($0, .none).check()) != nil } == [])
    }

    @Test func tlsNeedsAProofOfTheClientAndIsNotForAFolder() throws {
        try configuration("db.example.com", tls, password: password).check()
        let refused = [
            configuration("db.example.com", tls), configuration("/run", tls, password: password),
            configuration("db.example.com", .tls(authority: "ca.pem", client: nil), password: password),
        ]
        #expect(refused.filter { (try? $0.check()) != nil }.map(\.host) == [])
    }

    @Test func whatLibpqWouldReadAsSomethingElseIsRefused() {
        let hosts = ["a,b", "@abstract", "", "a\0b", "/a,/b"]
        #expect(hosts.filter { (try? configuration($0, tls, password: password).check()) != nil } == [])
        for secret in ["", "a\0b"] {
            let wrong = configuration("localhost", .none, password: SecretBytes(utf8: secret))
            #expect(throws: PostgresError.invalid("the password is empty or contains the character NUL")) {
                try wrong.check()
            }
        }
    }

    @Test func aPasswordOverTLSIsBoundToTheChannel() {
        let parameters = configuration("db.example.com", tls, password: password).parameters(address: "192.0.2.1")
        #expect(parameters["channel_binding"] == "require")
        #expect(parameters["sslmode"] == "verify-full")
        #expect(parameters["target_session_attrs"] == "read-write")
    }

    @Test func everyParameterOfLibpqHasAValueOrCannotComeFromElsewhere() {
        let given = configuration("localhost", .none).parameters(address: "127.0.0.1")
        // Without a variable a parameter comes from a service file only, and the variable that names one is removed.
        let open = LibPQ.knownParameters.filter { keyword, variable in
            given[keyword] == nil && variable.map { !LibPQ.ownVariables.contains($0) } ?? false
        }
        #expect(open.keys.sorted() == [])
        #expect(LibPQ.knownParameters.count > 30)
        #expect(given.filter { $0.value.isEmpty }.keys.sorted() == [])
    }

    @Test func aConfigurationShowsNoPassword() {
        let shown = "\(configuration("localhost", .none, password: password))"
        #expect(!shown.contains("secret"))
    }
}
