import Testing

@testable import SimulatedPayments

/// What the schedule of an account pays out by itself.
@Suite struct AutomaticPayoutTests {
    private static let day: Int64 = 24 * 3600
    private var shop = Shop()
    private let seller: String

    init() { seller = shop.seller() }

    private mutating func schedule(_ form: Form, of account: String? = nil) {
        let path = "accounts/\(account ?? seller)"
        #expect(shop.post(path, form.map { ("settings[payouts][schedule][\($0.0)]", $0.1) }).status == 200)
    }

    private mutating func sell(_ amount: Int64, _ more: Form = []) {
        _ = shop.charge(amount, Shop.destination(seller) + [("payment_method", "pm_card_bypassPending")] + more)
    }

    private mutating func payouts(_ more: Form = []) -> [JSONValue] {
        shop.acting(for: seller) { $0.get("payouts", [("limit", "100")] + more)["data"]?.elements ?? [] }
    }

    private mutating func addBank(_ number: String, currency: String = "usd", isDefault: Bool = true) -> String {
        let form: Form = [
            ("external_account[object]", "bank_account"), ("external_account[country]", "US"),
            ("external_account[currency]", currency), ("external_account[routing_number]", "110000000"),
            ("external_account[account_number]", number), ("default_for_currency", "\(isDefault)"),
        ]
        return shop.post("accounts/\(seller)/external_accounts", form).id
    }

    @Test mutating func whatIsAvailableLeavesAtMidnight() {
        sell(1000)
        shop.now = (shop.now / Self.day + 1) * Self.day - 1
        #expect(payouts() == [])
        shop.now += 1
        let made = payouts()
        #expect(made.count == 1)
        #expect(made.first?["amount"] == 1000)
        #expect(made.first?["automatic"] == true)
        #expect(made.first?["created"] == .integer(shop.now))
        #expect(shop.total(of: seller) == 0)
        #expect(made.first?["reconciliation_status"] == "in_progress")
        #expect(made.first?["status"] == "pending")
        let path = "payouts/\(made.first?["id"]?.text ?? "")"
        #expect(shop.acting(for: seller) { $0.post(path + "/cancel").status } == 400)
        shop.now += 5 * Self.day
        #expect(shop.acting(for: seller) { $0.get(path).state } == "paid")
        #expect(payouts().count == 1)
        let events = shop.acting(for: seller) {
            $0.get(
                "events",
                [
                    ("types[]", "payout.paid"), ("types[]", "payout.created"), ("types[]", "payout.updated"),
                    ("types[]", "payout.reconciliation_completed"),
                ])
        }
        #expect(
            events["data"]?.elements.compactMap { $0["type"]?.text } == [
                "payout.paid", "payout.reconciliation_completed", "payout.updated", "payout.created",
            ])
        let data = events["data"]?.elements.map { $0["data"]?.members ?? [:] } ?? []
        #expect(data.map { $0["previous_attributes"] != nil } == [false, false, true, false])
        // A leap bears the times of what happened in it.
        let midnight = made.first?["created"]?.number ?? 0
        #expect(
            events["data"]?.elements.compactMap { ($0["created"]?.number ?? 0) - midnight } == [172800, 3600, 3600, 0])
    }

    @Test mutating func moneyThatIsPendingWaits() {
        _ = shop.charge(1000, Shop.destination(seller))
        sell(500)
        shop.now += Self.day
        #expect(payouts().map { $0["amount"] } == [500])
        shop.now += 2 * Self.day
        #expect(payouts().map { $0["amount"] } == [1000, 500])
        #expect(shop.total(of: seller) == 0)
    }

    @Test mutating func moneyOfTheSecondOfARunComesWithTheNext() {
        shop.now = (shop.now / Self.day + 1) * Self.day - 1
        sell(1000)
        shop.now += 1
        #expect(payouts().map { $0["amount"] } == [1000])
        sell(300)
        shop.now += Self.day
        #expect(payouts().map { $0["amount"] } == [300, 1000])
        let held = payouts().compactMap { $0["id"]?.text }.map { id in
            shop.acting(for: seller) { $0.get("balance_transactions", [("payout", id)])["data"]?.elements ?? [] }
        }
        #expect(held.map { $0.map { $0["net"]?.number } } == [[-300, 300], [-1000, 1000]])
    }

    @Test mutating func theIntervalDecidesWhen() {
        for (form, dates) in [
            ([("interval", "weekly"), ("weekly_anchor", "tuesday")], [4]), ([("interval", "manual")], []),
            ([("interval", "monthly"), ("monthly_anchor", "31")], [16]), ([("interval", "daily")], [1]),
        ] as [(Form, [Int64])] {
            shop = Shop()
            _ = shop.seller()
            sell(1000)
            schedule(form)
            shop.now += 40 * Self.day
            let today = Int64(1_800_000_000) / Self.day
            #expect(payouts().map { ($0["created"]?.number ?? 0) / Self.day - today } == dates)
        }
        schedule([("interval", "manual")])
        sell(700)
        shop.now += 40 * Self.day
        #expect(payouts().count == 1)
        schedule([("interval", "daily")])
        shop.now += Self.day
        #expect(payouts().map { $0["amount"] } == [700, 1000])
    }

    /// The transactions of a payout are those that it pays out, and its own.
    @Test mutating func itsTransactionsAreListed() {
        sell(1000)
        sell(300, [("application_fee_amount", "100")])
        shop.now += Self.day
        sell(400)
        shop.now += Self.day
        let ids = payouts().compactMap { $0["id"]?.text }
        let lists = ids.map { id in
            shop.acting(for: seller) { $0.get("balance_transactions", [("payout", id)])["data"]?.elements ?? [] }
        }
        #expect(lists.map { $0.map { $0["net"]?.number } } == [[-400, 400], [-1200, 200, 1000]])
        sell(500)
        let manual = shop.acting(for: seller) { $0.post("payouts", [("amount", "100"), ("currency", "usd")]).id }
        let refused = shop.acting(for: seller) { shop in
            [manual, "po_none"].map { shop.get("balance_transactions", [("payout", $0)]) }
        }
        #expect(refused.map(\.refusal) == ["400 -", "400 resource_missing"])
        #expect(shop.get("balance_transactions", [("payout", ids[0])]).refusal == "400 resource_missing")
    }

    @Test mutating func aBankThatRefusesIsNotPaidAgain() {
        let bad = addBank("000111111113")
        sell(1000)
        shop.now += Self.day
        sell(500)
        shop.now += 10 * Self.day
        let made = payouts()
        #expect(made.map { $0["status"]?.text } == ["failed", "failed"])
        #expect(shop.total(of: seller) == 1500)
        #expect(made.last?["failure_code"] == "account_closed")
        #expect(made.last?["failure_balance_transaction"] != .null)
        let account = shop.get("accounts/\(seller)")
        #expect(account["payouts_enabled"] == true)
        #expect(account["charges_enabled"] == true)
        #expect(shop.get("accounts/\(seller)/external_accounts/\(bad)")["status"] == "errored")
        let told = shop.acting(for: seller) {
            $0.get("events", [("type", "account.external_account.updated")])["data"]?.elements ?? []
        }
        #expect(told.count == 1)
        #expect(told.first?["data"]?["previous_attributes"] == ["status": "new"])
        let direct = shop.acting(for: seller) { $0.post("payouts", [("amount", "10"), ("currency", "usd")]) }
        #expect(direct.code == "bank_account_unusable")
        _ = addBank("000123456789")
        shop.now += Self.day
        #expect(payouts().first?["amount"] == 1500)
        #expect(shop.total(of: seller) == 0)
        let id = payouts().first?["id"]?.text ?? ""
        let held = shop.acting(for: seller) { $0.get("balance_transactions", [("payout", id), ("limit", "100")]) }
        #expect(held["data"]?.elements.reduce(0) { $0 + ($1["net"]?.number ?? 0) } == 0)
    }

    @Test mutating func withoutAUsableBankNothingIsPaidOut() {
        sell(1000)
        let bank = shop.get("accounts/\(seller)/external_accounts").ids.first ?? ""
        _ = shop.delete("accounts/\(seller)/external_accounts/\(bank)")
        shop.now += 10 * Self.day
        #expect(payouts() == [])
        #expect(shop.get("accounts/\(seller)")["payouts_enabled"] == false)
        #expect(
            shop.acting(for: seller) { $0.post("payouts", [("amount", "10"), ("currency", "usd")]).code }
                == "payouts_not_allowed")
        _ = addBank("000123456789", currency: "eur")
        shop.now += 10 * Self.day
        #expect(payouts() == [])
        _ = addBank("000123456789")
        shop.now += Self.day
        #expect(payouts().count == 1)
    }

    @Test mutating func aBalanceBelowZeroIsLeftAlone() {
        sell(1000)
        let charge = shop.get("charges").ids.first ?? ""
        shop.now += Self.day
        _ = shop.post("refunds", [("charge", charge), ("reverse_transfer", "true")])
        shop.now += 10 * Self.day
        #expect(payouts().map { $0["amount"] } == [1000])
        #expect(shop.total(of: seller) == -1000)
        sell(700)
        shop.now += 10 * Self.day
        #expect(payouts().count == 1)
        sell(700)
        shop.now += 10 * Self.day
        #expect(payouts().first?["amount"] == 400)
        #expect(shop.total(of: seller) == 0)
    }

    @Test mutating func eachCurrencyGoesToItsOwnBank() {
        _ = addBank("DE89370400440532013000", currency: "eur")
        sell(1000)
        sell(900, [("currency", "eur")])
        sell(800, [("currency", "gbp")])
        shop.now += Self.day
        #expect(
            payouts().map { "\($0["currency"]?.text ?? "") \($0["amount"]?.number ?? 0)" } == ["usd 1000", "eur 900"])
        #expect(Set(payouts().map { $0["destination"] }).count == 2)
    }

    @Test mutating func theDelayHoldsDirectCharges() {
        schedule([("delay_days", "5")])
        _ = shop.charge(1000, for: seller)
        shop.now += 5 * Self.day - 1
        #expect(payouts() == [])
        shop.now += Self.day
        #expect(payouts().map { $0["amount"] } == [941])
    }

    /// A platform is paid out when it says so alone.
    @Test mutating func aPlatformChoosesItsSchedule() {
        _ = shop.charge(1000, [("payment_method", "pm_card_bypassPending")])
        shop.now += 10 * Self.day
        #expect(shop.get("payouts").ids == [])
        let payouts = "payments[payouts]"
        let set = shop.post(
            "balance_settings",
            [
                (payouts + "[schedule][interval]", "weekly"), (payouts + "[schedule][weekly_payout_days][]", "monday"),
                (payouts + "[statement_descriptor]", "SHOP"), ("payments[debit_negative_balances]", "true"),
                ("payments[settlement_timing][delay_days_override]", "3"),
            ])
        #expect(set["payments", "payouts", "schedule"] == ["interval": "weekly", "weekly_payout_days": ["monday"]])
        #expect(set["payments", "settlement_timing"] == ["delay_days": 3])
        #expect(set["payments", "payouts", "status"] == "enabled")
        #expect(shop.get("balance_settings").body == set.body)
        #expect(shop.get("account")["settings", "payouts", "schedule", "interval"] == "weekly")
        shop.now += 7 * Self.day
        let made = shop.get("payouts")["data"]?.elements ?? []
        #expect(made.map { $0["amount"] } == [941])
        #expect(made.first?["statement_descriptor"] == "SHOP")
        #expect(shop.get("events", [("type", "balance_settings.updated")]).ids.count == 1)
        let seen = shop.acting(for: seller) { $0.get("balance_settings") }
        #expect(seen["payments", "payouts", "schedule", "interval"] == "daily")
        let theirs = shop.acting(for: seller) {
            $0.post("balance_settings", [(payouts + "[schedule][interval]", "manual")])
        }
        #expect(theirs.status == 200)
        #expect(shop.get("accounts/\(seller)")["settings", "payouts", "schedule", "interval"] == "manual")
        #expect(shop.post("balance_settings", [(payouts + "[schedule][interval]", "weekly")]).status == 200)
        #expect(shop.post("balance_settings", [(payouts + "[schedule][interval]", "monthly")]).status == 400)
    }

    /// One that starts again pays out what one that did not does, and when.
    @Test(arguments: [0, 3, 12, 30]) mutating func aRestartChangesNothing(hours: Int64) throws {
        schedule([("interval", "manual")])
        sell(1000)
        shop.now += 3 * Self.day
        schedule([("interval", "daily")])
        shop.now += hours * 3600
        _ = addBank("000111111113")
        sell(200)
        var rows = Rows()
        rows.save(shop.payments.takeChanges())
        var restarted = shop
        restarted.payments = try rows.restored()
        let answers = [shop, restarted].map { shop in
            var shop = shop
            shop.now += 8 * Self.day
            let lists = ["payouts", "balance_transactions", "balance"]
            return shop.acting(for: seller) { shop in lists.map { shop.get($0).body } }
        }
        // Ids are drawn anew after a start.
        func plain(_ bodies: [JSONValue]) -> [[String]] {
            bodies.map { body in
                (body["data"] ?? body["available"])?.elements.map { row in
                    ["amount", "created", "status", "type"].map { "\(row[$0] ?? .null)" }.joined(separator: " ")
                } ?? []
            }
        }
        #expect(plain(answers[0]) == plain(answers[1]))
        #expect(plain(answers[0])[0] != [])
    }
}
