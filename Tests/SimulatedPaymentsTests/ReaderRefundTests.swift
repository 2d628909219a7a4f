import SimulatedPayments
import Testing

@Suite struct ReaderRefundTests {
    private var shop = Shop()
    private let reader: String

    init() { reader = shop.register() }

    private mutating func interac() -> String { shop.sellToInterac(on: reader) }

    @Test mutating func interacIsRefundedWithTheCard() throws {
        let intent = interac()
        let charge = shop.intent(intent)["latest_charge", "id"]?.text ?? ""
        #expect(shop.post("refunds", [("charge", charge)]).code == "charge_not_refundable")
        let asked = shop.tell(
            reader, "refund_payment", [("charge", charge), ("amount", "400"), ("metadata[why]", "x")])
        #expect(asked.action == "refund_payment in_progress")
        #expect(
            asked["action", "refund_payment"] == [
                "amount": 400, "charge": .string(charge), "payment_intent": .string(intent), "metadata": ["why": "x"],
            ])
        #expect(shop.ledger(intent).refunded == 0)
        let done = shop.present(on: reader, nil, [("expand[]", "action.refund_payment.refund")])
        let refund = done["action", "refund_payment", "refund"]
        #expect(done.action == "refund_payment succeeded")
        #expect(refund?["amount"] == 400)
        #expect(refund?["metadata"] == ["why": "x"])
        #expect(refund?["status"] == "succeeded")
        #expect(refund?["charge"] == .string(charge))
        #expect(shop.ledger(intent).refunded == 400)
        _ = shop.tell(reader, "refund_payment", [("payment_intent", intent)])
        #expect(shop.present(on: reader)["action", "refund_payment", "amount"] == 600)
        #expect(shop.intent(intent)["latest_charge", "refunded"] == true)
        let over = shop.tell(reader, "refund_payment", [("payment_intent", intent)])
        #expect(over.action == "HTTP 400 charge_already_refunded")
    }

    /// What a charge has no part of cannot be taken back, and the reader is not asked.
    @Test mutating func nothingThatBelongsToOtherAccountsIsGivenBack() {
        let intent = interac()
        let answers = ["refund_application_fee", "reverse_transfer"].map { name in
            shop.tell(reader, "refund_payment", [("payment_intent", intent), (name, "true")]).param
        }
        #expect(answers == ["refund_application_fee", "reverse_transfer"])
        #expect(shop.reader(reader).action != "refund_payment in_progress")
    }

    @Test mutating func othersGiveTheirPartsBackInProportion() {
        let seller = shop.seller()
        let intent = shop.sellToInterac(on: reader, Shop.destination(seller, fee: 100))
        let form: Form = [("payment_intent", intent), ("amount", "400")]
        let alone = shop.tell(reader, "refund_payment", form + [("refund_application_fee", "true")])
        #expect(alone.param == "refund_application_fee")
        let asked = shop.tell(
            reader, "refund_payment", form + [("refund_application_fee", "true"), ("reverse_transfer", "true")])
        #expect(asked.action == "refund_payment in_progress")
        let done = shop.present(on: reader, nil, [("expand[]", "action.refund_payment.refund.transfer_reversal")])
        let reversal = done["action", "refund_payment", "refund"]?["transfer_reversal"]
        #expect(done.action == "refund_payment succeeded")
        #expect(reversal?["amount"] == 400)
        #expect(shop.get("application_fees")["data"]?.elements.first?["amount_refunded"] == 40)
    }

    @Test mutating func theEndingsOfPartsDecide() {
        let table: [(Int64, String)] = [
            (401, "call_issuer"), (405, "generic_decline"), (455, "incorrect_pin"),
            (465, "withdrawal_count_limit_exceeded"), (475, "pin_try_exceeded"), (402, "-"), (460, "-"), (400, "-"),
        ]
        var found: [String] = []
        var sums: [Int64] = []
        for (amount, _) in table {
            let intent = interac()
            _ = shop.tell(reader, "refund_payment", [("payment_intent", intent), ("amount", "\(amount)")])
            let answer = shop.present(on: reader)
            found.append(answer["action", "api_error"]?["decline_code"]?.text ?? "-")
            sums.append(shop.ledger(intent).refunded)
        }
        #expect(found == table.map(\.1))
        #expect(sums == table.map { $0.1 == "-" ? $0.0 : 0 })
    }

    @Test mutating func onlyTheCardThatPaidTakesTheMoney() {
        let intent = interac()
        _ = shop.tell(reader, "refund_payment", [("payment_intent", intent)])
        #expect(shop.present(on: reader, "4242424242424242").action == "refund_payment failed invalid_card_type")
        #expect(shop.ledger(intent).refunded == 0)
    }

    /// What other cards paid is refunded without them.
    @Test mutating func onlyInteracIsRefundedAtTheReader() {
        let visa = shop.sell(1000, on: reader)
        #expect(
            shop.tell(reader, "refund_payment", [("payment_intent", visa)]).action
                == "HTTP 400 charge_not_refundable")
        #expect(shop.post("refunds", [("payment_intent", visa)]).state == "succeeded")
        #expect(shop.ledger(visa).refunded == 1000)
    }

    @Test mutating func whatCannotBeRefundedIsRefusedBefore() {
        let intent = interac()
        let open = shop.create(1000, "usd").id
        let table: [(Form, String)] = [
            ([], "HTTP 400 parameter_missing"), ([("charge", "ch_x")], "HTTP 400 resource_missing"),
            ([("payment_intent", "pi_x")], "HTTP 400 resource_missing"), ([("payment_intent", open)], "HTTP 400 -"),
            ([("payment_intent", intent), ("amount", "1001")], "HTTP 400 -"),
            ([("payment_intent", intent), ("amount", "0")], "HTTP 400 parameter_invalid_integer"),
            ([("payment_intent", intent), ("reason", "duplicate")], "HTTP 400 parameter_unknown"),
        ]
        let found = table.map { shop.tell(reader, "refund_payment", $0.0).action }
        #expect(found == table.map(\.1))
    }

    @Test mutating func whatWasRefundedMeanwhileFailsTheAction() {
        let (intent, other) = (interac(), shop.register())
        _ = shop.tell(reader, "refund_payment", [("payment_intent", intent), ("amount", "600")])
        _ = shop.tell(other, "refund_payment", [("payment_intent", intent), ("amount", "500")])
        #expect(shop.present(on: other).action == "refund_payment succeeded")
        #expect(shop.present(on: reader).action == "refund_payment failed invalid_request_error")
        #expect(shop.ledger(intent).refunded == 500)
    }
}
