import SimulatedCard

extension Due {
    /// A refund that was pending, or fails after it had succeeded.
    static func refund(_ id: String) -> Due { Due(id) { $0.settleRefund($1, now: $2) } }
}

extension ResourceContext {
    /// The seconds after which a refund that does not succeed at once succeeds or fails, by default.
    static let refundDelay: Int64 = 60

    mutating func createRefund(_ call: Call) throws(APIFailure) -> APIObject {
        try createRefund(of: refundedCharge(call), call)
    }

    mutating func createRefund(of charge: ChargeRow, _ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let sharing = try sharing(parameters, of: charge)
        if charge.isHeldWithoutIntent { return .refund(try releaseCharge(charge, call)) }
        let isCardPresented = parameters.contains("payment_method_data")
        guard !charge.isTransferred, charge.succeeded, charge.captured,
            isCardPresented || charge.methodType != .interacPresent
        else { throw Self.notRefundable(charge) }
        try checkContest(of: charge)
        if isCardPresented { try checkPresentedCard(of: charge, call) }
        return .refund(
            try refund(
                charge, parameters.integer("amount"), reason: parameters.choice(RefundCause.self, "reason"),
                metadata: try parameters.metadata(), instructionsEmail: parameters.text("instructions_email"),
                sharing: sharing, call))
    }

    /// Refunds a charge: all that is left if `asked` is `nil`.
    mutating func refund(
        _ charge: ChargeRow, _ asked: Int64?, reason: RefundCause?, metadata: [String: String],
        instructionsEmail: String? = nil, sharing: RefundSharing = RefundSharing(), _ call: Call
    ) throws(APIFailure) -> RefundRow {
        var charge = charge
        try Self.checkRefund(asked, of: charge)
        let amount = asked ?? charge.refundable
        let others = try othersMoney(sharing, of: charge)
        guard withIssuer({ $0.refund(amount, of: charge.id, now: call.now) }) else { throw Self.notRefundable(charge) }
        charge.amountRefunded += amount
        let isPending = method(of: charge)?.cardOnFile?.behavior.refunding == .succeedsLater
        var refund = RefundRow(
            id: newID(.refunds), account: call.account, created: call.now, amount: amount, currency: charge.currency,
            charge: charge.id, intent: charge.intent, paymentMethod: charge.paymentMethod, reason: reason,
            metadata: metadata, status: isPending ? .pending : .succeeded, change: change(of: charge, now: call.now))
        refund.instructionsEmail = instructionsEmail
        refund.balanceTransaction = moveBack(-amount, .refund, of: charge, refund, now: call.now).id
        takeBack(others, of: charge, for: &refund, call)
        put(charge)
        put(refund)
        emit("refund.created", refund, by: call, now: call.now)
        emit("charge.refunded", charge, by: call, now: call.now)
        reviewWarnings(of: charge, by: call, now: call.now)
        return refund
    }

    /// Moves refunded money, which becomes available no earlier than the money it is taken from.
    private mutating func moveBack(
        _ amount: Int64, _ type: BalanceTransactionRow.Category, of charge: ChargeRow, _ refund: RefundRow, now: Int64
    ) -> BalanceTransactionRow {
        let original = charge.balanceTransaction.flatMap { balanceTransactions[$0] }
        let description = type == .refund ? "REFUND FOR CHARGE" : "REFUND FAILURE"
        return move(
            amount, charge.currency, type, source: refund.id, of: charge.account,
            description: charge.details.description.map { "\(description) (\($0))" } ?? description,
            availableOn: original?.availableOn ?? now, now: now)
    }

    func refundedCharge(_ call: Call) throws(APIFailure) -> ChargeRow {
        switch (call.parameters.text("charge"), call.parameters.text("payment_intent")) {
        case (let id?, nil):
            guard let charge = charges.find(id, account: call.account) else {
                throw .unknown("charge", id, param: "charge", isParameter: true)
            }
            guard charge.succeeded, charge.captured || charge.isHeldWithoutIntent else {
                throw Self.notRefundable(charge)
            }
            return charge
        case (nil, let id?):
            guard let intent = intents.find(id, account: call.account) else {
                throw .unknown("payment_intent", id, param: "payment_intent", isParameter: true)
            }
            guard let charge = intent.latestCharge.flatMap({ charges[$0] }), charge.succeeded, charge.captured else {
                throw .refused(
                    "This PaymentIntent (\(id)) does not have a successful charge to refund.", code: nil,
                    param: "payment_intent", intent: id)
            }
            return charge
        case (nil, nil):
            throw .invalid(
                "One of the following params should be provided for this request: payment_intent or charge.",
                code: "parameter_missing")
        default: throw .exclusive("payment_intent", "charge")
        }
    }

    static func checkRefund(_ amount: Int64?, of charge: ChargeRow) throws(APIFailure) {
        guard charge.refundable > 0 else {
            throw .refused("Charge \(charge.id) has already been refunded.", code: "charge_already_refunded")
        }
        guard let amount else { return }
        guard amount <= charge.refundable else {
            throw .refused(
                "Refund amount (\(ChargeLimits.text(amount, charge.currency))) is greater than unrefunded amount on "
                    + "charge (\(ChargeLimits.text(charge.refundable, charge.currency)))",
                code: nil, param: "amount")
        }
        guard ChargeLimits.isWhole(amount, charge.currency) else {
            throw .refused("Invalid amount: \(amount)", code: "invalid_charge_amount", param: "amount")
        }
    }

    static func notRefundable(_ charge: ChargeRow) -> APIFailure {
        guard charge.methodType != .interacPresent else {
            return .refused(
                "Charge \(charge.id) was paid with interac_present and can only be refunded in person, with the card.",
                code: "charge_not_refundable", param: "charge")
        }
        guard charge.decline == nil else {
            return .refused(
                "Charge \(charge.id) failed, so there is nothing to refund.", code: "charge_not_refundable",
                param: "charge")
        }
        guard let intent = charge.intent else {
            return .refused(
                "Payment \(charge.id) was brought by a transfer. Reverse the transfer instead.",
                code: "charge_not_refundable", param: "charge")
        }
        return .refused(
            "This uncaptured Charge was created by a PaymentIntent (\(intent)). You must cancel the PaymentIntent "
                + "to reverse the authorization instead of refunding the Charge directly.",
            code: "charge_not_refundable", param: "charge")
    }

    /// Returns the later change of a refund to this card.
    private func change(of charge: ChargeRow, now: Int64) -> RefundRow.Change? {
        let method = method(of: charge)
        if case .failLater(let reason)? = method?.presentedCard?.issuer.refund {
            return RefundRow.Change(at: now + refundDelay, failure: reason)
        }
        switch method?.cardOnFile?.behavior.refunding {
        case .succeedsLater?: return RefundRow.Change(at: now + refundDelay, failure: nil)
        case .failsLater?: return RefundRow.Change(at: now + refundDelay, failure: TestCard.refundFailure)
        case .succeeds?, nil: return nil
        }
    }

    /// Applies the later change of a refund.
    fileprivate mutating func settleRefund(_ id: String, now: Int64) {
        guard let old = refunds[id], var charge = charges[old.charge], let change = old.change, old.isUnfinished
        else { return }
        var refund = old
        if change.failure != nil {
            guard withIssuer({ $0.returnRefund(refund.amount, of: charge.id, now: now) }) else { return }
            refund.status = .failed
            charge.amountRefunded -= refund.amount
            refund.failureBalanceTransaction =
                moveBack(refund.amount, .refundFailure, of: charge, refund, now: now).id
            put(charge)
        } else {
            refund.status = .succeeded
        }
        put(refund)
        for type in ["refund.updated", "charge.refund.updated"] { emit(type, refund, was: old, by: nil, now: now) }
        guard refund.status == .failed else { return }
        emit("refund.failed", refund, by: nil, now: now)
        reviewWarnings(of: charge, by: nil, now: now)
    }

    func findRefund(_ call: Call) throws(APIFailure) -> RefundRow {
        guard let refund = refunds.find(call.id, account: call.account) else {
            throw .unknown("refund", call.id, param: "refund")
        }
        return refund
    }

    mutating func updateRefund(_ call: Call) throws(APIFailure) -> APIObject {
        let old = try findRefund(call)
        var refund = old
        refund.metadata = try call.parameters.metadata(merging: refund.metadata)
        put(refund)
        for type in ["refund.updated", "charge.refund.updated"] {
            emit(type, refund, was: old, by: call, now: call.now)
        }
        return .refund(refund)
    }

    func cancelRefund(_ call: Call) throws(APIFailure) -> APIObject {
        _ = try findRefund(call)
        throw .refused("Canceling this refund is unsupported.", code: nil)
    }

    func listRefunds(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let charge = call.parameters.text("charge")
        let intent = call.parameters.text("payment_intent")
        let named = (charge ?? intent).map { refunds.ids(naming: $0) }
        let page = try page(refunds, of: call.account, among: named, query, object: "refund") { refund in
            query.matches(refund.created) && (charge ?? refund.charge) == refund.charge
                && (intent ?? refund.intent) == refund.intent
        }
        return .refunds(page.rows, hasMore: page.hasMore)
    }
}
