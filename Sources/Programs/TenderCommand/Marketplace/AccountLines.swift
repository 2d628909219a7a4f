import Tender

extension ConnectedAccount {
    /// One line for people.
    var line: String {
        [id, businessProfile?.name ?? email, country, state].compactMap(\.self).joined(separator: "  ")
    }

    private var state: String {
        if isDeleted { return "deleted" }
        if takesTransfers { return payoutsEnabled ? "active" : "active, without a bank account" }
        return "not active yet"
    }

    /// The facts that interest people.
    var lines: [String?] {
        let able = capabilities.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let due = requirements?.currentlyDue ?? []
        return [
            line,
            email.map { "  mail      \($0)" },
            able.isEmpty ? nil : "  able to   \(able.joined(separator: ", "))",
            due.isEmpty ? nil : "  must tell \(due.joined(separator: ", "))",
            requirements?.disabledReason.map { "  disabled  \($0)" },
            due.isEmpty || isDeleted ? nil : "  next: tender account onboard \(id) --gateway URL",
        ]
    }
}

extension Balance {
    /// The balance, one line per currency.
    var lines: [String?] {
        let sums =
            available.map { "  available \($0.amount)" }
            + pending.filter { $0.amount.minorUnits != 0 }.map { "  pending   \($0.amount)" }
        return sums.isEmpty ? ["  nothing"] : sums
    }
}

extension ObjectCommand where Object == ConnectedAccount {
    static func lines(_ account: ConnectedAccount) -> [String?] { account.lines }
}
