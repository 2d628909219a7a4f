@testable import SimulatedPayments

/// A platform, its sellers, and a random course of everything that moves their money.
struct Market {
    private static let day: Int64 = 24 * 3600
    private static let cards = [
        "visa", "visa", "visa", "bypassPending", "bypassPending", "createDispute", "createDisputeProductNotReceived",
        "createDisputeInquiry", "refundFail", "pendingRefund", "visa_chargeDeclined", "createIssuerFraudRecord",
    ]

    var shop = Shop()
    private(set) var sellers: [String] = []
    private(set) var platform = ""
    private(set) var answers: [Int: Int] = [:]
    /// What was answered that must never be.
    private(set) var failures: [String] = []
    private var intents: [(id: String, seller: String?)] = []
    private var random: Pseudorandom

    init(seed: UInt64) {
        random = Pseudorandom(state: seed)
        sellers = [shop.seller(), shop.seller(), shop.sellerWithoutFees(), shop.seller()]
        platform = shop.get("account").id
    }

    var accounts: [String] { [platform] + sellers }

    /// Does something.
    mutating func act() {
        switch number(20) {
        case 0...4: charge()
        case 5, 6: capture()
        case 7...9: refund()
        case 10, 11: transfer()
        case 12: reverse()
        case 13: refundFee()
        case 14: contest()
        case 15, 16: payOut()
        case 17: arrange()
        case 18: chargeWithoutIntent()
        default: pass()
        }
    }

    private mutating func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private mutating func amount() -> Int64 { Int64(100 + number(number(4) == 0 ? 90_000 : 9000)) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(elements.count)]
    }

    private mutating func currency() -> String { ["usd", "usd", "usd", "eur", "gbp", "jpy"][number(6)] }

    private mutating func some(_ form: Form) -> Form { form.filter { _ in number(2) == 0 } }

    /// Somebody: the platform, or one of its sellers.
    private mutating func somebody() -> String? { number(3) == 0 ? nil : pick(sellers) }

    @discardableResult
    private mutating func ask(_ path: String, _ form: Form, for seller: String? = nil) -> Shop.Answer {
        let answer = shop.acting(for: seller) { $0.post(path, form) }
        answers[answer.status, default: 0] += 1
        if answer.status >= 500 || answer.status < 200 { failures.append("\(answer.status): \(path) \(form)") }
        return answer
    }

    private mutating func ids(_ path: String, of seller: String? = nil) -> [String] {
        shop.acting(for: seller) { $0.get(path, [("limit", "30")]).ids }
    }

    private mutating func charge() {
        let (amount, seller) = (amount(), pick(sellers) ?? "")
        let part = Int64(number(Int(amount) + 2))
        var form: Form = [
            ("amount", "\(amount)"), ("currency", currency()), ("payment_method_types[]", "card"), ("confirm", "true"),
            ("payment_method", "pm_card_" + (pick(Self.cards) ?? "")),
        ]
        var owner: String?
        switch number(6) {
        case 0: break
        case 1: form += Shop.destination(seller, fee: part)
        case 2: form += Shop.destination(seller, amount: part)
        case 3: form += Shop.destination(seller) + [("on_behalf_of", seller)]
        case 4: form += Shop.destination(seller, fee: part) + [("on_behalf_of", pick(sellers) ?? "")]
        default:
            owner = seller
            form += some([("application_fee_amount", "\(part)")])
        }
        if number(3) == 0 { form.append(("capture_method", "manual")) }
        let made = ask("payment_intents", form, for: owner)
        if made.status == 200 { intents.append((made.id, owner)) }
    }

    /// Charges as older programs do, or goes on with what was held so.
    private mutating func chargeWithoutIntent() {
        let (owner, seller) = (somebody(), pick(sellers) ?? "")
        let charges = ids("charges", of: owner)
        switch number(4) {
        case 0: ask("charges/\(pick(charges) ?? "ch_none")/capture", some([("amount", "\(amount())")]), for: owner)
        case 1: ask("refunds", [("charge", pick(charges) ?? "ch_none")] + some([("amount", "\(amount())")]), for: owner)
        default:
            let shared = owner == nil ? Shop.destination(seller, fee: Int64(number(500))) : []
            ask(
                "charges",
                [
                    ("amount", "\(amount())"), ("currency", currency()), ("source", "tok_" + (pick(Self.cards) ?? "")),
                ] + (number(2) == 0 ? shared : []) + some([("capture", "false")]), for: owner)
        }
    }

    private mutating func capture() {
        let held = intents.filter { shop.payments.context.intents[$0.id]?.status == .requiresCapture }
        guard let intent = pick(held) else { return charge() }
        guard number(6) > 0 else { return _ = ask("payment_intents/\(intent.id)/cancel", [], for: intent.seller) }
        let form = some([
            ("amount_to_capture", "\(amount())"),
            (number(2) == 0 ? "application_fee_amount" : "transfer_data[amount]", "\(amount() / 4)"),
        ])
        ask("payment_intents/\(intent.id)/capture", form, for: intent.seller)
    }

    private mutating func refund() {
        guard let intent = pick(intents.suffix(30)) else { return charge() }
        let form = some([
            ("amount", "\(1 + number(5000))"), ("reverse_transfer", "true"), ("refund_application_fee", "true"),
        ])
        ask("refunds", [("payment_intent", intent.id)] + form, for: intent.seller)
    }

    private mutating func transfer() {
        let charges = ids("charges")
        let form: Form = [
            ("amount", "\(amount())"), ("currency", currency()), ("destination", pick(sellers) ?? ""),
        ]
        ask("transfers", form + some([("source_transaction", pick(charges) ?? "ch_none"), ("transfer_group", "g")]))
    }

    private mutating func reverse() {
        guard let transfer = pick(ids("transfers")) else { return charge() }
        ask(
            "transfers/\(transfer)/reversals",
            some([("amount", "\(1 + number(5000))"), ("refund_application_fee", "true")]))
    }

    private mutating func refundFee() {
        guard let fee = pick(ids("application_fees")) else { return charge() }
        ask("application_fees/\(fee)/refunds", some([("amount", "\(1 + number(500))")]))
    }

    private mutating func contest() {
        let owner = somebody()
        guard let dispute = pick(ids("disputes", of: owner)) else { return charge() }
        guard number(4) > 0 else { return _ = ask("disputes/\(dispute)/close", [], for: owner) }
        let words = ["winning_evidence", "losing_evidence", "none"][number(3)]
        ask(
            "disputes/\(dispute)", [("evidence[uncategorized_text]", words)] + some([("submit", "false")]), for: owner)
    }

    private mutating func payOut() {
        let owner = somebody()
        let payouts = ids("payouts", of: owner)
        switch number(6) {
        case 0: if let id = pick(payouts) { ask("payouts/\(id)/cancel", [], for: owner) }
        case 1: if let id = pick(payouts) { ask("payouts/\(id)/reverse", [], for: owner) }
        default:
            ask(
                "payouts",
                [("amount", "\(amount() / 3 + 1)"), ("currency", currency())] + some([("method", "instant")]),
                for: owner)
        }
    }

    /// Changes when and where to money is paid out.
    private mutating func arrange() {
        let seller = pick(sellers) ?? ""
        let intervals: [Form] = [
            [("interval", "manual")], [("interval", "daily")],
            [("interval", "weekly"), ("weekly_payout_days", "friday")],
            [("interval", "monthly"), ("monthly_payout_days", "31")],
        ]
        let interval = pick(intervals) ?? []
        func form(_ path: String) -> Form {
            interval.map { ("\(path)[\($0.0)]" + ($0.0.hasSuffix("days") ? "[]" : ""), $0.1) }
        }
        switch number(4) {
        case 0: ask("balance_settings", form("payments[payouts][schedule]"), for: somebody())
        case 1:
            let delay: Form = [("settings[payouts][schedule][delay_days]", "\(number(10))")]
            ask("accounts/\(seller)", form("settings[payouts][schedule]") + delay)
        default:
            let numbers = ["000123456789", "000123456789", "000111111116", "000111111113"]
            let bank: Form = [
                ("object", "bank_account"), ("country", "US"), ("currency", currency()),
                ("routing_number", "110000000"), ("account_number", pick(numbers) ?? ""),
            ]
            ask(
                "accounts/\(seller)/external_accounts",
                bank.map { ("external_account[\($0.0)]", $0.1) } + some([("default_for_currency", "true")]))
        }
    }

    /// Lets time pass, at the shop or by the gateway's clock.
    private mutating func pass() {
        let seconds = Int64(number(4) == 0 ? number(40) : number(3)) * Self.day + Int64(number(80_000)) + 1
        guard number(2) == 0 else { return shop.now += seconds }
        ask("_tender/clock", [("advance", "\(seconds)")])
    }
}
