import Foundation
import HTTPTestServer
import SimulatedGateway
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import TenderTestSupport
import Testing

/// `tender refund cancel`, beside a gateway whose refund waits for the customer, and beside one whose refunds have left.
@Suite(.timeLimit(.minutes(1))) final class RefundCancelTests {
    private let folder = NSTemporaryDirectory() + "refund-cancel-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func run(_ words: String, at gateway: String) async throws -> (code: Int32?, text: String) {
        let (code, text) = try await ChildProcess.run(
            ["env", "TENDER_API_KEY=sk_test_tender", "LANG=C.UTF-8", "HOME=\(folder)", TillJournal.program()]
                + words.split(separator: " ").map(String.init) + ["--gateway", gateway, "--journal", folder + "/j"],
            in: folder)
        return (code, text)
    }

    private static func refund(_ status: String) -> String {
        """
        {"id":"re_1","object":"refund","amount":400,"currency":"eur","status":"\(status)","created":1,\
        "payment_intent":"pi_1","metadata":{}}
        """
    }

    @Test func aLostAnswerIsFoundAndCanceledOnce() async throws {
        let status = Guarded("requires_action")
        let server = try HTTPTestServer { request in
            status.withLock { status in
                let isLost = request.method == "POST" && status == "requires_action"
                if request.method == "POST" { status = "canceled" }
                return isLost ? .close : .answer(200, Self.refund(status))
            }
        }
        let (code, text) = try await run("refund cancel re_1", at: server.url(""))
        #expect(code == 0, "\(text)")
        #expect(text.hasSuffix("re_1  4.00 EUR  canceled\n"))
        let sent = server.requests.filter { $0.method == "POST" }
        #expect(Set(sent.map(\.target)) == ["/v1/refunds/re_1/cancel"])
        #expect(Set(sent.map { $0.header("Idempotency-Key") }).count == 1)
        #expect(try await run("pending", at: server.url("")).code == 0)
    }

    @Test func aRefundToACardIsNotCanceled() async throws {
        let gateway = try SimulatedGateway()
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_tender"), connection: .init(baseURL: gateway.url))
        let intent = try await client.createPaymentIntent(
            PaymentIntentParameters(Amount(minorUnits: 1000, currency: .eur), paymentMethodTypes: [.card]),
            paidWith: SavedMethodPayment(paymentMethod: "pm_card_visa"), key: IdempotencyKey("sale"))
        let refund = try await client.createRefund(
            RefundParameters(paymentIntent: intent.id), key: IdempotencyKey("refund"))
        let cases: [(words: String, code: Int32, text: String)] = [
            ("refund cancel \(refund.id)", 6, "unsupported"), ("refund cancel re_x", 6, "re_x"),
            ("refund cancel", 1, "give one refund id"), ("refund cancel re_1 --account cus_1", 1, "acct_"),
            ("refund cancel --help", 0, "waits for the customer"), ("refund --help", 0, "tender refund cancel REFUND"),
        ]
        var wrong: [String] = []
        for (words, code, text) in cases {
            let found = try await run(words, at: gateway.url)
            if found.code != code || !found.text.contains(text) { wrong.append("\(words): \(found)") }
        }
        #expect(wrong == [])
        #expect(try await client.retrieveRefund(refund.id).status == .succeeded)
    }
}
