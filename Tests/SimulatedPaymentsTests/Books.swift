import TenderModel

@testable import SimulatedPayments

/// What all balances together must say: nothing is made, and nothing is lost.
///
/// Three views are compared that know nothing of each other: the balance, its transactions, and the objects that the API
/// shows, from which a balance is worked out anew. Beside them stands what the issuer really took and gave back.
struct Books {
    private let payments: SimulatedPayments
    private let accounts: [String]
    private let rows: [BalanceTransactionRow]
    private let objects: MoneyObjects
    private var problems: [String] = []

    /// What is wrong with the balances of those accounts at a time.
    static func problems(of payments: SimulatedPayments, accounts: [String], now: Int64) -> [String] {
        var settled = payments
        settled.settle(now: now)
        var books = Books(settled, accounts)
        books.checkBalances(now: settled.context.time(now))
        books.checkCounterparts()
        books.checkSum()
        books.checkLimits()
        return books.problems
    }

    private init(_ payments: SimulatedPayments, _ accounts: [String]) {
        self.payments = payments
        self.accounts = accounts
        rows = accounts.flatMap { payments.context.balanceTransactions.ids(of: $0) }.compactMap {
            payments.context.balanceTransactions[$0]
        }
        objects = MoneyObjects(payments, accounts)
    }

    private mutating func expect(_ holds: Bool, _ problem: @autoclosure () -> String) {
        if !holds { problems.append(problem()) }
    }

    /// Balance, transactions and objects say the same, available and pending apart.
    private mutating func checkBalances(now: Int64) {
        var sums: [String: (available: Int64, pending: Int64)] = [:]
        for row in rows {
            let key = "\(row.account) \(row.currency.code)"
            if row.availableOn <= now {
                sums[key, default: (0, 0)].available += row.net
            } else {
                sums[key, default: (0, 0)].pending += row.net
            }
        }
        let worth = objects.worth
        for account in accounts {
            for (currency, funds) in (payments.context.funds[account] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let key = "\(account) \(currency)"
                let sum = sums.removeValue(forKey: key) ?? (0, 0)
                expect(
                    sum == (funds.available, funds.pending),
                    "\(key) has \(funds.available) + \(funds.pending), transactions \(sum)")
                let total = worth[key, default: 0]
                expect(total == funds.available + funds.pending, "\(key) is worth \(total) by its objects")
            }
        }
        expect(sums.isEmpty, "no balance has \(sums.keys.sorted())")
    }

    /// Every transaction has its other side, of the same size.
    private mutating func checkCounterparts() {
        var seen: Set<String> = []
        for row in rows {
            let key = "\(row.type) \(row.source) \(row.account)"
            let (other, fee, share) = (objects.counterpart(of: row), objects.fee(of: row), objects.share(of: row))
            expect(seen.insert(key).inserted, "\(key) is there twice")
            expect(other == -row.amount, "\(key) of \(row.amount) has another side of \(other ?? 0)")
            expect(
                fee == row.fee && share == row.applicationFee ?? 0, "\(key) costs \(row.fees), not \(fee) + \(share)")
        }
    }

    /// All books together, cardholders, banks and the processor among them, are worth nothing.
    private mutating func checkSum() {
        var sums = objects.outside
        for row in rows { sums[row.currency.code, default: 0] += row.net }
        for (currency, sum) in sums.sorted(by: { $0.key < $1.key }) {
            expect(sum == 0, "\(currency) is out by \(sum) over all books")
        }
    }

    /// Nothing is given back or sent on that was not there.
    private mutating func checkLimits() {
        for charge in objects.charges {
            expect(charge.amountRefunded <= charge.amountCaptured, "\(charge.id) gave back too much")
            let refunded = objects.refunded[charge.id, default: 0]
            expect(
                charge.amountRefunded == refunded,
                "\(charge.id) gave back \(charge.amountRefunded), not \(refunded)")
        }
        for transfer in objects.transfers {
            let money = try? ReturnableMoney(transfer: transfer)
            expect(money.map { 0...$0.amount ~= $0.left } ?? false, "\(transfer.id) was reversed too far")
        }
        for fee in objects.fees {
            let money = try? ReturnableMoney(fee: fee)
            expect(money.map { 0...$0.amount ~= $0.left } ?? false, "\(fee.id) was refunded too far")
        }
        for payout in objects.payouts where payout["automatic"] == true {
            let held = rows.filter { $0.account == payout.account && payments.context.payout(payout, holds: $0) }
            expect(held.reduce(0) { $0 + $1.net } == 0, "\(payout.id) holds \(held.map(\.net))")
        }
    }
}
