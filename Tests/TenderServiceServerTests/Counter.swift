import FoundationEssentials
import SimulatedCard
import SimulatedGateway
import SimulatedReader
import Tender
import TenderAPI
import TenderService
import TenderServiceServer
import TenderTestSupport

/// A service with two tills at a simulated gateway, and a front end.
final class Counter: Sendable {
    let gateway: SimulatedGateway
    let server: ServiceServer
    let folder: URL
    let token: String
    let tokens: TokenFile
    let lines = Guarded<[String]>([])
    let warnings = Guarded<[String]>([])

    init(
        rights: [ServiceRight] = ServiceRight.allCases, tills: [String]? = nil,
        _ change: (inout ServiceServer.Configuration) -> Void = { _ in }
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "tender-counter-\(UInt64.random(in: .min ... .max))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        gateway = try SimulatedGateway(configuration: .init())
        var desks: [TillDesk] = []
        for name in ["front", "back"] { desks.append(try await Self.desk(name, folder, gateway)) }
        token = TokenFile.makeToken()
        tokens = TokenFile(path: folder.appending(path: "tokens.json").path)
        try tokens.write([Self.frontEnd(token, rights, tills)])
        var configuration = ServiceServer.Configuration(tokenFile: tokens.path, version: "1.2.3", tills: desks)
        configuration.report = { [lines] line in lines.withLock { $0.append(line) } }
        configuration.warn = { [warnings] text in warnings.withLock { $0.append(text) } }
        change(&configuration)
        server = try ServiceServer(configuration)
    }

    /// Gives the front end's token other rights and tills.
    func changeFrontEnd(rights: [ServiceRight], tills: [String]?) throws {
        try tokens.write([Self.frontEnd(token, rights, tills)])
    }

    private static func frontEnd(_ token: String, _ rights: [ServiceRight], _ tills: [String]?) -> FrontEnd {
        FrontEnd(name: "web", tokenHash: TokenFile.hash(Array(token.utf8)), rights: rights, tills: tills)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func desk(_ name: String, _ folder: URL, _ gateway: SimulatedGateway) async throws -> TillDesk {
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_counter"), connection: .init(baseURL: gateway.url))
        let journal = WatchedJournal(
            try await SQLiteJournal(
                path: folder.appending(path: "\(name).journal").path,
                binding: JournalBinding(gateway: gateway.url, account: "counter")))
        let script = ReaderScript(collections: [[.swipe(.visa, after: .zero)]], readDuration: .zero)
        let terminal = Terminal(
            configuration: .init(gateway: client, readerSource: SimulatedReaderSource([script]), journal: journal))
        return try await TillDesk(.init(name: name, terminal: terminal, journal: journal, reader: .simulated))
    }

    /// An answer, as a front end sees it.
    struct Answer {
        let status: Int
        let head: String
        let json: APIValue
    }

    /// Sends a request with these headers, and the front end's token unless there is another one.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, _ headers: [String: String] = [:],
        token: String?? = .none
    ) async throws -> Answer {
        var fields = ["Host": "127.0.0.1:\(server.port)", "Connection": "close"]
        if let token = token ?? self.token { fields["Authorization"] = "Bearer \(token)" }
        if let body {
            fields["Content-Type"] = "application/json"
            fields["Content-Length"] = "\(body.utf8.count)"
        }
        fields.merge(headers) { $1 }
        let head = fields.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
        let text = try await RawHTTPClient.exchange(
            port: server.port, "\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body ?? "")")
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let json = parts.count == 2 ? try? JSONDecoder().decode(APIValue.self, from: Data(parts[1].utf8)) : nil
        return Answer(status: status, head: String(parts[0]), json: json ?? .null)
    }

    /// Gives a command under a key.
    func command(_ path: String, _ body: String? = nil, key: String) async throws -> Answer {
        try await ask("POST", path, body ?? "", ["Idempotency-Key": key])
    }
}
