import SimulatedCard
import TenderAPI
import TenderService
import Testing

/// What the journal adds up to.
@Suite(.timeLimit(.minutes(2))) struct TillTotalsTests {
    @Test func everyPaymentCountsOnce() async throws {
        let shop = try await ServiceShop(cards: [
            .visa, .named("chargeDeclinedInsufficientFunds"), .visa, .visa,
        ])
        var payments: [String] = []
        for number in 1...4 {
            let id = try await shop.payment(key: "create-\(number)")
            try await shop.call("process_payment_intent", id: id, key: "process-\(number)")
            try await shop.call("disconnect_reader")
            payments.append(id)
        }
        try await shop.call("create_refund", ["payment_intent": .string(payments[0]), "amount": 300], key: "part")
        try await shop.call("create_refund", ["payment_intent": .string(payments[2])], key: "all")
        let totals = try await shop.call("retrieve_totals").json["totals"]
        #expect(
            totals == [
                [
                    "currency": "eur", "approved": 2, "approved_amount": 2000, "refunded_amount": 300, "reversed": 1,
                    "declined": 1, "unknown": 0, "unknown_amount": 0, "stored_offline": 0, "stored_offline_amount": 0,
                ]
            ])
    }

    @Test func anUnknownOutcomeIsNoSale() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.doomedPayment()
        try await shop.call("confirm_payment_intent", id: id, key: "1")
        let row = try await shop.call("retrieve_totals").json["totals"]
        guard case .array(let rows)? = row else {
            Issue.record("there are no totals")
            return
        }
        #expect(rows.map { $0["unknown_amount"] } == [1000])
        #expect(rows.map { $0["approved"] } == [0])
    }

    @Test func onlyTheSpanCounts() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(try await shop.call("retrieve_totals", ["to": 1]).json["totals"] == [])
        #expect(try await shop.call("retrieve_totals", ["from": 253_402_300_799]).json["totals"] == [])
        #expect(try await shop.call("retrieve_totals", ["from": 1]).json["totals"] != [])
    }
}
