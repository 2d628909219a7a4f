import Foundation
import SimulatedGateway
import SimulatedPayments
import TenderSQLite
import Testing

@Suite struct StorageTests {
    private let path = NSTemporaryDirectory() + "tender-gateway-\(UUID().uuidString).db"

    private func start(_ faults: [Fault] = []) throws -> SimulatedGateway {
        try SimulatedGateway(configuration: .init(storage: .file(path), faults: faults))
    }

    private func cleanUp() {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    @Test func aRestartContinuesWithTheSameObjects() throws {
        defer { cleanUp() }
        var id = ""
        var answer: [UInt8]?
        do {
            let gateway = try start([Fault(.dropAnswer, endpoint: .confirm, count: 1)])
            let client = Client(gateway)
            id = try client.create([("capture_method", "manual")])
            #expect(try client.confirm(id, idempotency: "k") == nil)
            answer = try client.get("payment_intents/\(id)")?.body
            gateway.stop()
        }
        let gateway = try start()
        let client = Client(gateway)
        let replayed = try #require(try client.confirm(id, idempotency: "k"))
        #expect(replayed.headers["idempotent-replayed"] == "true")
        #expect(replayed.body == answer)
        #expect(gateway.ledger(paymentIntent: id)?.authorizations == 1)
        #expect(try client.post("payment_intents/\(id)/capture")?["status"] == "succeeded")
        #expect(try client.create() != id)
    }

    @Test func aHoldExpiresAfterARestart() throws {
        defer { cleanUp() }
        var id = ""
        do {
            let gateway = try start()
            let client = Client(gateway)
            id = try client.create([("capture_method", "manual")])
            _ = try client.confirm(id)
            gateway.stop()
        }
        let gateway = try start()
        gateway.advanceClock(by: SimulatedPayments.holdLifetime + 1)
        #expect(gateway.ledger(paymentIntent: id)?.released == 1000)
    }

    @Test func theFileIsItsOwnersAlone() throws {
        defer { cleanUp() }
        func modes() throws -> [Int] {
            try ["", "-wal"].map { suffix in
                let mode = try FileManager.default.attributesOfItem(atPath: path + suffix)[.posixPermissions]
                return (mode as? NSNumber)?.intValue ?? 0
            }
        }
        var gateway: SimulatedGateway? = try start()
        #expect(try modes() == [0o600, 0o600])
        gateway?.stop()
        gateway = nil
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        gateway = try start()
        #expect(try modes() == [0o600, 0o600])
    }

    @Test func theClocksAdvanceStaysAfterARestart() throws {
        defer { cleanUp() }
        var moved = Int64.max
        do {
            let gateway = try start()
            let answer = try Client(gateway).post("_tender/clock", [("advance", "100000")])
            moved = answer.flatMap { Int64($0["now"]) } ?? .max
            gateway.stop()
        }
        let gateway = try start()
        let id = try Client(gateway).create()
        let created = try Client(gateway).get("payment_intents/\(id)").flatMap { Int64($0["created"]) } ?? 0
        #expect(created >= moved)
    }

    @Test func aFileServesOneGateway() throws {
        defer { cleanUp() }
        let gateway = try start()
        let error = #expect(throws: SimulatedGatewayError.self) { try start() }
        #expect("\(error.map(String.init(describing:)) ?? "")".contains("another process"))
        #expect(try Client(gateway).create().hasPrefix("pi_"))
    }

    @Test func aFileOfAnotherKindIsRefused() throws {
        defer { cleanUp() }
        try Data("no database at all, only a text that is long enough".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: SimulatedGatewayError.self) { try start() }
        #expect("\(error.map(String.init(describing:)) ?? "")".contains(path))
        #expect(throws: SimulatedGatewayError.self) {
            try SimulatedGateway(configuration: .init(storage: .file("/nowhere/at/all.db")))
        }
    }

    @Test func whatManyClientsWereToldIsInTheFile() async throws {
        defer { cleanUp() }
        var ids: [String] = []
        do {
            let gateway = try start()
            let client = Client(gateway)
            let threads = (0..<8).map { _ in
                Thread.detached { (0..<10).compactMap { _ in try? client.confirm(client.create())?["id"] } }
            }
            for thread in threads { ids += await thread.value }
            gateway.stop()
        }
        let gateway = try start()
        #expect(Set(ids).count == 80)
        #expect(ids.filter { gateway.ledger(paymentIntent: $0)?.captured != 1000 } == [])
    }

    @Test func rowsThatWereSupersededAreLeftOutAtAStart() throws {
        defer { cleanUp() }
        var id = ""
        do {
            let gateway = try start()
            let client = Client(gateway)
            id = try client.create()
            for step in 1...120 { _ = try client.post("payment_intents/\(id)", [("metadata[step]", "\(step)")]) }
            gateway.stop()
        }
        let before = try count()
        do {
            let gateway = try start()
            #expect(try Client(gateway).get("payment_intents/\(id)")?.json["metadata"] == ["step": "120"])
            gateway.stop()
        }
        let after = try #require(try count())
        #expect(before == after + 120)
        let gateway = try start()
        #expect(try Client(gateway).get("payment_intents/\(id)")?.json["metadata"] == ["step": "120"])
    }

    /// How many rows the file has.
    private func count() throws -> Int64? {
        let connection = try SQLiteConnection(path: path)
        guard case .integer(let count)? = try connection.prepare("SELECT count(*) FROM records").firstRow()?.first
        else { return nil }
        return count
    }

    @Test func aFileOfAnEarlierVersionIsRefused() throws {
        defer { cleanUp() }
        try SQLiteConnection(path: path).execute("CREATE TABLE records (position INTEGER); PRAGMA user_version = 1")
        let error = #expect(throws: SimulatedGatewayError.self) { try start() }
        #expect("\(error.map(String.init(describing:)) ?? "")".contains("version"))
    }

    /// A delayed request holds neither the others nor the end.
    @Test func aDelayEndsWithTheGateway() async throws {
        defer { cleanUp() }
        let gateway = try start([Fault(.delay(milliseconds: 3_600_000), endpoint: .confirm, count: 1)])
        let client = Client(gateway)
        let id = try client.create()
        let delayed = Thread.detached { try? client.confirm(id, idempotency: "k") }
        while gateway.requests(.confirm) == 0 { await Task.yield() }
        #expect(try client.confirm(id, idempotency: "k")?.status == 409)
        gateway.stop()
        #expect(await delayed.value == nil)
        #expect(gateway.ledger(paymentIntent: id) == nil)
    }
}
