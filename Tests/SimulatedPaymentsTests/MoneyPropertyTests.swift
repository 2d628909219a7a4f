import Foundation
import TenderModel
import Testing

@testable import SimulatedPayments

/// Random courses of payments between a platform, its sellers and their customers: every cent is somebody's.
@Suite struct MoneyPropertyTests {
    /// How many courses; `TENDER_MONEY_SEEDS` sets it for a longer search.
    private static let seeds = ProcessInfo.processInfo.environment["TENDER_MONEY_SEEDS"].flatMap(UInt64.init) ?? 6

    @Test(arguments: 1...seeds) func nothingIsMadeOrLost(seed: UInt64) throws {
        var market = Market(seed: seed)
        var problems: [String] = []
        for step in 0..<200 where problems.isEmpty {
            market.act()
            let found = Books.problems(of: market.shop.payments, accounts: market.accounts, now: market.shop.now)
            problems += (found + market.failures).map { "step \(step): \($0)" }
        }
        problems += try Self.forgotten(by: market)
        #expect(problems == [])
        // Most of what was asked was done, and enough was refused to matter.
        #expect(market.answers[200, default: 0] > 90)
        #expect(market.answers[400, default: 0] > 10)
    }

    /// What a gateway that was started again tells otherwise.
    private static func forgotten(by market: Market) throws -> [String] {
        var (shop, rows) = (market.shop, Rows())
        // Done first, so that both have it.
        _ = shop.get("balance")
        rows.save(shop.payments.takeChanges())
        var restarted = shop
        restarted.payments = try rows.restored()
        let lists = [
            "accounts", "transfers", "application_fees", "charges", "balance_transactions", "balance", "payouts",
            "disputes", "radar/early_fraud_warnings",
        ]
        return lists.filter { list in
            let limit: Form = list == "balance" ? [] : [("limit", "100")]
            return [nil, market.sellers[0]].contains { account in
                shop.acting(for: account) { $0.get(list, limit).body }
                    != restarted.acting(for: account) { $0.get(list, limit).body }
            }
        }
    }

    /// The books can fail: each of these mistakes is found.
    @Test func theBooksFindMistakes() {
        let mistakes: [(String, (inout SimulatedPayments, String) -> Void)] = [
            (
                "money from nowhere",
                { payments, account in
                    _ = payments.context.move(
                        1, .usd, .adjustment, source: "fr_none", of: account, description: nil, availableOn: 0, now: 0)
                }
            ),
            (
                "a transfer of one cent more",
                { payments, account in
                    guard let id = payments.context.documents.ids(of: Document.shelf("transfer", of: account)).first,
                        var transfer = payments.context.documents[id]
                    else { return }
                    transfer["amount"] = .integer((transfer["amount"]?.number ?? 0) + 1)
                    payments.context.put(transfer)
                }
            ),
            (
                "a refund that no card got",
                { payments, account in
                    guard let id = payments.context.refunds.ids(of: account).first,
                        var refund = payments.context.refunds[id]
                    else {
                        return
                    }
                    refund.status = .failed
                    payments.context.put(refund)
                }
            ),
            (
                "a payout that stays",
                { payments, account in
                    guard let id = payments.context.documents.ids(of: Document.shelf("payout", of: account)).first,
                        var payout = payments.context.documents[id]
                    else { return }
                    payout["status"] = "canceled"
                    payments.context.put(payout)
                }
            ),
        ]
        var shop = Shop()
        let seller = shop.seller()
        _ = shop.charge(1000, [("payment_method", "pm_card_bypassPending")])
        let paid = shop.charge(1000, Shop.destination(seller, fee: 123))
        _ = shop.post("refunds", [("payment_intent", paid.id), ("amount", "300")])
        _ = shop.post("payouts", [("amount", "100"), ("currency", "usd")])
        let platform = shop.get("account").id
        let found = mistakes.map { mistake in
            var payments = shop.payments
            mistake.1(&payments, platform)
            return Books.problems(of: payments, accounts: [platform, seller], now: shop.now).isEmpty ? mistake.0 : ""
        }
        #expect(found.filter { !$0.isEmpty } == [])
        #expect(Books.problems(of: shop.payments, accounts: [platform, seller], now: shop.now) == [])
    }
}
