import SimulatedPayments
import Testing

/// Refunds to a card that a reader of ours has read: our extension of the API.
@Suite struct RefundWithCardTests {
    private var shop = Shop()

    private mutating func refund(_ intent: String, _ amount: Int64, _ card: Form) -> String {
        shop.post("refunds", [("payment_intent", intent), ("amount", "\(amount)")] + card).state
    }

    @Test mutating func onlyTheCardThatPaidIsRefundedTo() throws {
        let interac = try shop.pay(1000, "cad", card: "interac", [("payment_method_types[]", "interac_present")]).id
        let visa = try shop.pay(1000, "cad").id
        let online = shop.post(
            "payment_intents",
            [
                ("amount", "1000"), ("currency", "cad"), ("payment_method", "pm_card_visa"), ("confirm", "true"),
                ("payment_method_types[]", "card"),
            ]
        ).id
        let table: [(String, Int64, Form, String)] = [
            (interac, 400, [], "HTTP 400 charge_not_refundable"),
            (interac, 400, try shop.present("visa", 400, "cad"), "HTTP 400 invalid_card_type"),
            (interac, 400, try shop.present("interac", 500, "cad"), "HTTP 400 -"),
            (interac, 401, try shop.present("interac", 401, "cad"), "HTTP 402 card_declined"),
            (interac, 400, try shop.present("interac", 400, "cad"), "succeeded"),
            (visa, 400, try shop.present("interac", 400, "cad"), "HTTP 400 invalid_card_type"),
            (visa, 400, try shop.present("visa", 400, "cad"), "succeeded"), (visa, 400, [], "succeeded"),
            (online, 400, try shop.present("visa", 400, "cad"), "HTTP 400 charge_not_refundable"),
        ]
        var found: [String] = []
        for (intent, amount, card, _) in table { found.append(refund(intent, amount, card)) }
        #expect(found == table.map(\.3))
        #expect([interac, visa].map { shop.ledger($0).refunded } == [400, 800])
    }

    @Test mutating func aTipIsNoPartOfARefund() throws {
        let visa = try shop.pay(1000, "cad").id
        let tip: Form = [("payment_method_data[card_present][amount_tip]", "1")]
        #expect(refund(visa, 400, try shop.present("visa", 400, "cad") + tip) == "HTTP 400 parameter_unknown")
    }
}
