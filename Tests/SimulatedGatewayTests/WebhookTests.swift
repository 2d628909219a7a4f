import Foundation
import HTTPTestServer
import SimulatedGateway
import SimulatedPayments
import TenderBytes
import TenderCrypto
import Testing

/// Events on their way to a receiver on this machine.
@Suite struct WebhookTests {
    /// A receiver whose next answers are given; then it answers 200.
    private final class Receiver: Sendable {
        let server: HTTPTestServer

        init(_ replies: HTTPTestReply...) throws {
            let left = Guarded(replies)
            server = try HTTPTestServer { _ in left.withLock { $0.isEmpty ? .answer() : $0.removeFirst() } }
        }

        /// Waits for so many deliveries.
        func deliveries(_ count: Int) async -> [HTTPTestRequest] {
            var found: [HTTPTestRequest] = []
            guard count > 0 else { return found }
            for await event in server.events {
                if case .received(let request) = event { found.append(request) }
                if found.count == count { break }
            }
            return found
        }
    }

    private let path = NSTemporaryDirectory() + "tender-webhooks-\(UUID().uuidString).db"

    private func gateway(
        _ storage: SimulatedGateway.Storage = .memory, pause: Int64 = 0, timeout: Duration = .seconds(30),
        reachesOtherMachines: Bool = false
    ) throws -> SimulatedGateway {
        try SimulatedGateway(
            configuration: .init(
                storage: storage,
                webhooks: .init(
                    schedule: WebhookSchedule(maximumAttempts: 50, firstPause: pause), timeout: timeout,
                    reachesOtherMachines: reachesOtherMachines)))
    }

    private func listen(_ client: Client, _ url: String) throws -> String {
        try client.post("webhook_endpoints", [("url", url), ("enabled_events[]", "*")])?["secret"] ?? ""
    }

    private static func id(_ request: HTTPTestRequest) throws -> String? {
        let event = try JSONDecoder().decode(JSONValue.self, from: Data(request.body.utf8))
        guard case .string(let id)? = event["data"]?["object"]?["id"] else { return nil }
        return id
    }

    /// Waits until every event was taken.
    private func settle(_ client: Client) async throws {
        while try client.get("events?delivery_success=false")?.json["data"] != [] { await Task.yield() }
    }

    @Test func whatTimeBringsIsToldUnasked() async throws {
        let receiver = try Receiver()
        var configuration = SimulatedGateway.Configuration()
        configuration.debitDelay = 1
        let gateway = try SimulatedGateway(configuration: configuration)
        defer { gateway.stop() }
        let client = Client(gateway)
        _ = try listen(client, receiver.server.url())
        let data = "payment_method_data"
        _ = try client.post(
            "payment_intents",
            [
                ("amount", "1000"), ("currency", "eur"), ("payment_method_types[]", "sepa_debit"), ("confirm", "true"),
                ("\(data)[type]", "sepa_debit"), ("\(data)[sepa_debit][iban]", "AT611904300234573201"),
                ("\(data)[billing_details][name]", "J"), ("\(data)[billing_details][email]", "j@example.com"),
                ("mandate_data[customer_acceptance][type]", "offline"),
            ])
        let told = await receiver.deliveries(5).map { $0.body }
        #expect(told.filter { $0.contains("\"type\":\"payment_intent.succeeded\"") }.count == 1)
    }

    @Test func anEventArrivesSignedAsTheAPIDoesIt() async throws {
        let receiver = try Receiver()
        let client = Client(try gateway())
        let secret = try listen(client, receiver.server.url("/hook?a=b"))
        let id = try client.create()
        let request = try #require(await receiver.deliveries(1).first)
        #expect(request.method == "POST")
        #expect(request.target == "/hook?a=b")
        #expect(request.header("Content-Type") == "application/json; charset=utf-8")
        #expect(request.header("User-Agent") == "Stripe/1.0 (+https://stripe.com/docs/webhooks)")
        #expect(throws: Never.self) {
            try WebhookSignature.verify(
                payload: request.body.utf8, header: request.header("Stripe-Signature") ?? "",
                secret: SecretBytes(utf8: secret), now: SimulatedGateway.Configuration.systemClock())
        }
        #expect(try Self.id(request) == id)
        try await settle(client)
    }

    @Test func anEventThatIsNotTakenComesAgain() async throws {
        let redirect = HTTPTestReply.answer(302, headers: ["Location: http://127.0.0.1:1/"])
        let receiver = try Receiver(.answer(500), .close, redirect, .answer(404))
        let client = Client(try gateway())
        _ = try listen(client, receiver.server.url())
        let id = try client.create()
        let ids = try await receiver.deliveries(5).map(Self.id)
        #expect(ids == Array(repeating: id, count: 5))
        try await settle(client)
    }

    @Test func aReceiverThatNeverAnswersIsGivenUp() async throws {
        let receiver = try Receiver(.silence)
        let client = Client(try gateway(timeout: .milliseconds(50)))
        _ = try listen(client, receiver.server.url())
        _ = try client.create()
        #expect(await receiver.deliveries(2).count == 2)
        try await settle(client)
    }

    @Test func aSilentReceiverHoldsUpNeitherTheOthersNorTheEnd() async throws {
        let silent = try Receiver(.silence)
        let receiver = try Receiver()
        let gateway = try gateway(timeout: .seconds(3600))
        let client = Client(gateway)
        _ = try listen(client, silent.server.url())
        _ = try listen(client, receiver.server.url())
        let ids = try (0..<20).map { _ in try client.create() }
        #expect(try await receiver.deliveries(20).map(Self.id) == ids)
        #expect(await silent.deliveries(1).count == 1)
        gateway.stop()
        #expect(silent.server.requests.count == 1)
    }

    @Test func thePauseIsByTheGatewaysClock() async throws {
        let receiver = try Receiver(.answer(500))
        let gateway = try gateway(pause: 3600)
        let client = Client(gateway)
        _ = try listen(client, receiver.server.url())
        _ = try client.create()
        #expect(await receiver.deliveries(1).count == 1)
        // Until the refusal was noted the pause has not begun.
        while gateway.requests(.create) > 0, receiver.server.requests.count < 2 {
            gateway.advanceClock(by: 3600)
            await Task.yield()
        }
        try await settle(client)
    }

    @Test func nothingLeavesThisMachineUnasked() async throws {
        let client = Client(try gateway())
        _ = try listen(client, "http://192.0.2.1:9/hook")
        _ = try listen(client, "https://gateway.invalid/hook")
        let receiver = try Receiver()
        _ = try listen(client, receiver.server.url())
        let id = try client.create()
        #expect(try await receiver.deliveries(1).map(Self.id) == [id])
        let pending = { try client.get("events")?.json["data"] }
        while true {
            guard case .array(let events)? = try pending(), case .integer(let count)? = events[0]["pending_webhooks"]
            else { break }
            if count == 2 { break }
            await Task.yield()
        }
        // What will never arrive stays listed, and says why.
        func listed() throws -> [JSONValue] {
            let list = try client.get("_tender/deliveries")?.json["data"]
            guard case .array(let deliveries)? = list else { return [] }
            return deliveries
        }
        while try listed().contains(where: { $0["next_attempt"] != .null }) { await Task.yield() }
        let reason: JSONValue = "not a loopback address: the gateway was not told to reach other machines"
        #expect(try listed().map { $0["failure"] } == [reason, reason])
    }

    @Test func aRestartDeliversWhatWasLeft() async throws {
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let receiver = try Receiver(.answer(500), .silence)
        var ids: [String] = []
        do {
            let gateway = try gateway(.file(path), timeout: .seconds(3600))
            let client = Client(gateway)
            _ = try listen(client, receiver.server.url())
            ids = try (0..<5).map { _ in try client.create() }
            #expect(await receiver.deliveries(2).count == 2)
            gateway.stop()
        }
        let client = Client(try gateway(.file(path)))
        try await settle(client)
        let arrived = try receiver.server.requests.dropFirst(2).compactMap(Self.id)
        #expect(Set(arrived) == Set(ids))
    }
}
