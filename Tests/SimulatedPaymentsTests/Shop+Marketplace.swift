@testable import SimulatedPayments

/// A platform and its sellers.
extension Shop {
    /// Makes a seller that can be paid.
    mutating func seller() -> String { post("accounts", AccountTests.individual).id }

    /// Makes one whose processing fees are the platform's to pay.
    mutating func sellerWithoutFees() -> String {
        let controller: Form = [
            ("fees][payer", "application"), ("losses][payments", "application"),
            ("requirement_collection", "application"), ("stripe_dashboard][type", "none"),
        ]
        return post(
            "accounts",
            AccountTests.individual.filter { $0.0 != "type" } + controller.map { ("controller[\($0.0)]", $0.1) }
        ).id
    }

    /// Charges a card in dollars, for the seller when the charge is direct.
    mutating func charge(_ amount: Int64, _ more: Form = [], for seller: String? = nil) -> Answer {
        acting(for: seller) {
            $0.post(
                "payment_intents",
                [
                    ("amount", "\(amount)"), ("currency", "usd"), ("payment_method", "pm_card_visa"),
                    ("payment_method_types[]", "card"), ("confirm", "true"),
                ] + more)
        }
    }

    mutating func acting<Result>(for seller: String?, _ body: (inout Shop) -> Result) -> Result {
        account = seller
        defer { account = nil }
        return body(&self)
    }

    /// Everything that an account has, in cents of a dollar: the platform's own without a seller.
    mutating func total(of seller: String? = nil) -> Int64 {
        acting(for: seller) { shop in
            let balance = shop.get("balance")
            return ["available", "pending"].flatMap { balance[$0]?.elements ?? [] }
                .reduce(0) { $0 + ($1["amount"]?.number ?? 0) }
        }
    }

    /// The parameters of a destination charge.
    static func destination(_ seller: String, fee: Int64? = nil, amount: Int64? = nil) -> Form {
        [("transfer_data[destination]", seller)] + (fee.map { [("application_fee_amount", "\($0)")] } ?? [])
            + (amount.map { [("transfer_data[amount]", "\($0)")] } ?? [])
    }
}

/// What all balances together must say: nothing is made, and nothing is lost.
struct Books {
    /// What is wrong with the balances of those accounts.
    static func problems(of payments: SimulatedPayments, accounts: [String]) -> [String] {
        var problems: [String] = []
        var sides: [BalanceTransactionRow.Book: Int64] = [:]
        for account in accounts {
            let rows = payments.balanceTransactions.ids(of: account).compactMap { payments.balanceTransactions[$0] }
            let funds = payments.funds[account]?["usd"] ?? Funds()
            if funds.available + funds.pending != rows.reduce(0, { $0 + $1.net }) {
                problems.append("\(account) has what no transaction explains")
            }
            for row in rows {
                sides[row.type.otherSide, default: 0] -= row.amount
                sides[.processor, default: 0] += row.fee
                sides[.otherAccounts, default: 0] += row.applicationFee ?? 0
            }
            let ledger = payments.intents.ids(of: account).compactMap { payments.ledger(paymentIntent: $0) }
            sides[.cardholders, default: 0] += ledger.reduce(0) { $0 + $1.captured - $1.refunded }
            sides[.banks, default: 0] -= leaving(payments, account)
            sides[.chargebacks, default: 0] -= contested(payments, account)
        }
        for book in BalanceTransactionRow.Book.allCases where book != .processor && sides[book, default: 0] != 0 {
            problems.append("\(book) is out by \(sides[book, default: 0])")
        }
        return problems
    }

    private static func documents(_ payments: SimulatedPayments, _ object: String, _ account: String) -> [Document] {
        payments.documents.ids(of: Document.shelf(object, of: account)).compactMap { payments.documents[$0] }
    }

    /// What payouts that were neither canceled nor refused took.
    private static func leaving(_ payments: SimulatedPayments, _ account: String) -> Int64 {
        documents(payments, "payout", account).filter { !["canceled", "failed"].contains($0["status"]?.text) }
            .reduce(0) { $0 + ($1["amount"]?.number ?? 0) }
    }

    /// What cardholders keep of charges that they contested.
    private static func contested(_ payments: SimulatedPayments, _ account: String) -> Int64 {
        documents(payments, "dispute", account).filter { $0["status"] != "won" }
            .reduce(0) { $0 + ($1["amount"]?.number ?? 0) }
    }
}
