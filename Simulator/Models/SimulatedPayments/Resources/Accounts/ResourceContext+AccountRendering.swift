/// The rendering of an account, derived from its row, its persons and its bank accounts.
extension ResourceContext {
    func json(account: Document) -> JSONValue {
        guard !account.isDeleted, var members = account.json.members else { return account.json }
        let requirements = requirements(of: account)
        let capabilities = account.requestedCapabilities
        let isPlatform = account.hidden["isPlatform"] == true
        let due = isPlatform ? [] : due(of: account, requirements)
        let statuses = capabilities.map { ($0.name, status(of: $0.name, account, requirements)) }
        let isActive = statuses.contains { $0.1 == "active" }
        members["capabilities"] = .object(Dictionary(statuses.map { ($0.0, .string($0.1)) }) { $1 })
        members["charges_enabled"] = .bool(takesPayments(account))
        members["payouts_enabled"] = .bool(isActive && (isPlatform || hasUsableBank(account.id)))
        members["details_submitted"] = .bool(
            isPlatform || account.hidden["submitted"] == true || requirements.ofEveryone.isEmpty)
        members["external_accounts"] = externalAccountList(of: account)
        members["requirements"] = Self.requirements(due, disabled: disabledReason(account, due))
        members["future_requirements"] = Self.requirements([], disabled: nil)
        if account["business_type"] == "individual" {
            members["individual"] = requirements.persons.first { $0.isRepresentative }.map {
                shown($0, of: account).json
            }
        }
        return .object(members)
    }

    /// Returns the account's due requirements: for the capabilities that it requested, or to be able to have any.
    private func due(of account: Document, _ requirements: AccountRequirements) -> [String] {
        guard account.hidden["isClosed"] != true else { return [] }
        let names = account.requestedCapabilities.map(\.name)
        return names.isEmpty ? requirements.ofEveryone : names.flatMap { requirements.due(for: $0) }
    }

    func requirements(of account: Document) -> AccountRequirements {
        AccountRequirements(
            account: account, persons: persons(of: account.id),
            hasExternalAccount: !bankAccounts(of: account.id).isEmpty)
    }

    func status(of capability: String, _ account: Document, _ requirements: AccountRequirements) -> String {
        if account.hidden["isPlatform"] == true { return "active" }
        let isOpen = account.hidden["rejected"] == nil && account.hidden["isClosed"] != true
        return isOpen && requirements.due(for: capability).isEmpty ? "active" : "inactive"
    }

    /// Returns whether an account can accept payments, by whatever method.
    func takesPayments(_ account: Document) -> Bool {
        account.requestedCapabilities.contains { $0.name.hasSuffix("_payments") && isActive($0.name, of: account) }
    }

    /// Returns whether an account that was connected still is, and was not rejected.
    func isPayable(_ account: String) -> Bool { !isOver(account) && documents[account]?.hidden["rejected"] == nil }

    /// Returns whether a connected account has a capability, and has met its requirements.
    func isActive(_ capability: String, of account: Document) -> Bool {
        account.requestedCapabilities.contains { $0.name == capability }
            && status(of: capability, account, requirements(of: account)) == "active"
    }

    private func disabledReason(_ account: Document, _ due: [String]) -> String? {
        if let reason = account.hidden["rejected"]?.text { return "rejected.\(reason)" }
        return due.isEmpty || account.hidden["isPlatform"] == true ? nil : "requirements.past_due"
    }

    static func requirements(_ due: [String], disabled reason: String?) -> JSONValue {
        let names = JSONValue.array(Array(Set(due)).sorted().map(JSONValue.string))
        return [
            "alternatives": [], "current_deadline": nil, "currently_due": names, "disabled_reason": .optional(reason),
            "errors": [], "eventually_due": names, "past_due": names, "pending_verification": [],
        ]
    }

    /// Notifies webhooks of the changes of an account.
    mutating func tellChange(of id: String, from before: JSONValue, by call: Call) {
        tellChange(of: id, from: before, by: call, now: call.now)
    }

    /// - Parameter call: The request; `nil` for changes over time.
    mutating func tellChange(of id: String, from before: JSONValue, by call: Call?, now: Int64) {
        guard let account = documents[id] else { return }
        let after = json(account: account)
        let changes = Self.changes(from: before, to: after)
        guard changes != [:] else { return }
        emit("account.updated", .json(after), of: id, previous: changes, by: call, now: now)
        // Changes over time do not touch anything that v2 reports.
        if let call { tellChange2(of: account, from: before, to: after, by: call) }
        let names = [before, after].flatMap { ($0["capabilities"]?.members ?? [:]).keys }
        for name in Set(names).sorted() where before["capabilities"]?[name] != after["capabilities"]?[name] {
            emit("capability.updated", .json(capability(name, of: account)), of: id, by: call, now: now)
        }
    }
}
