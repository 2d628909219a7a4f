import Foundation
import TenderBytes
import TenderPostgres
import TenderTestSupport

/// Debian's PostgreSQL for this process, which `scripts/lib/postgres.py` runs and ends with it.
final class PostgresServer: @unchecked Sendable {
    // Protected by the suite, whose tests run one after the other.
    private let process: ChildProcess
    private let description: Description

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Description: Decodable {
        let folder, database, user, password: String
        let port: UInt16
        let pid: pid_t
    }

    /// The one of all tests.
    static let shared = Result { try PostgresServer() }

    private init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        process = try ChildProcess(["python3", "scripts/lib/postgres.py", "--tls"], in: root.path, hasInput: true)
        let line = process.read { $0.hasSuffix("\n") }
        guard let description = try? JSONDecoder().decode(Description.self, from: Data(line.utf8)) else {
            throw Failure(description: line)
        }
        self.description = description
    }

    var folder: String { description.folder }
    var port: UInt16 { description.port }
    var secret: String { description.password }
    var password: SecretBytes { SecretBytes(utf8: secret) }

    /// The way in through the socket, without a password.
    var local: PostgresConfiguration {
        PostgresConfiguration(
            host: folder, port: port, database: description.database, user: description.user, security: .none)
    }

    /// The way in by TLS, with a password or a client's certificate.
    func secure(host: String = "localhost", password: SecretBytes?, client: Bool = false) -> PostgresConfiguration {
        let certificate = PostgresConfiguration.ClientCertificate(
            certificate: folder + "/client.pem", key: folder + "/client.key")
        return PostgresConfiguration(
            host: host, port: port, database: description.database, user: client ? "certified" : description.user,
            password: password, security: .tls(authority: folder + "/root.pem", client: client ? certificate : nil))
    }

    /// Tells the script to do something, and waits until it is done.
    func order(_ command: String) {
        process.write(command)
        _ = process.read { $0.hasSuffix("\n") }
    }
}
