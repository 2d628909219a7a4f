import Foundation
import SimulatedGateway
import SimulatedPayments
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
        #expect(replayed.headers["idempotent-replayed"] == "true" && replayed.body == answer)
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
}
