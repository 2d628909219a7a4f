import Foundation
import SimulatedCard
import Tender
import TenderAPI
import TenderUplink
import Testing

/// A till of the service whose uplink says that nothing new is to be sold.
@Suite(.timeLimit(.minutes(2))) struct SellingStopTests {
    private func write(_ state: UplinkState, for counter: ServiceCounter) throws {
        var note = UplinkNote()
        note.take(state, detail: nil, at: 0)
        try Data(note.bytes).write(to: URL(filePath: UplinkNote.path(journal: counter.journal)))
    }

    @Test(arguments: [(UplinkState.blocked, "laneBlocked"), (.behind(server: 9), "journalBehindCopy")])
    func nothingNewIsSoldAndTheRestGoesOn(_ state: UplinkState, _ code: String) async throws {
        let counter = try await ServiceCounter(.init(.simulated), cards: [.visa])
        let input: APIValue = ["amount": 500, "currency": "eur"]
        func payment(_ key: String) async throws -> String? {
            try await counter.call("create_payment_intent", input, key: key)["payment_intent"]?["id"]?.string
        }
        let sold = try await counter.payment()
        let (begun, open) = (try #require(try await payment("b")), try #require(try await payment("c")))
        let answer = try await counter.sell(sold, key: "sell")
        try await counter.call("collect_payment_method", id: begun, key: "collect")
        try write(state, for: counter)
        let refused = [
            try await counter.call("create_payment_intent", input, key: "new"),
            try await counter.sell(open, key: "new2"),
            try await counter.call("collect_payment_method", id: open, key: "new3"),
        ]
        #expect(refused.map { $0["error"]?["code"] } == ["selling_stopped", "selling_stopped", "selling_stopped"])
        #expect(Set(refused.map { $0["error"]?["error_code"] }) == [.string(code)])
        #expect(try await counter.sell(sold, key: "sell") == answer)
        let confirmed = try await counter.call("confirm_payment_intent", id: begun, key: "confirm")
        #expect(confirmed["outcome"] == "approved")
        let back = try await counter.call("create_refund", ["payment_intent": .string(sold)], key: "back")
        #expect(back["outcome"] == "succeeded")
        try write(.connecting, for: counter)
        #expect(try await counter.sell(open, key: "new2")["outcome"] == "approved")
        await counter.close()
    }
}
