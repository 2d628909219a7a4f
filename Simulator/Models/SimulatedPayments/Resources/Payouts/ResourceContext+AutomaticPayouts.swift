import TenderModel

extension Due {
    /// An account's automatic payouts.
    static func payouts(_ account: String) -> Due { Due(account) { $0.payOut($1, now: $2) } }
}

/// Payouts by the schedule of an account: all available money of each currency, to its default bank account.
///
/// A run is planned when there is money for it, and stored in a document: nothing ticks for accounts without money, and
/// a restarted gateway does neither less nor more than one that was not.
extension ResourceContext {
    static let payoutPlanObject = "payout_plan"

    private static func planID(_ account: String) -> String { "\(payoutPlanObject)/\(account)" }

    private func payoutPlan(of account: String, now: Int64) -> Document {
        documents[Self.planID(account)]
            ?? Document(
                id: Self.planID(account), account: account, created: now, object: Self.payoutPlanObject, fields: [:])
    }

    private func schedule(of account: String) -> PayoutSchedule? {
        PayoutSchedule(payoutSettings(of: account)["schedule"])
    }

    private func hasMoney(_ account: String) -> Bool { funds[account]?.values.contains { $0.available > 0 } ?? false }

    /// Plans the next run for money that has become available; not again for money that an earlier run has seen.
    mutating func planPayouts(of account: String, forFundsOf time: Int64) {
        let plan = documents[Self.planID(account)]
        guard plan?.hidden["next"] == nil, time >= plan?.hidden["last"]?.number ?? 0, hasMoney(account) else { return }
        planPayouts(of: account, after: time)
    }

    private mutating func planPayouts(of account: String, after time: Int64) {
        guard let next = schedule(of: account)?.next(after: time) else { return }
        var plan = payoutPlan(of: account, now: time)
        plan.hidden["next"] = .integer(next)
        put(plan)
    }

    /// Plans by a schedule that was changed.
    mutating func replanPayouts(of account: String, now: Int64) {
        var plan = payoutPlan(of: account, now: now)
        plan.hidden["last"] = .integer(now)
        plan.hidden["next"] = schedule(of: account)?.next(after: now).map(JSONValue.integer)
        put(plan)
    }

    /// Plans a run for waiting money when something was put that may have kept it from being paid out.
    mutating func reconsiderPayouts(of account: String) {
        guard settledUntil > 0, documents[Self.planID(account)]?.hidden["next"] == nil, hasMoney(account) else {
            return
        }
        planPayouts(of: account, after: settledUntil)
    }

    /// Makes the payouts that are due.
    fileprivate mutating func payOut(_ account: String, now: Int64) {
        var plan = payoutPlan(of: account, now: now)
        guard let time = plan.hidden["next"]?.number, time <= now else { return }
        plan.hidden["next"] = nil
        plan.hidden["last"] = .integer(now)
        if isPaidOut(account) {
            for (code, funds) in (funds[account] ?? [:]).sorted(by: { $0.key < $1.key }) where funds.available > 0 {
                guard let currency = Currency(code) else { continue }
                payOut(funds.available, currency, of: account, &plan, now: now)
            }
        }
        put(plan)
    }

    private mutating func payOut(
        _ amount: Int64, _ currency: Currency, of account: String, _ plan: inout Document, now: Int64
    ) {
        let bank = defaultBank(of: account, currency)
        guard platform(of: account) == nil || bank?.isErroredBank == false else { return }
        var payout = makePayout(amount, currency, to: bank, of: account, now: now)
        payout["automatic"] = true
        payout["reconciliation_status"] = "in_progress"
        payout["statement_descriptor"] = payoutSettings(of: account)["statement_descriptor"]
        payout.hidden["previous"] = plan.hidden[currency.code]
        plan.hidden[currency.code] = .string(payout.id)
        put(payout)
        emit("payout.created", payout, by: nil, now: now)
    }

    /// Returns whether an account's money can leave it.
    func isPaidOut(_ account: String) -> Bool {
        guard let document = documents[account], document.object == Self.accountObject else { return true }
        return json(document)["payouts_enabled"] == true
    }
}

// The contents of an automatic payout.
extension ResourceContext {
    /// Returns the payout whose transactions are requested.
    func automaticPayout(_ id: String, _ call: Call) throws(APIFailure) -> Document {
        let payout = try findDocument(Self.payoutObject, named: id, param: "payout", call)
        guard payout["automatic"] == true else {
            throw .refused(
                "Balance transaction history can only be filtered on automatic transfers, not manual.", code: nil,
                param: "payout")
        }
        return payout
    }

    /// Returns whether a transaction is one of those that an automatic payout pays out, itself included.
    func payout(_ payout: Document, holds row: BalanceTransactionRow) -> Bool {
        guard payout["currency"] == .string(row.currency.code), isSettled(row, by: payout) else { return false }
        let previous = payout.hidden["previous"]?.text.flatMap { documents[$0] }
        return previous.map { !isSettled(row, by: $0) } ?? true
    }

    /// Returns whether a payout found the transaction available: it takes all that is, so what an earlier one found
    /// belongs to that one.
    private func isSettled(_ row: BalanceTransactionRow, by payout: Document) -> Bool {
        guard row.availableOn == payout.created else { return row.availableOn < payout.created }
        // In the same second: those from before the payout's own.
        let ids = balanceTransactions.ids(of: row.account)
        guard let own = payout["balance_transaction"]?.text, let end = balanceTransactions.position(of: own, in: ids),
            let place = balanceTransactions.position(of: row.id, in: ids)
        else { return false }
        return place <= end
    }
}
