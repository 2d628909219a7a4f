import Foundation
import HTTPTestServer
import TenderTestSupport

/// Debian's `nghttpd` (package nghttp2-server) for `localhost`, with an authority and a certificate made for it.
///
/// Throws when `nghttpd` or `openssl` is missing, since the tests need them.
final class NGHTTPServer {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let directory: URL
    let port: Int
    private let process: ChildProcess

    /// The PEM file of the authority.
    var authority: String { directory.appendingPathComponent("ca.pem").path }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("tender-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Self.makeCertificates(in: directory)
        try Data("hello".utf8).write(to: directory.appendingPathComponent("index.html"))
        port = try FreePort.find()
        process = try ChildProcess(
            [
                "stdbuf", "-oL", "nghttpd", "-a", "127.0.0.1", "-d", directory.path, "-v", "--echo-upload", "\(port)",
                "key.pem", "cert.pem",
            ],
            in: directory.path
        )
        let line = process.read()
        guard line.contains("listen 127.0.0.1") else { throw Failure(description: "nghttpd does not run: \(line)") }
        process.drain()
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private static func makeCertificates(in directory: URL) throws {
        let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        try openssl("req -x509 \(newKey) -keyout ca.key -out ca.pem -days 2 -subj /CN=Test-Authority", in: directory)
        try openssl("req \(newKey) -keyout key.pem -out cert.csr -subj /CN=localhost", in: directory)
        try Data("subjectAltName=DNS:localhost\n".utf8).write(to: directory.appendingPathComponent("san.cnf"))
        try openssl(
            "x509 -req -in cert.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile san.cnf",
            in: directory
        )
    }

    private static func openssl(_ arguments: String, in directory: URL) throws {
        let words = ["openssl"] + arguments.split(separator: " ").map(String.init)
        try ChildProcess(words, in: directory.path).finish()
    }
}
