import ChainServer
import Foundation
import PostgresTestServer
import Synchronization
import TenderFlow
import TenderJournal
import TenderPostgres
import TenderRecords
import TenderSale
import TenderUplink
import Testing

/// All tests with the one server, one after the other.
@Suite(.serialized) enum ChainServerTests {}

/// A head office with a database of its own at the tests' server, and a folder for journals and files.
final class ChainFixture: Sendable {
    let folder: String
    let database: String
    let office: OfficeServer
    private static let count = Mutex(0)

    init() async throws {
        let server = try PostgresServer.shared.get()
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        database = "chain_\(getpid())_\(number)"
        folder = NSTemporaryDirectory() + "chain-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let connection = try await PostgresConnection.connect(server.local)
        _ = try await connection.run(PostgresStatement("CREATE DATABASE \(database)"), within: .seconds(60))
        await connection.close()
        var configuration = server.local
        configuration.database = database
        try ServerFile.write(configuration, to: folder + "/office")
        _ = try await OfficeServer.prepare(folder + "/office")
        office = try await OfficeServer.connect(folder + "/office")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Another session of head office.
    func office() async throws -> OfficeServer { try await .connect(folder + "/office") }

    /// Whoever may do everything.
    func owner() async throws -> PostgresConnection {
        var configuration = try PostgresServer.shared.get().local
        configuration.database = database
        return try await .connect(configuration)
    }

    /// The rows that whoever may do everything sees.
    func rows(_ text: String) async throws -> [[PostgresValue]] {
        let connection = try await owner()
        let rows = try await connection.run(PostgresStatement(text), within: .seconds(60)).rows
        await connection.close()
        return rows
    }

    func path(_ name: String) -> String { "\(folder)/\(name).journal" }

    /// Opens a till's journal, new or not.
    func open(_ name: String) async throws -> SQLiteJournal {
        try await SQLiteJournal(path: path(name), binding: JournalBinding(gateway: "https://test", account: "acct_1"))
    }

    /// Adds records to a journal, and closes it.
    func fill(_ name: String, _ count: Int, _ word: String = "") async throws {
        let journal = try await open(name)
        for _ in 0..<count { try await journal.append(Self.entry(word)) }
        await journal.close()
    }

    static func entry(_ word: String = "") throws -> JournalEntry {
        let event = ShopEvent(
            id: UUID().uuidString, time: 1_764_000_000_000, businessDate: "2025-11-24", cashier: word, kind: .signedIn)
        return JournalEntry(shop: try event.record())
    }

    /// Copies a journal's files, as a backup does.
    func copy(_ name: String, to copy: String) throws {
        for ending in ["", ".head"] {
            try? FileManager.default.removeItem(atPath: path(copy) + ending)
            try FileManager.default.copyItem(atPath: path(name) + ending, toPath: path(copy) + ending)
        }
    }

    /// Enrolls a journal.
    func enroll(_ name: String, shop: String = "Shop", lane: String? = nil) async throws -> PostgresConfiguration {
        try await office.enroll(JournalTail(path: path(name)).start(), shop: shop, lane: lane ?? name)
    }

    /// Copies a journal to the server, as far as it goes now.
    @discardableResult
    func upload(_ name: String, as lane: PostgresConfiguration) async throws -> UplinkState {
        try await Uplink(journal: path(name), server: lane).run(untilCurrent: true)
    }

    /// What the server has, a line each: branch, sequence, hash and bytes.
    func stored() async throws -> [[PostgresValue]] {
        try await rows("SELECT branch, sequence, hash, body FROM tender.records ORDER BY journal, branch, sequence")
    }

    /// What the server should have of a journal, in the same form.
    func expected(_ name: String, branch: Int64 = 0, after: Int64 = 0) async throws -> [[PostgresValue]] {
        try await JournalTail(path: path(name)).records(after: after, maximumRecords: 10_000, maximumBytes: 1 << 26)
            .map { [.integer(branch), .integer($0.sequence), .bytes($0.hash), .bytes($0.body)] }
    }

    /// The kinds of findings.
    func findings() async throws -> [String] {
        try await rows("SELECT kind FROM tender.findings ORDER BY kind").compactMap {
            guard case .text(let kind)? = $0.first else { return nil }
            return kind
        }
    }
}
