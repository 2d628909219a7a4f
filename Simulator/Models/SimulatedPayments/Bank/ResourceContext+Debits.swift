extension Due {
    /// A debit of the charge that the bank has not paid yet.
    static func debit(_ id: String) -> Due { Due(id) { $0.settleDebit($1, now: $2) } }
}

/// Debits that a bank pays some time after the request, or not at all.
extension ResourceContext {
    /// The default number of seconds after which a bank pays a debit, or does not.
    static let debitDelay: Int64 = 5
    /// The same for the test accounts that take their time.
    static let slowDebitDelay: Int64 = 180

    /// Requests the money from the bank, and leaves the intent waiting for its answer.
    mutating func startDebit(_ intent: IntentRow, _ method: PaymentMethodRow, _ call: Call) {
        var (intent, method) = (intent, method)
        var charge = makeCharge(&intent, &method, call)
        let mandate = mandate(of: method, isForLater: intent.futureUsage(of: method.type) != nil, intent, call)
        charge.more["payment_method_details"] = bankDetails(of: method, mandate: mandate)
        let isSlow = method.particulars.bank?.account?.outcome.isSlow ?? false
        charge.pendingUntil = call.now + max(1, isSlow ? max(debitDelay, Self.slowDebitDelay) : debitDelay)
        intent.lastError = nil
        intent.status = .processing
        keep(method, for: intent, &charge, call)
        put(charge)
        put(intent)
        emit("charge.pending", charge, by: call, now: call.now)
        emit("payment_intent.processing", intent, by: call, now: call.now)
    }

    /// Applies the bank's answer.
    fileprivate mutating func settleDebit(_ id: String, now: Int64) {
        guard var charge = charges[id], charge.isPending, let method = method(of: charge),
            var intent = charge.intent.flatMap({ intents[$0] }), intent.status == .processing,
            intent.latestCharge == id, let call = Call(ofTime: now, for: charge.account)
        else { return }
        charge.pendingUntil = nil
        let request = Issuer.Request(
            reference: id, paymentIntent: intent.id, card: nil, hasPIN: false, amount: charge.amount,
            currency: charge.currency, decision: method.behavior.decision)
        switch withIssuer({ $0.authorize(request, now: now) }) {
        case .approved:
            captureAtOnce(&charge, &intent, call)
            put(charge)
            put(intent)
            emit("charge.succeeded", charge, by: call, now: now)
            emit("payment_intent.succeeded", intent, by: call, now: now)
            object(to: charge, call)
        case .declined(let code, _): failDebit(&charge, &intent, method, code, call)
        }
    }

    private mutating func failDebit(
        _ charge: inout ChargeRow, _ intent: inout IntentRow, _ method: PaymentMethodRow, _ code: String, _ call: Call
    ) {
        let decline = DeclineDetails(
            code: code, declineCode: nil, message: "The bank did not pay the debit of the customer's account.",
            charge: charge.id, paymentMethod: method.id)
        charge.decline = decline
        intent.lastError = decline
        intent.paymentMethod = nil
        intent.status = .requiresPaymentMethod
        put(charge)
        put(intent)
        emit("charge.failed", charge, by: call, now: call.now)
        emit("payment_intent.payment_failed", intent, by: call, now: call.now)
    }
}
