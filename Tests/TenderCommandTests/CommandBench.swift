import Foundation
import SimulatedGateway
import Tender
import TenderTestSupport
import Testing

/// The commands of one group beside a simulated gateway of their own.
struct CommandBench {
    let gateway: SimulatedGateway
    let client: PaymentsClient
    /// The words that every command begins with.
    private let group: [String]

    init(_ group: String...) throws {
        self.group = group
        gateway = try SimulatedGateway()
        client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_tender"), connection: .init(baseURL: gateway.url))
    }

    func call(_ words: String) async throws -> (code: Int32?, text: String) {
        let (code, text) = try await ChildProcess.run(
            ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", TillJournal.program()] + group
                + words.split(separator: " ").map(String.init) + ["--gateway", gateway.url],
            in: NSTemporaryDirectory())
        return (code, text)
    }

    /// The JSON of a command that must end well.
    func told(_ words: String) async throws -> NSDictionary {
        let (code, text) = try await call(words + " --json")
        try #require(code == 0, "\(words): \(text)")
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    func object(_ words: String) async throws -> NSDictionary {
        try #require(try await told(words)["object"] as? NSDictionary)
    }

    func id(_ words: String) async throws -> String { try #require(try await object(words)["id"] as? String) }

    /// Registers a smart reader at a location of its own.
    func registerReader() async throws -> String {
        let location = try await client.createLocation(
            displayName: "Shop",
            address: Address(line1: "1 Main Street", city: "Berlin", postalCode: "10115", country: "DE"),
            key: IdempotencyKey("location"))
        return try await client.registerReader(
            code: "simulated-wpe", location: location.id, label: "Desk", key: IdempotencyKey("reader")
        ).id
    }

    /// Presents a card as soon as the smart reader waits for one.
    func visit(_ reader: String) -> Task<Void, any Error> {
        Task { [client] in
            while try await client.retrieveReader(reader).action?.status != .inProgress {
                try Task.checkCancellation()
            }
            _ = try await client.presentPaymentMethod(to: reader, key: IdempotencyKey(UUID().uuidString))
        }
    }
}
