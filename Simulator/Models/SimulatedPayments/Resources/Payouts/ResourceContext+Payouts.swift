import TenderModel

extension Due {
    /// A payout that starts its transit or arrives.
    static func payout(_ id: String) -> Due { Due(id) { $0.settlePayout($1, now: $2) } }
}

/// Payouts from an account to its bank: pending for an hour, then in transit until they arrive.
extension ResourceContext {
    static let payoutObject = "payout"
    /// The time in which a payout can be canceled, in seconds.
    static let payoutPendingTime: Int64 = 3600
    /// The seconds after which a payout arrives, and an instant one.
    static let payoutTime: Int64 = 2 * 24 * 3600
    static let instantPayoutTime: Int64 = 1800

    mutating func createPayout(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        guard let currency = parameters.currency("currency") else { throw .missing("currency") }
        guard let amount = parameters.integer("amount") else { throw .missing("amount") }
        let metadata = try parameters.metadata()
        let bank = try payoutBank(currency, call)
        try checkAvailable(amount, currency, call)
        var payout = makePayout(amount, currency, to: bank, of: call.account, now: call.now)
        payout.metadata = metadata
        for name in ["description", "method", "statement_descriptor"] {
            if let value = parameters[name] { payout[name] = value }
        }
        if payout["method"] == "instant" {
            payout["arrival_date"] = .integer(call.now + Self.instantPayoutTime)
            payout.hidden["next"] = payout["arrival_date"]
        }
        put(payout)
        emit("payout.created", payout, by: call, now: call.now)
        return .json(payout.json)
    }

    /// Moves the money, and returns the payout without putting it.
    mutating func makePayout(
        _ amount: Int64, _ currency: Currency, to bank: Document?, of account: String, now: Int64
    ) -> Document {
        let id = newID(.payouts)
        let movement = move(
            -amount, currency, .payout, source: id, of: account, description: "STRIPE PAYOUT", availableOn: now,
            now: now)
        var payout = Document(
            id: id, account: account, created: now, object: Self.payoutObject,
            fields: [
                "amount": .integer(amount), "application_fee": nil, "application_fee_amount": nil,
                "arrival_date": .integer(now + Self.payoutTime), "automatic": false,
                "balance_transaction": .string(movement.id), "created": .integer(now),
                "currency": .string(currency.code), "description": nil, "destination": .optional(bank?.id),
                "failure_balance_transaction": nil, "failure_code": nil, "failure_message": nil, "livemode": false,
                "metadata": [:], "method": "standard", "original_payout": nil, "payout_method": nil,
                "reconciliation_status": "not_applicable", "reversed_by": nil, "source_type": "card",
                "statement_descriptor": nil, "status": "pending", "trace_id": nil, "type": "bank_account",
            ], hidden: ["next": .integer(now + Self.payoutPendingTime)])
        payout.hidden["failure"] = bank?.hidden["failure"]
        return payout
    }

    /// Returns the bank account of a payout: the named one, or the default one of its currency.
    ///
    /// - Returns: `nil` for a platform's own payout, whose bank is not known here.
    private func payoutBank(_ currency: Currency, _ call: Call) throws(APIFailure) -> Document? {
        let isConnected = platform(of: call.account) != nil
        guard !isConnected || isPaidOut(call.account) else { throw Self.notPaidOut }
        let bank: Document?
        if let id = call.parameters.text("destination") {
            bank = bankAccounts(of: call.account).first { $0.id == id }
            guard bank != nil else { throw .unknown("external account", id, param: "destination", isParameter: true) }
        } else {
            bank = isConnected ? defaultBank(of: call.account, currency) : nil
            guard bank != nil || !isConnected else {
                throw .refused(
                    "Sorry, you don't have any external accounts in that currency (\(currency.code)).", code: nil,
                    param: "currency")
            }
        }
        guard bank?.isErroredBank != true else {
            throw .refused(
                "A payout to this bank account failed, so it cannot be used. Use another bank account.",
                code: "bank_account_unusable", param: "destination")
        }
        return bank
    }

    private static let notPaidOut = APIFailure.refused(
        "Payouts are not enabled on this account: see its requirements and its external accounts.",
        code: "payouts_not_allowed")

    func listPayouts(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let arrival = try ListQuery(Parameters(["created": parameters["arrival_date"] ?? [:]]))
        return try listDocuments(Self.payoutObject, call) { payout in
            arrival.matches(payout["arrival_date"]?.number ?? 0)
                && ["destination", "status"].allSatisfy { parameters[$0] == nil || parameters[$0] == payout[$0] }
        }
    }

    mutating func cancelPayout(_ call: Call) throws(APIFailure) -> APIObject {
        var payout = try findDocument(Self.payoutObject, call)
        guard payout["status"] == "pending", payout["original_payout"] == .null, payout["automatic"] != true else {
            throw .refused(
                payout["automatic"] == true
                    ? "Automatic payouts cannot be canceled."
                    : "Payouts can only be canceled while they are pending, and this one is "
                        + "\(payout["status"]?.text ?? "gone").", code: nil, param: "id")
        }
        payout["status"] = "canceled"
        payout.hidden["next"] = nil
        payout["failure_balance_transaction"] = .string(try moveBack(payout, .payoutCancel, now: call.now))
        put(payout)
        emit("payout.canceled", payout, by: call, now: call.now)
        return .json(payout.json)
    }

    mutating func reversePayout(_ call: Call) throws(APIFailure) -> APIObject {
        var payout = try findDocument(Self.payoutObject, call)
        guard payout["status"] == "paid", payout["reversed_by"] == .null, payout["original_payout"] == .null
        else {
            throw .refused("Only a payout that was paid and not reversed can be reversed.", code: nil, param: "id")
        }
        let metadata = try call.parameters.metadata()
        let (amount, currency) = (try payout.amount("amount"), try payout.currency())
        let bank = payout["destination"]?.text.flatMap { documents[$0] }
        var reversal = makePayout(-amount, currency, to: bank, of: call.account, now: call.now)
        reversal.hidden["failure"] = nil
        reversal.metadata = metadata
        reversal["original_payout"] = .string(payout.id)
        payout["reversed_by"] = .string(reversal.id)
        put(reversal)
        put(payout)
        emit("payout.created", reversal, by: call, now: call.now)
        return .json(reversal.json)
    }

    /// Applies the changes of a payout over time.
    fileprivate mutating func settlePayout(_ id: String, now: Int64) {
        guard let old = documents[id], let time = old.hidden["next"]?.number, time <= now else { return }
        var payout = old
        let arrival = payout["arrival_date"]?.number ?? now
        if payout["status"] == "pending", arrival > time {
            payout["status"] = "in_transit"
            payout.hidden["next"] = .integer(arrival)
            return tell("payout.updated", &payout, was: old, now: now)
        }
        payout.hidden["next"] = nil
        guard let code = payout.hidden["failure"]?.text else {
            payout["status"] = "paid"
            return tell("payout.paid", &payout, was: old, now: now)
        }
        // A payout whose amount cannot be read stays in transit: nobody can say what comes back.
        guard let returned = try? moveBack(payout, .payoutFailure, now: now) else { return }
        let failure = PayoutFailure(code: code)
        payout["status"] = "failed"
        payout["failure_code"] = .string(failure.code)
        payout["failure_message"] = .string(failure.message)
        payout["failure_balance_transaction"] = .string(returned)
        tell("payout.failed", &payout, was: old, now: now)
        if let bank = payout["destination"]?.text { disable(bank: bank, now: now) }
    }

    /// Puts a payout and reports it; an automatic one has all its transactions once it is in transit.
    private mutating func tell(_ name: String, _ payout: inout Document, was old: Document, now: Int64) {
        let isReconciled = payout["reconciliation_status"] == "in_progress"
        if isReconciled { payout["reconciliation_status"] = "completed" }
        put(payout)
        var changes: JSONValue?
        if name == "payout.updated" { changes = Self.changes(from: old.json, to: payout.json) }
        emit(name, .document(payout), of: payout.account, previous: changes, by: nil, now: now)
        if isReconciled { emit("payout.reconciliation_completed", payout, by: nil, now: now) }
    }

    /// Returns the money of a payout that does not reach the bank to the account.
    private mutating func moveBack(
        _ payout: Document, _ type: BalanceTransactionRow.Category, now: Int64
    ) throws(APIFailure) -> String {
        move(
            try payout.amount("amount"), try payout.currency(), type, source: payout.id, of: payout.account,
            description: nil, availableOn: now, now: now
        ).id
    }
}
