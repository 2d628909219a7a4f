import SimulatedPayments
import TenderTestSupport
import Testing

@Suite struct BalanceTests {
    private static func online(_ amount: Int, _ card: String = "pm_card_visa", _ more: Form = []) -> Form {
        [
            ("amount", "\(amount)"), ("currency", "usd"), ("payment_method_types[]", "card"), ("confirm", "true"),
            ("payment_method", card),
        ] + more
    }

    @Test(arguments: [(1000, 59), (10000, 320), (800, 53), (50, 31), (2000, 88)])
    func aChargeCostsItsFee(_ amount: Int, _ fee: Int64) {
        var shop = Shop()
        let paid = shop.post(
            "payment_intents", Self.online(amount, "pm_card_visa", [("expand[]", "latest_charge.balance_transaction")]))
        let transaction = paid["latest_charge", "balance_transaction"]
        #expect(transaction?["fee"]?.number == fee)
        #expect(transaction?["net"]?.number == Int64(amount) - fee)
        #expect(transaction?["fee_details"]?.elements.map { $0["amount"]?.number } == [fee])
    }

    @Test func moneyIsPendingForTwoDays() {
        var shop = Shop()
        _ = shop.post("payment_intents", Self.online(1000))
        _ = shop.post("payment_intents", Self.online(2000, "pm_card_bypassPending"))
        func funds() -> [JSONValue?] {
            let balance = shop.get("balance")
            return ["available", "pending"].map { balance[$0]?.elements.first?["amount"] }
        }
        #expect(funds() == [1912, 941])
        shop.now += SimulatedPayments.settlementDelay
        #expect(funds() == [2853, 0])
    }

    @Test func aRefundTakesBackWithoutTheFee() {
        var shop = Shop()
        let paid = shop.post("payment_intents", Self.online(1000))
        let refund = shop.post(
            "refunds", [("payment_intent", paid.id), ("amount", "400"), ("expand[]", "balance_transaction")])
        #expect(refund["balance_transaction", "amount"] == -400)
        #expect(refund["balance_transaction", "fee"] == 0)
        #expect(refund["balance_transaction", "type"] == "refund")
        #expect(shop.get("balance")["pending"]?.elements.first?["amount"] == 541)
    }

    @Test func aReturnedRefundComesBack() {
        var shop = Shop()
        let paid = shop.post("payment_intents", Self.online(1000, "pm_card_refundFail"))
        let refund = shop.post("refunds", [("payment_intent", paid.id)])
        let pending = shop.post("payment_intents", Self.online(1000, "pm_card_pendingRefund"))
        let later = shop.post("refunds", [("payment_intent", pending.id)])
        #expect(refund.state == "succeeded")
        #expect(later.state == "pending")
        shop.now += SimulatedPayments.refundDelay
        let failed = shop.get("refunds/\(refund.id)", [("expand[]", "failure_balance_transaction")])
        #expect(failed.state == "failed")
        #expect(failed["failure_reason"] == "expired_or_canceled_card")
        #expect(failed["failure_balance_transaction", "amount"] == 1000)
        #expect(shop.get("refunds/\(later.id)").state == "succeeded")
        #expect(shop.get("balance")["pending"]?.elements.first?["amount"] == 882)
    }

    @Test func holdsAndDeclinesCostNothing() {
        var shop = Shop()
        _ = shop.post("payment_intents", Self.online(1000, "pm_card_visa", [("capture_method", "manual")]))
        _ = shop.post("payment_intents", Self.online(1000, "pm_card_visa_chargeDeclined"))
        #expect(shop.get("balance_transactions")["data"]?.elements.isEmpty == true)
        #expect(shop.get("balance")["pending"]?.elements.map { $0["amount"] } == [0])
    }

    /// Every cent of a balance is explained by its transactions, and every transaction by its source.
    @Test(arguments: UInt64(1)...12) func everyCentIsExplained(_ seed: UInt64) throws {
        var shop = Shop()
        var random = SplitMix64(seed: seed)
        var intents: [String] = []
        for _ in 0..<200 { try Self.act(&shop, &random, &intents) }
        shop.now += Int64(Int.random(in: 0..<4, using: &random)) * 24 * 3600
        var problems: [String] = []
        let transactions = Self.all(&shop, "balance_transactions")
        let sum = transactions.reduce(0) { $0 + ($1["net"]?.number ?? 0) }
        let balance = shop.get("balance")
        let funds = ["available", "pending"].map { balance[$0]?.elements.first?["amount"]?.number ?? 0 }
        if funds[0] + funds[1] != sum { problems.append("balance \(funds), transactions \(sum)") }
        let available = transactions.filter { $0["status"] == "available" }.reduce(0) { $0 + ($1["net"]?.number ?? 0) }
        if funds[0] != available { problems.append("available \(funds[0]), transactions \(available)") }
        var bySource: [String: Int64] = [:]
        for row in transactions { bySource[row["source"]?.text ?? "", default: 0] += row["amount"]?.number ?? 0 }
        for charge in Self.all(&shop, "charges") {
            let id = charge["id"]?.text ?? ""
            let captured = charge["amount_captured"]?.number ?? 0
            if bySource.removeValue(forKey: id) ?? 0 != captured { problems.append("charge \(id)") }
            if charge["captured"] == true, charge["balance_transaction"] == .null {
                problems.append("\(id) is unbooked")
            }
        }
        for refund in Self.all(&shop, "refunds") {
            let expected = refund["status"] == "failed" ? 0 : -(refund["amount"]?.number ?? 0)
            if bySource.removeValue(forKey: refund["id"]?.text ?? "") != expected {
                problems.append("refund \(refund)")
            }
        }
        if !bySource.isEmpty { problems.append("nobody moved \(bySource)") }
        for id in intents {
            let ledger = shop.ledger(id)
            let received = shop.get("payment_intents/\(id)")["amount_received"]?.number ?? 0
            if ledger.captured != received { problems.append("\(id) received \(received) of \(ledger.captured)") }
        }
        #expect(problems == [])
        #expect(transactions.count > 10)
    }

    private static func act(_ shop: inout Shop, _ random: inout SplitMix64, _ intents: inout [String]) throws {
        let cards = [
            "pm_card_visa", "pm_card_bypassPending", "pm_card_refundFail", "pm_card_pendingRefund",
            "pm_card_visa_chargeDeclined", "pm_card_mastercard",
        ]
        let amount = 50 + Int.random(in: 0..<30000, using: &random)
        let target = intents.isEmpty ? "" : intents[Int.random(in: 0..<intents.count, using: &random)]
        let key = "k\(Int.random(in: 0..<40, using: &random))"
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
            let manual: Form = Int.random(in: 0..<2, using: &random) == 0 ? [("capture_method", "manual")] : []
            let id = shop.post(
                "payment_intents", online(amount, cards[Int.random(in: 0..<cards.count, using: &random)], manual)
            ).id
            if !id.isEmpty { intents.append(id) }
        case 2: intents.append(try shop.pay(Int64(amount), "usd", [("capture_method", "manual")]).id)
        case 3:
            _ = shop.post("payment_intents/\(target)/capture", [("amount_to_capture", "\(amount)")], idempotency: key)
        case 4: _ = shop.post("refunds", [("payment_intent", target)], idempotency: key)
        case 5: _ = shop.post("refunds", [("payment_intent", target), ("amount", "\(amount / 10)")])
        case 6: _ = shop.post("payment_intents/\(target)/cancel")
        default: shop.now += Int64(Int.random(in: 0..<24 * 3600, using: &random))
        }
    }

    private static func all(_ shop: inout Shop, _ path: String) -> [JSONValue] {
        var rows: [JSONValue] = []
        while true {
            let after: Form = (rows.last?["id"]?.text).map { [("starting_after", $0)] } ?? []
            let page = shop.get(path, [("limit", "100")] + after)
            rows += page["data"]?.elements ?? []
            if page["has_more"] != true { return rows }
        }
    }
}
