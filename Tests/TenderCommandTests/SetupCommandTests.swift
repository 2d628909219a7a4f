import Foundation
import SimulatedGateway
import Tender
import TenderTestSupport
import Testing

/// `tender setup` at a smart reader of a simulated gateway.
@Suite(.timeLimit(.minutes(2))) struct SetupCommandTests {
    /// The reader still waits for the card of the command that was killed.
    @Test func theSameCommandSavesTheCardAfterAKill() async throws {
        let bench = try CommandBench("setup")
        let client = bench.client
        let reader = try await bench.registerReader()
        let customer = try await client.createCustomer(.init(name: "A"), key: IdempotencyKey("customer")).id
        let folder = NSTemporaryDirectory() + "tender-setup-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let command =
            ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", "HOME=\(folder)", try TillJournal.program(), "setup"]
            + ["--customer", customer, "--reader", "internet", "--gateway", bench.gateway.url]

        let killed = try ChildProcess(command, in: folder)
        let first = try await Self.waiting(reader, for: nil, client)
        killed.end()
        let visitor = Task {
            _ = try await Self.waiting(reader, for: first, client)
            _ = try await client.presentPaymentMethod(to: reader, key: IdempotencyKey("card"))
        }
        let (code, text) = try await ChildProcess.run(command, in: folder)
        visitor.cancel()
        #expect(code == 0, "\(text)")
        #expect(try await client.retrieveSetupIntent(SetupIntentReference(id: first)).status == .canceled)
        #expect(try await client.listPaymentMethods(ofCustomer: customer, type: .card).data.count == 1)
    }

    /// Waits until the reader waits for a card to be saved.
    ///
    /// - Parameter old: The SetupIntent that it waited for before.
    /// - Returns: The SetupIntent.
    private static func waiting(_ reader: String, for old: String?, _ client: PaymentsClient) async throws -> String {
        while true {
            let action = try await client.retrieveReader(reader).action
            if action?.status == .inProgress, let intent = action?.setupIntent, intent != old { return intent }
            try Task.checkCancellation()
        }
    }
}
