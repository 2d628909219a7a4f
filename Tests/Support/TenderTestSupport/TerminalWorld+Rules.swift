import TenderFlow
import TenderModel

/// The invariants, measured by the gateway's own ledger and by the contents of the disk.
extension TerminalWorld {
    /// The violation in this state, if any.
    public var violation: String? {
        fault ?? caller?.violation ?? gateways.lazy.compactMap(violation).first ?? money?.violation ?? storedViolation
            ?? cardViolation ?? forgotten ?? idleViolation ?? (isFinished ? leftover : nil)
    }

    /// Whether everything is answered and nothing is unresolved.
    public var isFinished: Bool {
        !isOwed && !isUnderWay && reader.waiting.isEmpty && writes.isEmpty && reads.isEmpty
            && (disk.unresolved.isEmpty || isFollowed || isHarmless) && machine.isForwarderIdle
            && (money?.isSatisfied != false || isFollowed)
    }

    /// Whether a request that nobody repeats is looked up again later: nothing disproves one that never arrived.
    private var isFollowed: Bool { (money?.isUnwanted == true || money?.isLeftToAPerson == true) && !timers.isEmpty }

    /// Whether all that is unresolved are cards that cannot be saved any more, which is recorded later.
    private var isHarmless: Bool {
        !timers.isEmpty
            && disk.unresolved.allSatisfy { $0.setup != nil && money?.isOpen(setupIntent: $0.intentID) == false }
    }

    private var isOwed: Bool {
        !owedCancels.isEmpty || tills.contains { $0.isOwed || $0.isIntentCancelOwed } || money?.isOwed == true
            || setupTill?.isOwed == true || setupTill?.isCancelOwed == true || caller?.isOwed == true
    }

    /// Whether anything is in progress at the gateway, or pauses.
    private var isUnderWay: Bool {
        exchanges.contains { !$0.isAbandoned }
            || timers.contains { timer in
                switch timer.errand.owner {
                case .forwarder: true
                case .payment, .request: price(timer) == nil
                case .terminal: timer.exchange != nil
                case .connection: false
                }
            }
    }

    /// A rule finishes only what somebody was told of.
    private func decisionViolation(_ id: String) -> String? {
        guard let history = disk.history(of: id), history.holdDecision != nil, !history.isClaimed else { return nil }
        return "a hold was decided on that nobody was told of: \(id)"
    }

    private func violation(_ gateway: ModelGateway) -> String? {
        let id = gateway.intentID
        if let wrong = decisionViolation(id) ?? limitViolation(gateway) { return wrong }
        if gateway.approvals > 1 { return "double charge: \(id)" }
        if gateway.tip > Self.maximumTip { return "a tip that is too large was charged on \(id)" }
        if gateway.surcharge > Self.surcharge { return "a surcharge that nobody agreed to was charged on \(id)" }
        if gateway.sawKeyReuse { return "one key was used for two requests on \(id)" }
        if gateway.refunded > gateway.received { return "more was refunded than captured on \(id)" }
        guard let till = tills.first(where: { $0.intentID == id }) else { return nil }
        if till.isToldNotApproved, gateway.held > 0 { return "lost approval: \(id)" }
        let isRaised = gateway.facts.amount.minorUnits == Self.raised
        if till.isToldRaised == true, !isRaised { return "false increment: \(id)" }
        if till.isToldRaised == false, isRaised, gateway.held > 0 { return "lost increment: \(id)" }
        if till.isToldCaptured, gateway.received == 0 { return "a capture was taken back: \(id)" }
        if let told = till.isToldEdited, told != (gateway.amount == Self.edited) { return "a false edit: \(id)" }
        if let wrong = feeViolation(gateway, till) { return wrong }
        let isReleased = disk.history(of: id)?.holdDecision?.action == .release
        let isUndone = isReleased || gateway.refundedElsewhere > 0
        if till.isToldApproved, gateway.held == 0, !till.wasReversalAsked, !isUndone {
            return "false approval: \(id)"
        }
        let isUnagreed = plan.cardsWait && !till.isAgreementRecorded
        if isUnagreed, gateway.held > 0, isFinished {
            return "an approval stands that its card has not agreed to: \(id)"
        }
        if gateway.refunded > gateway.refundedElsewhere, !till.wasReversalAsked, !isUnagreed {
            return "\(id) was given back unasked"
        }
        return nil
    }

    /// A capture takes the fee that it was asked for.
    private func feeViolation(_ gateway: ModelGateway, _ till: TerminalTill) -> String? {
        guard till.applicationFee != nil, gateway.received > 0, !gateway.isCapturedElsewhere else { return nil }
        let isTold = till.isToldCaptured
        let isRight = isTold ? gateway.applicationFee == till.askedFee : gateway.applicationFee != nil
        return isRight ? nil : "captured with another fee than was asked for: \(gateway.intentID)"
    }

    /// The stored payment is charged once, and keeps its card data as long as it may be sent.
    private var storedViolation: String? {
        if let wrong = setups?.fault ?? setupTill?.violation(disk.history(of: stored)) { return wrong }
        guard let history = disk.history(of: stored), let offline = history.offline else { return nil }
        let approvals = made.count { gateway($0.intentID).map { $0.held > 0 } ?? false }
        if approvals > 1 { return "the stored payment was charged \(approvals) times" }
        if let setups, let wrong = setups.violation(offline) { return wrong }
        if offline.isLost, !history.isOpen { return "what was stored is lost, and listed nowhere" }
        if offline.isOpen != disk.payloads.contains(stored) { return "the card data is not where it belongs" }
        switch offline.result {
        case .approved?: return approvals == 0 ? "the stored payment is told approved and is not" : nil
        case .declined?: return approvals > 0 ? "the stored payment is told declined and is approved" : nil
        case .saved?: return setups == nil ? "the stored payment is told saved" : nil
        case nil: return nil
        }
    }

    /// One card for a payment at a time.
    private var cardViolation: String? {
        for card in cards where cards.contains(where: { $0.intentID == card.intentID && $0.errand != card.errand }) {
            return "two cards are kept for \(card.intentID)"
        }
        return nil
    }

    /// When everything is answered, nobody has the reader.
    private var idleViolation: String? {
        guard !isOwed, reader.waiting.isEmpty else { return nil }
        if let running = reader.collections.first(where: { $0.opening == reader.opening }) {
            return "the reader runs for \(running.intentID), and nobody waits"
        }
        if let opening = reader.opening, reader.isBusy(opening) { return "the reader is busy, and nobody waits" }
        var probe = machine
        let intent = KnownIntent(PaymentIntent(id: "pi_5", amount: Self.amount, status: .requiresPaymentMethod))
        for action in probe.handle(.command(9999, .collect(intent, .init(), .reject))) {
            if case .answer([9999], .refused(.busy)) = action { return "nobody waits, and the reader is not free" }
        }
        return nil
    }

    /// What nobody waits for any more must be stopped.
    private var forgotten: String? {
        if let timer = timers.first(where: { !machine.awaits($0.errand) }) {
            return "a timer was left running: \(timer)"
        }
        guard let exchange = exchanges.first(where: { !$0.isAbandoned && !machine.awaits($0.errand) }) else {
            return nil
        }
        return "nobody waits for an exchange: \(exchange)"
    }

    /// What must be gone when everything is over.
    private var leftover: String? {
        if let card = cards.first(where: { machine.phase(of: $0.intentID) != .collected }) {
            return "a card of \(card.intentID) was kept"
        }
        if setups?.hasLostRecord == false, let open = disk.open.first(where: { $0.setup != nil }) {
            return "the saving with \(open.intentID) is told to nobody"
        }
        let resting = timers.map(\.errand.owner)
        return objects.allSatisfy { resting.contains(.request($0)) } ? nil : "what a request made was kept"
    }

    /// What is stored offline: a payment, or a card to be saved.
    var stored: String { setups == nil ? "offline_9" : "offline_seti_9" }
}
