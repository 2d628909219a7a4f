import ChainServer
import Foundation
import TenderBytes
import TenderChain
import TenderCrypto
import TenderPostgres
import Testing

/// The file that says where the server is.
@Suite struct ServerFileTests {
    private let path = NSTemporaryDirectory() + "server-\(UUID().uuidString)"

    private func write(_ text: String, mode: Int = 0o600) {
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
    }

    private func refusal(of text: String) -> String? {
        write(text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            _ = try ServerFile.read(path)
            return nil
        } catch {
            return error.description.replacing(path, with: "FILE")
        }
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let configuration = PostgresConfiguration(
            host: "db.example", port: 6432, database: "tender", user: "lane_1",
            password: SecretBytes(utf8: "a = b # c"),
            security: .tls(authority: "/a.pem", client: .init(certificate: "/c.pem", key: "/c key.pem")))
        try ServerFile.write(configuration, to: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let read = try ServerFile.read(path)
        #expect(read.host == "db.example")
        #expect(read.port == 6432)
        #expect(read.database == "tender")
        #expect(read.user == "lane_1")
        #expect(read.password == SecretBytes(utf8: "a = b # c"))
        #expect(read.security == configuration.security)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func aLanesFileNamesWhoseBundlesItTakes() throws {
        let key = try #require(Ed25519PublicKey([UInt8](repeating: 9, count: 32)))
        let server = PostgresConfiguration(host: "h", port: 1, database: "d", user: "u", password: nil, security: .none)
        let trust = BundleTrust(shop: "Am Hafen", key: key)
        try ServerFile.write(server, trust: trust, to: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try ServerFile.readLane(path).trust == trust)
        try ServerFile.write(server, to: path)
        #expect(try ServerFile.readLane(path).trust == nil)
        let rest = "host=a\nuser=u\ndatabase=d\n"
        #expect(
            refusal(of: rest + "shop=s\nbundle-key=12")
                == "the file of the server FILE: the bundle-key is not 64 hexadecimal digits")
        #expect(
            refusal(of: rest + "bundle-key=\(String(repeating: "0", count: 64))")
                == "the file of the server FILE: there is no shop")
    }

    @Test func aLineThatSaysNothingIsRefusedByItsNumber() {
        #expect(
            refusal(of: "host = a\nhots = b\n")?.hasPrefix("the file of the server FILE: line 2 is not one of") == true)
        #expect(
            refusal(of: "host = a\nhost = b\n")?.hasPrefix("the file of the server FILE: line 2 is not one of") == true)
        #expect(
            refusal(of: "# a comment\n\nhost = a\nuser = u\n") == "the file of the server FILE: there is no database")
        #expect(
            refusal(of: "host=a\nuser=u\ndatabase=d\nport=x") == "the file of the server FILE: the port is no number")
        #expect(refusal(of: "host=a\nuser=u\ndatabase=d") == nil)
    }

    @Test func aFileThatOthersMayReadIsRefused() {
        write("host=a\nuser=u\ndatabase=d", mode: 0o640)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: ChainError("the file of the server \(path) may be read or changed by others: chmod 600")) {
            try ServerFile.read(path)
        }
    }
}
