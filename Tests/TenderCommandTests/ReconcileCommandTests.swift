import Foundation
import SimulatedGateway
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import Testing

/// `tender reconcile` of tills that share an account, each with a journal of its own.
@Suite(.timeLimit(.minutes(1))) struct ReconcileCommandTests {
    private let folder: CommandFolder
    private let gateway: SimulatedGateway

    init() throws {
        folder = try CommandFolder()
        gateway = try SimulatedGateway()
    }

    private func run(_ words: String, till: String) async throws -> (code: Int32?, object: NSDictionary) {
        try await folder.json("\(words) --gateway \(gateway.url) --journal \(folder.path)/\(till)")
    }

    /// Sells, and returns the payment's ID.
    private func sell(at till: String) async throws -> String {
        let sold = try await run("sale --amount 10.00", till: till).object
        return try #require((sold["intent"] as? NSDictionary)?["id"] as? String, "\(sold)")
    }

    @Test func whatAnotherTillMadeIsToldApartFromWhatNobodyKnows() async throws {
        _ = try await sell(at: "front")
        let others = try await sell(at: "back")
        let day = try await run("reconcile", till: "front")
        #expect(day.code == 0, "\(day.object)")
        #expect(day.object["matched"] as? Int == 1)
        #expect(day.object["other_tills"] as? Int == 1)
        let refunded = try await run("refund \(others) --amount 4.00", till: "front")
        #expect(refunded.code == 0, "\(refunded.object)")
        #expect(try await run("reconcile", till: "front").object["other_tills"] as? Int == 1)

        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_tender"), connection: .init(baseURL: gateway.url))
        let nobodys = try await client.createPaymentIntent(
            PaymentIntentParameters(Amount(minorUnits: 500, currency: .eur), paymentMethodTypes: [.card]),
            paidWith: SavedMethodPayment(paymentMethod: "pm_card_visa"), key: IdempotencyKey("website"))
        let unclean = try await run("reconcile", till: "front")
        #expect(unclean.code == 7)
        let lines = unclean.object["lines"] as? [NSDictionary] ?? []
        #expect(lines.first { $0["finding"] as? String == "theirs_only" }?["intent_id"] as? String == nobodys.id)
    }

    /// A journal that was lost and begun anew does not take what it forgot for its own.
    @Test func whatThisJournalMadeAndForgotIsNobodys() async throws {
        _ = try await sell(at: "front")
        let copy = "\(folder.path)/before"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("front") {
            try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: "\(copy)/\(name)")
        }
        _ = try await sell(at: "front")
        let day = try await run("reconcile", till: "before/front")
        #expect(day.object["theirs_only"] as? Int == 1, "\(day.object)")
    }
}
