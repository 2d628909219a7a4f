import Foundation
public import TenderBytes
public import TenderPostgres
import TenderTestSupport

/// Debian's PostgreSQL for a process of tests, which `scripts/lib/postgres.py` runs and ends with it.
public final class PostgresServer: @unchecked Sendable {
    // Protected by the suites that use it, whose tests run one after the other.
    private let process: ChildProcess
    private let description: Description

    /// A server that does not start.
    public struct Failure: Error, CustomStringConvertible {
        /// What it said.
        public let description: String
    }

    private struct Description: Decodable {
        let folder, database, user, password: String
        let port: UInt16
        let pid: pid_t
    }

    /// The one of all tests.
    public static let shared = Result { try PostgresServer() }

    private init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        process = try ChildProcess(["python3", "scripts/lib/postgres.py", "--tls"], in: root.path, hasInput: true)
        let line = process.read { $0.hasSuffix("\n") }
        guard let description = try? JSONDecoder().decode(Description.self, from: Data(line.utf8)) else {
            throw Failure(description: line)
        }
        self.description = description
    }

    /// The folder of its socket and its certificates.
    public var folder: String { description.folder }
    /// Its port on 127.0.0.1, which is a part of the socket's name too.
    public var port: UInt16 { description.port }
    /// The password of its user.
    public var secret: String { description.password }
    /// The password of its user.
    public var password: SecretBytes { SecretBytes(utf8: secret) }

    /// The way in through the socket, without a password.
    public var local: PostgresConfiguration {
        PostgresConfiguration(
            host: folder, port: port, database: description.database, user: description.user, security: .none)
    }

    /// The way in by TLS, with a password or a client's certificate.
    public func secure(
        host: String = "localhost", password: SecretBytes?, client: Bool = false
    ) -> PostgresConfiguration {
        let certificate = PostgresConfiguration.ClientCertificate(
            certificate: folder + "/client.pem", key: folder + "/client.key")
        return PostgresConfiguration(
            host: host, port: port, database: description.database, user: client ? "certified" : description.user,
            password: password, security: .tls(authority: folder + "/root.pem", client: client ? certificate : nil))
    }

    /// Tells the script to do something, and waits until it is done.
    public func order(_ command: String) {
        process.write(command)
        _ = process.read { $0.hasSuffix("\n") }
    }
}
