/// Accounts that are given up: nobody could reach money any more that they had, or that came to them later.
extension SimulatedPayments {
    /// An account, also one that was deleted.
    func retrieveAccount(_ call: Call) throws(APIFailure) -> APIObject {
        if let gone = deletedAccount(call) { return .json(gone.json) }
        return .json(json(try findAccount(call)))
    }

    /// What is left of the account of the URL; nil for one that is there, or never was.
    private func deletedAccount(_ call: Call) -> Document? {
        guard let account = documents[call.id], account.object == Self.accountObject, account.account == call.account,
            account.isDeleted
        else { return nil }
        return account
    }

    /// Refuses to give up an account that has money, or to which some may come.
    ///
    /// - Parameter end: what was to become of the account, in the words of the refusal.
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

    /// Refuses to take money from an account that was given up, or to bring it some.
    func checkEnd(of account: String?, param: String) throws(APIFailure) {
        guard let account, isOver(account) else { return }
        throw .refused(
            "The account \(account) is closed or was deleted: no money can be moved to it or from it.", code: nil,
            param: param)
    }

    /// Whether a bank has still to pay a debit, or may give a refund or a payout back.
    private func hasMoneyOnItsWay(_ account: String) -> Bool {
        charges.ids(of: account).contains { charges[$0]?.isPending == true }
            || refunds.ids(of: account).contains { refunds[$0]?.isUnfinished == true }
            || documents.ids(of: Document.shelf(Self.payoutObject, of: account)).contains {
                ["pending", "in_transit"].contains(documents[$0]?.status)
            }
    }
}
