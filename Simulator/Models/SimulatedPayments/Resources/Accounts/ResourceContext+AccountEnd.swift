/// Closed accounts: nobody could reach money any more that they had, or that came to them later.
extension ResourceContext {
    /// Retrieves an account, even a deleted one.
    func retrieveAccount(_ call: Call) throws(APIFailure) -> APIObject {
        if let gone = deletedAccount(call) { return .json(gone.json) }
        return .json(json(try findAccount(call)))
    }

    /// Returns what is left of the deleted account in the URL; `nil` for one that exists, or never did.
    private func deletedAccount(_ call: Call) -> Document? {
        guard let account = documents[call.id], account.object == Self.accountObject, account.account == call.account,
            account.isDeleted
        else { return nil }
        return account
    }

    /// Refuses to close an account that has money, or may still receive some.
    ///
    /// - Parameter end: What was to happen to the account, in the words of the refusal.
    func checkMoney(of account: Document, _ end: String) throws(APIFailure) {
        guard (funds[account.id] ?? [:]).values.allSatisfy({ $0.available == 0 && $0.pending == 0 }) else {
            throw .refused(
                "This account has a balance that is not zero and cannot be \(end).", code: nil, param: "id")
        }
        guard !hasMoneyOnItsWay(account.id) else {
            throw .refused(
                "This account has payments, refunds or payouts that are not finished, and cannot be \(end) until they are.",
                code: nil, param: "id")
        }
    }

    /// Refuses to take money from a closed account, or to send it some.
    func checkEnd(of account: String?, param: String) throws(APIFailure) {
        guard let account, isOver(account) else { return }
        throw .refused(
            "The account \(account) is closed or was deleted: no money can be moved to it or from it.", code: nil,
            param: param)
    }

    /// Returns whether a bank has yet to pay a debit, or may return a refund or a payout.
    private func hasMoneyOnItsWay(_ account: String) -> Bool {
        charges.ids(of: account).contains { charges[$0]?.isPending == true }
            || refunds.ids(of: account).contains { refunds[$0]?.isUnfinished == true }
            || documents.ids(of: Document.shelf(Self.payoutObject, of: account)).contains {
                ["pending", "in_transit"].contains(documents[$0]?.status)
            }
    }
}
