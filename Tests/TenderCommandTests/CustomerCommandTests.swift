import Foundation
import SimulatedGateway
import SimulatedPayments
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import TenderTestSupport
import Testing

/// `tender customer …` beside a gateway of the test.
@Suite(.timeLimit(.minutes(1))) struct CustomerCommandTests {
    private let gateway: SimulatedGateway
    private let client: PaymentsClient
    private let folder = FileManager.default.temporaryDirectory.appending(path: "customer-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        gateway = try SimulatedGateway()
        client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_tender"), connection: .init(baseURL: gateway.url))
    }

    private func pay(_ customer: String, _ arguments: String...) throws -> (code: Int32?, object: NSDictionary) {
        let (code, text) = try ChildProcess(
            [
                "env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", TillJournal.program(), "customer", "pay", customer,
                "--gateway", gateway.url, "--json", "--journal", folder.appending(path: "journal").path(),
            ] + arguments, in: NSTemporaryDirectory()
        ).wait()
        // What stands before the object are remarks.
        let json = Data(text.drop { $0 != "{" }.utf8)
        return (code, try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary))
    }

    /// Each command is a program of its own; only the gateway knows what the one before did.
    @Test func anOrderIsPaidOnceAndToldSo() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let customer = try await client.createCustomer(CustomerParameters(name: "Ann"), key: IdempotencyKey("ann")).id
        for card in ["pm_card_visa", "pm_card_chargeCustomerFail"] {
            _ = try await client.attachPaymentMethod(card, toCustomer: customer, key: IdempotencyKey(card))
        }
        let cards = try await client.listPaymentMethods(ofCustomer: customer).data.map(\.id)
        let declined = try pay(customer, "--amount", "10.00", "--order", "o", "--card", cards[0])
        #expect(declined.code == 2)
        #expect(declined.object["outcome"] as? String == "declined")
        var found: [String] = []
        for hours in [0, 1, 48] {
            gateway.advanceClock(by: Int64(hours * 3600))
            let (code, object) = try pay(customer, "--amount", "10.00", "--order", "o", "--card", cards[1])
            let isOld = object["was_paid_before"] as? Bool
            found.append("\(code ?? -1) \(object["outcome"] ?? "") \(isOld.map { "\($0)" } ?? "")")
        }
        #expect(found == ["0 paid false", "0 paid true", "0 paid true"])
        let other = try pay(customer, "--amount", "11.00", "--order", "o")
        #expect(other.code == 4)
        #expect(other.object["outcome"] as? String == "unknown")
        let intents = try await client.listPaymentIntents(ofCustomer: customer).data
        #expect(intents.reduce(0) { $0 + (gateway.ledger(paymentIntent: $1.id)?.captured ?? 0) } == 1000)
    }
}
