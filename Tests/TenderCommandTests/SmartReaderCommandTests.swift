import Foundation
import Tender
import TenderTestSupport
import Testing

/// What a till sells and gives back by commands, at a simulated reader and at a smart one.
@Suite(.timeLimit(.minutes(2))) final class SmartReaderCommandTests {
    private let folder = NSTemporaryDirectory() + "tender-smart-" + UUID().uuidString
    private let bench: CommandBench
    private let reader: String

    init() async throws {
        let bench = try CommandBench()
        self.bench = bench
        reader = try await bench.registerReader()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs a command; at the smart reader its customer presents a card.
    private func run(_ words: String) async throws {
        let customer = words.hasSuffix("internet") ? bench.visit(reader) : nil
        defer { customer?.cancel() }
        let (code, text) = try await bench.call("\(words) --journal \(folder)/journal")
        #expect(code == 0, "\(words): \(text)")
    }

    /// The newest payment.
    private func newest() async throws -> PaymentIntent {
        try #require(try await bench.client.listPaymentIntents(ListQuery(limit: 1)).data.first)
    }

    /// 10.00 is held, captured with the tip, and given back in parts.
    @Test(arguments: [("simulated", "--reader simulated"), ("internet", "")])
    func theTipOnAReceiptIsCapturedAndGoesBack(at reader: String, refund: String) async throws {
        try await run("sale --amount 10.00 --tip 1.50 --reader \(reader)")
        let paid = try await newest()
        #expect(paid.amountReceived?.minorUnits == 1150)
        try await run("refund \(paid.id) --amount 4.00 \(refund)")
        try await run("void \(paid.id)")
        let refunds = try await bench.client.listRefunds(paymentIntent: paid.id, ListQuery()).data
        #expect(refunds.map(\.amount.minorUnits) == [750, 400])
    }

    @Test func interacGoesBackAtTheSmartReader() async throws {
        let parameters = PaymentIntentParameters(
            Amount(minorUnits: 1000, currency: .cad), paymentMethodTypes: [.interacPresent])
        let paid = try await bench.client.createPaymentIntent(parameters, key: IdempotencyKey("create"))
        _ = try await bench.client.processPaymentIntent(paid.id, on: reader, key: IdempotencyKey("process"))
        _ = try await bench.client.presentPaymentMethod(to: reader, key: IdempotencyKey("present"))
        try await run("refund \(paid.id) --amount 4.00 --reader internet")
        let refunds = try await bench.client.listRefunds(paymentIntent: paid.id, ListQuery()).data
        #expect(refunds.map(\.amount.minorUnits) == [400])
    }

    @Test func aHoldAtASmartReaderIsReleased() async throws {
        try await run("sale --amount 10.00 --capture manual --reader internet")
        let held = try await newest()
        try await run("void \(held.id)")
        #expect([held.status, try await newest().status] == [.requiresCapture, .canceled])
    }
}
