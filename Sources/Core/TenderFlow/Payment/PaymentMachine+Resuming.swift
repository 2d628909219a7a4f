import TenderModel

/// Continuing where the records of an earlier process end (money rule 4).
///
/// The card is gone: a confirmation is never sent again, but asked about and, if undecided, disproved by a keyed
/// cancel.
extension PaymentMachine {
    /// Creates the payment of a history that has something unresolved; `resumed` starts it.
    ///
    /// - Returns: `nil` if nothing is unresolved, or the terms were never recorded.
    public init?(resuming history: PaymentHistory, policy: PaymentPolicy = PaymentPolicy()) {
        guard history.isUnresolved, history.offline == nil, let terms = history.terms else { return nil }
        self.init(
            terms: terms,
            facts: IntentFacts(id: terms.intentID, amount: terms.amount, status: .processing), policy: policy
        )
        take(history)
        wasToldUnknown = true
        isResumed = true
        let approval = approval(history)
        phase =
            history.open.map { .pursuing(Pursuit(resuming: $0), Self.purpose(of: $0.request, history, approval)) }
            ?? .approved(approval)
    }

    /// Creates the payment of an intent with earlier records, in the state that the gateway reports.
    public init(
        terms: PaymentTerms, facts: IntentFacts, history: PaymentHistory, policy: PaymentPolicy = PaymentPolicy()
    ) {
        var terms = terms
        terms.baseKey = history.terms?.baseKey ?? terms.baseKey
        let facts = history.newest(facts)
        terms.authorized = history.authorized(facts) ?? terms.authorized
        // What was recorded counts, even that nobody was asked.
        if let recorded = history.terms { terms.conversion = recorded.conversion }
        self.init(terms: terms, facts: facts, policy: policy)
        take(history)
        cancel = nil
        if phase == .ready, let approval = history.approval { phase = .approved(approval) }
        if let reversed = history.reversed { phase = .reversed(reversed) }
        if let offline = history.offline { phase = offline.deletedBy == nil ? .stored : .canceled }
    }

    /// Creates the payment of an intent whose card was stored offline and is available again; `confirmRequested` starts
    /// it.
    ///
    /// - Parameter history: What earlier records say about the intent, if any of it was sent before.
    public init(forwarding terms: PaymentTerms, history: PaymentHistory?, policy: PaymentPolicy = PaymentPolicy()) {
        self.init(
            terms: terms, facts: IntentFacts(id: terms.intentID, amount: terms.amount, status: .requiresPaymentMethod),
            policy: policy
        )
        if let history { take(history) }
        cancel = nil
        phase = .collected
    }

    private mutating func take(_ history: PaymentHistory) {
        attempt = history.attempt
        let usesNewestRound = history.open.map { !$0.request.isConfirm } ?? false
        round = history.round + (usesNewestRound ? 0 : 1)
        hasSentConfirm = history.hasSentConfirm
        switch history.chargeBefore {
        case .none: break
        case .charge(let charge): knownCharge = charge
        case .unknown: knowsCharge = false
        }
        if case .declined(_, let charge)? = history.conclusion, !history.isConfirmOpen {
            knownCharge = charge
            knowsCharge = charge != nil
        }
        olderCharges = history.charges.filter { $0 != knownCharge }
        cancel = history.cancel.map { PendingCancel(mode: $0.mode, origin: $0.origin, isAwaited: false) }
    }

    private func approval(_ history: PaymentHistory) -> IntentFacts {
        history.approval
            ?? IntentFacts(
                id: terms.intentID, amount: terms.approvedAmount, status: .requiresCapture,
                capturable: terms.approvedAmount.minorUnits
            )
    }

    private static func purpose(
        of request: PaymentRequest, _ history: PaymentHistory, _ approval: IntentFacts
    ) -> Pursuit.Purpose {
        switch request {
        case .capture: .capture(from: approval)
        case .increment: .increment(from: approval)
        case .refund: .refund(of: approval)
        case .cancel where history.isConfirmOpen: .cancel(.proof)
        case .cancel where history.isReversalOwed: .cancel(.reversal(of: approval))
        case .cancel: .cancel(.command(from: history.approval))
        case .confirm, .attach, .retrieve, .findRefund: .confirm
        }
    }

    mutating func resumed() -> [PaymentAction] {
        switch phase {
        case .pursuing(let pursuit, _) where pursuit.stage == .pausedBeforeAsk && phaseTimer == nil: return ask(pursuit)
        case .approved(let facts) where cancel?.mode == .reverseIfApproved || terms.awaitsIssuer: return reverse(facts)
        case .ready, .opening, .collecting, .stopping, .collected, .pursuing, .concluding, .settling, .storing, .stored,
            .approved,
            .canceled, .reversed:
            return ignored(.resumed)
        }
    }
}

extension PaymentHistory {
    /// Returns what is known of a hold, whose intent the application may have as it was before the hold was raised.
    fileprivate func newest(_ facts: IntentFacts) -> IntentFacts {
        guard facts.status == .requiresCapture, let approval, approval.status == .requiresCapture,
            terms?.authorized != nil, approval.amount.minorUnits > facts.amount.minorUnits
        else { return facts }
        return approval
    }

    /// Returns the total that is approved according to the records, or to the intent if the hold was raised elsewhere;
    /// `nil` if the intent says it: the application may have it as it was before the customer added a tip.
    fileprivate func authorized(_ facts: IntentFacts) -> Int64? {
        guard let approval else { return nil }
        let known = terms?.authorized ?? approval.amount.minorUnits
        let total = facts.status.holdsMoney ? max(known, facts.amount.minorUnits) : known
        return terms?.authorized == nil && total == facts.amount.minorUnits ? nil : total
    }
}

extension PaymentTerms {
    /// The amount that is approved, as far as the terms say it.
    fileprivate var approvedAmount: Amount {
        authorized.map { Amount(minorUnits: $0, currency: amount.currency) } ?? amount
    }
}

extension Pursuit {
    /// Creates the pursuit of a request that an earlier process sent, and whose outcome is unknown.
    init(resuming sending: PaymentHistory.Sending) {
        self.init(sending.request, recording: 0)
        stage = .pausedBeforeAsk
        sends = sending.sends
        hasLeft = true
        mayHaveArrived = true
    }
}
