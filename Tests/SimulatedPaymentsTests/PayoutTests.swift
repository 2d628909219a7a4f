import Testing

@testable import SimulatedPayments

@Suite struct PayoutTests {
    /// A shop with 9.41 dollars that can be paid out.
    private static func rich() -> Shop {
        var shop = Shop()
        _ = shop.charge(1000, [("payment_method", "pm_card_bypassPending")])
        return shop
    }

    private static func payout(_ amount: Int64, _ more: Form = []) -> Form {
        [("amount", "\(amount)"), ("currency", "usd")] + more
    }

    @Test func aPayoutLeavesAtOnceAndArrivesLater() {
        var shop = Self.rich()
        let made = shop.post("payouts", Self.payout(900, [("metadata[a]", "b"), ("description", "Rent")]))
        #expect(made.state == "pending")
        #expect(shop.total() == 41)
        #expect(made["description"] == "Rent")
        var states: [String] = []
        for _ in 0..<3 {
            shop.now += ResourceContext.payoutTime / 2
            states.append(shop.get("payouts/\(made.id)").state)
        }
        #expect(states == ["in_transit", "paid", "paid"])
        #expect(shop.total() == 41)
        let types = shop.get("events", [("type", "payout.*")])["data"]?.elements.compactMap { $0["type"]?.text }
        #expect(types == ["payout.paid", "payout.updated", "payout.created"])
        #expect(shop.get("payouts", [("status", "paid")]).ids == [made.id])
        #expect(shop.get("payouts", [("arrival_date[gt]", "\(shop.now)")]).ids == [])
        #expect(shop.get("balance_transactions/\(made["balance_transaction"]?.text ?? "")")["net"] == -900)
    }

    @Test func noMoreThanIsAvailableIsPaidOut() {
        var shop = Self.rich()
        _ = shop.charge(5000)
        #expect(shop.post("payouts", Self.payout(942)).code == "balance_insufficient")
        #expect(shop.post("payouts", Self.payout(9_223_372_036_854_775_807)).status == 400)
        #expect(shop.post("payouts", [("amount", "1"), ("currency", "eur")]).code == "balance_insufficient")
        #expect(shop.post("payouts", Self.payout(941)).status == 200)
        #expect(shop.post("payouts", Self.payout(1)).code == "balance_insufficient")
    }

    @Test func aPayoutIsCanceledWhileItIsPending() {
        var shop = Self.rich()
        let made = shop.post("payouts", Self.payout(900))
        #expect(shop.post("payouts/\(made.id)/cancel").state == "canceled")
        #expect(shop.total() == 941)
        #expect(shop.post("payouts/\(made.id)/cancel").status == 400)
        #expect(shop.total() == 941)
        let gone = shop.post("payouts", Self.payout(900))
        shop.now += ResourceContext.payoutPendingTime
        #expect(shop.post("payouts/\(gone.id)/cancel").status == 400)
        #expect(shop.total() == 41)
    }

    @Test func aBankThatRefusesGivesTheMoneyBack() {
        var shop = Shop()
        let seller = shop.seller()
        _ = shop.charge(1000, Shop.destination(seller) + [("payment_method", "pm_card_bypassPending")])
        let closed: Form = [
            ("external_account[object]", "bank_account"), ("external_account[country]", "US"),
            ("external_account[currency]", "usd"), ("external_account[routing_number]", "110000000"),
            ("external_account[account_number]", "000111111113"),
        ]
        let bank = shop.post("accounts/\(seller)/external_accounts", closed).id
        let made = shop.acting(for: seller) { $0.post("payouts", Self.payout(1000, [("destination", bank)])) }
        #expect(made["destination"] == .string(bank))
        #expect(shop.total(of: seller) == 0)
        shop.now += ResourceContext.payoutTime
        let failed = shop.acting(for: seller) { $0.get("payouts/\(made.id)") }
        #expect(failed.state == "failed")
        #expect(failed["failure_code"] == "account_closed")
        #expect(shop.total(of: seller) == 1000)
        let other = shop.acting(for: seller) { $0.post("payouts", Self.payout(1000)) }
        shop.now += ResourceContext.payoutTime
        #expect(shop.acting(for: seller) { $0.get("payouts/\(other.id)").state } == "paid")
        let stranger: Form = [("destination", "ba_none")]
        #expect(shop.acting(for: seller) { $0.post("payouts", Self.payout(1, stranger)) }.param == "destination")
    }

    @Test func whatIsAvailableCanBePaidOutInstantly() {
        var shop = Self.rich()
        _ = shop.charge(5000)
        let amounts = shop.get("balance")["instant_available"]?.elements.map { $0["amount"] }
        #expect(amounts == [941])
        let made = shop.post("payouts", Self.payout(941, [("method", "instant")]))
        #expect(made["arrival_date"] == .integer(shop.now + ResourceContext.instantPayoutTime))
        #expect(shop.post("payouts/\(made.id)/cancel").state == "canceled")
        let again = shop.post("payouts", Self.payout(941, [("method", "instant")]))
        shop.now += ResourceContext.instantPayoutTime
        #expect(shop.get("payouts/\(again.id)").state == "paid")
        #expect(shop.post("payouts/\(again.id)/cancel").status == 400)
    }

    /// Every transaction is found by what moved the money, whatever that was.
    @Test func transactionsAreFoundBySource() {
        var shop = Self.rich()
        let seller = shop.seller()
        let made = shop.post("payouts", Self.payout(100))
        _ = shop.post("payouts/\(made.id)/cancel")
        let paid = shop.charge(1000, Shop.destination(seller, fee: 100))
        _ = shop.post(
            "refunds",
            [("payment_intent", paid.id), ("reverse_transfer", "true"), ("refund_application_fee", "true")])
        _ = shop.charge(1000, [("payment_method", "pm_card_createDispute")])
        var wrong: [String] = []
        var count = 0
        for account in [nil, seller] {
            let all = shop.acting(for: account) { $0.get("balance_transactions", [("limit", "100")])["data"]?.elements }
            for row in all ?? [] {
                let (id, source) = (row["id"]?.text ?? "", row["source"]?.text ?? "")
                let found = shop.acting(for: account) { $0.get("balance_transactions", [("source", source)]).ids }
                count += 1
                if !found.contains(id) || found.count > 2 { wrong.append("\(row["type"]?.text ?? "") \(source)") }
            }
        }
        #expect(wrong == [])
        #expect(count == 14)
    }

    @Test func aPaidPayoutIsReversedOnce() {
        var shop = Self.rich()
        let made = shop.post("payouts", Self.payout(900, [("method", "instant")]))
        #expect(shop.post("payouts/\(made.id)/reverse").status == 400)
        shop.now += ResourceContext.instantPayoutTime
        #expect(shop.get("payouts/\(made.id)").state == "paid")
        let back = shop.post("payouts/\(made.id)/reverse")
        #expect(back["amount"] == -900)
        #expect(back["original_payout"] == .string(made.id))
        #expect(shop.total() == 941)
        #expect(shop.post("payouts/\(made.id)/reverse").status == 400)
        #expect(shop.get("payouts/\(made.id)")["reversed_by"] == .string(back.id))
    }
}
