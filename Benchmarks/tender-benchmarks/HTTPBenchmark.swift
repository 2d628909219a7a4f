import SimulatedCard
import Tender
import TenderHTTP

/// Requests over loopback HTTP: create + confirm + capture at the simulated gateway, and the plain peer under the same
/// load generator.
enum HTTPBenchmark {
    private static let cycles = 80
    private static let requestsOfACycle = 3

    static func run() async throws -> [Benchmark] {
        let gateway = try ServerProcess("tender", ["gateway", "serve", "--port", "0"])
        let peer = try ServerProcess("hello-server", [])
        var results: [Benchmark] = []
        for connections in [1, 8] {
            let requests = cycles * requestsOfACycle
            let peerURL = peer.url
            let hello = try HTTPClient(configuration: .init(connectionsPerHost: connections))
            results.append(
                try await Benchmark.measure("hello_request_\(connections)_connections", operations: requests) {
                    try await inParallel(connections, requests) { try await post(hello, peerURL) }
                }
            )
            let client = try PaymentsClient(
                apiKey: SecretBytes(utf8: "sk_test_benchmark"),
                connection: .init(baseURL: gateway.url, connections: connections)
            )
            let payload = try CardPayload(
                card: .visa, readMethod: .contactEmv, verification: .none,
                amount: Amount(minorUnits: 1000, currency: .eur)
            ).seal(device: 1, counter: 1)
            let cycle: @Sendable () async throws -> Void = { try await pay(client, payload) }
            results.append(
                try await Benchmark.measure("payment_request_\(connections)_connections", operations: requests) {
                    try await inParallel(connections, cycles, cycle)
                }
            )
            results.append(
                try await Benchmark.measureProcessorTime(
                    "payment_request_client_cpu_\(connections)_connections", operations: requests
                ) {
                    try await inParallel(connections, cycles, cycle)
                }
            )
        }
        return results
    }

    private static func post(_ client: HTTPClient, _ url: String) async throws {
        let body = Array("amount=1000&currency=eur&capture_method=manual&payment_method_types[]=card_present".utf8)
        _ = try await client.send(HTTPRequest(.post, url: url + "/v1/payment_intents", body: body))
    }

    private static func pay(_ client: PaymentsClient, _ payload: EncryptedPayload) async throws {
        let base = String(UInt64.random(in: .min ... .max), radix: 36)
        let made = try await client.createPaymentIntent(
            .init(amount: 1000, currency: .eur, captureMethod: .manual), key: IdempotencyKey("\(base)/create")
        )
        let reference = PaymentIntentReference(made)
        _ = try await client.confirmPaymentIntent(reference, payload: payload, key: IdempotencyKey("\(base)/confirm"))
        let captured = try await client.capturePaymentIntent(
            reference, amount: nil, key: IdempotencyKey("\(base)/capture")
        )
        guard captured.status == .succeeded else { throw BenchmarkError.notApproved }
    }

    /// Makes `count` calls, up to `width` at a time.
    private static func inParallel(
        _ width: Int, _ count: Int, _ call: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<width {
                group.addTask { for _ in 0..<(count / width) { try await call() } }
            }
            try await group.waitForAll()
        }
    }
}
