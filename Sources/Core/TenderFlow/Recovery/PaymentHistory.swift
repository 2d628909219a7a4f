public import TenderModel

/// What the records of one payment say: its state when they end, and what remains to be done about it.
///
/// Folding the same records produces the same value; a record never makes an earlier one untrue.
public struct PaymentHistory: Hashable, Sendable, Codable {
    /// A keyed request that was sent.
    public struct Sending: Hashable, Sendable, Codable {
        /// The request.
        public var request: PaymentRequest
        /// The number of times that it was sent.
        public var sends: Int
        /// The time of its first sending.
        public var first: Stamp
    }

    /// A refund beside the payment.
    public typealias Refund = KeyedRequest<RefundParameters>

    /// The saving of a card.
    public typealias Setup = KeyedRequest<CardSetup>

    /// The intent's ID.
    public let intentID: String
    /// The requested terms; `nil` if the records contain only refunds.
    public private(set) var terms: PaymentTerms?
    /// The latest card attempt.
    public private(set) var attempt = 1
    /// The place of the first record.
    public let sequence: Int64
    /// The time of the first record.
    public let opened: Stamp
    /// The serial number of the latest attempt's reader.
    public private(set) var reader: String?
    /// The latest charge before the latest attempt.
    public private(set) var chargeBefore = JournalEntry.ChargeBefore.unknown
    /// Every charge that existed before an attempt, or ended one.
    public private(set) var charges: [String] = []
    /// Whether the latest attempt requested its authorization.
    public private(set) var hasSentConfirm = false
    /// The time at which the latest authorization was first requested; `nil` if none was.
    public private(set) var authorizationRequested: Stamp?
    /// Whether that authorization has no recorded end yet.
    public private(set) var isConfirmOpen = false
    /// The request that was sent and has no end yet.
    public private(set) var open: Sending?
    /// The highest round in a key other than the confirmations'.
    public private(set) var round = 0
    /// The cancel that was requested during the latest attempt, and not yet carried out.
    public private(set) var cancel: Cancel?
    /// The latest recorded end of a request.
    public private(set) var conclusion: Conclusion?
    /// The approval that stands: held or captured.
    public private(set) var approval: IntentFacts?
    /// The captured approval that a reversal has given back: the intent takes no card any more.
    @Apart public private(set) var reversed: IntentFacts?
    /// The receipt data of the approval.
    @Apart public private(set) var receipt: CardDetails?
    /// Whether the approval was returned to somebody who waited for it.
    public private(set) var isClaimed = false
    /// The person who has seen the outcome.
    public private(set) var acknowledgedBy: String?
    /// The rule by which it was last decided to finish the hold.
    @Apart public private(set) var holdDecision: HoldRule?
    /// The payment's refunds.
    public private(set) var refunds: [Refund] = []
    /// The call that these records describe, instead of a payment.
    @Apart public private(set) var call: KeyedRequest<MoneyCall>?
    /// The newest saving of a card with the SetupIntent that these records describe, instead of a payment.
    @Apart public private(set) var setup: Setup?
    /// The sale that was accepted offline under this local intent.
    @Apart public private(set) var offline: OfflineHistory?
    /// The commands that were sent to a semi-integrated terminal for it.
    @Apart public private(set) var terminal: TerminalHistory?

    /// A cancel that was requested.
    public struct Cancel: Hashable, Sendable, Codable {
        /// What it should do.
        public var mode: CancelMode
        /// The requester.
        public var origin: CancelOrigin
    }

    /// Starts with a first record.
    public init(_ first: RecordedEntry) {
        intentID = first.entry.intentID
        sequence = first.sequence
        opened = first.stamp
        apply(first)
    }

    /// Folds the records of one payment; `nil` if there are none.
    ///
    /// Records of the till belong to no payment.
    public init?(folding records: some Sequence<RecordedEntry>) {
        var folded: PaymentHistory?
        for record in records where record.entry.shopRecord == nil {
            if folded == nil { folded = PaymentHistory(record) } else { folded?.apply(record) }
        }
        guard let folded else { return nil }
        self = folded
    }

    /// Folds in the next record of the same payment.
    public mutating func apply(_ record: RecordedEntry) {
        let entry = record.entry
        if let terms = entry.terms { self.terms = terms }
        switch entry.event {
        case .attemptOpened(let reader, let charge): open(entry.attempt, reader, charge)
        case .cancelAsked(let mode, let origin): ask(mode, origin)
        case .requestLeaving(let request, let send): leave(request, send, entry.attempt, record.stamp)
        case .settled(let request, let conclusion, let receipt): settle(request, conclusion, receipt)
        case .concluding(let facts): conclude(facts)
        case .claimed: isClaimed = true
        case .acknowledged(let person): acknowledge(person)
        case .refundLeaving(let parameters, let key, let send): leave(parameters, key, send, record.stamp)
        case .callLeaving(let parameters, let key, let send): leave(parameters, key, send, record.stamp)
        case .setupLeaving(let parameters, let key, let send):
            leave(parameters, key, send, entry.attempt, record.stamp)
        case .requestSettled(let key, let end):
            change(key, refund: { $0.settle(end) }, call: { $0.settle(end) }, setup: { $0.settle(end) })
        case .requestTold(let key):
            change(key, refund: { $0.isTold = true }, call: { $0.isTold = true }, setup: { $0.isTold = true })
        case .offline(let event): apply(event, entry.attempt, record.stamp)
        case .terminal(let event): apply(event)
        case .holdDecided(let rule): holdDecision = rule
        case .shop: break
        }
    }

    /// Records that a person has seen the payment, and is responsible from now on for refunds of unknown outcome.
    ///
    /// Somebody who learns of an approval that nobody was told about has not yet seen what was refunded of it.
    private mutating func acknowledge(_ person: String) {
        let isOfApproval = isUnclaimed
        acknowledgedBy = person
        if !isOfApproval {
            for index in refunds.indices { refunds[index].acknowledge() }
        }
        call?.acknowledge()
        setup?.acknowledge()
        terminal?.acknowledge()
    }

    private mutating func apply(_ event: TerminalRecord) {
        var history = terminal ?? TerminalHistory()
        history.apply(event)
        terminal = history
    }

    private mutating func apply(_ event: OfflineEvent, _ attempt: Int, _ stamp: Stamp) {
        if offline == nil, case .stored(let sale) = event { offline = OfflineHistory(sale, stamp) }
        offline?.apply(event, attempt: attempt, stamp)
        // Anyone who saw it before its end has not seen its end.
        if event.isEnd { acknowledgedBy = nil }
    }

    private mutating func open(_ attempt: Int, _ reader: String?, _ charge: JournalEntry.ChargeBefore) {
        self.attempt = attempt
        self.reader = reader
        chargeBefore = charge
        if case .charge(let id) = charge { note(charge: id) }
        hasSentConfirm = false
        isConfirmOpen = false
        cancel = nil
        isClaimed = false
        acknowledgedBy = nil
        holdDecision = nil
    }

    private mutating func ask(_ mode: CancelMode, _ origin: CancelOrigin) {
        let reverses = mode == .reverseIfApproved || cancel?.mode == .reverseIfApproved
        cancel = Cancel(mode: reverses ? .reverseIfApproved : .stop, origin: cancel?.origin ?? origin)
    }

    private mutating func note(charge: String) {
        if !charges.contains(charge) { charges.append(charge) }
    }

    private mutating func leave(_ request: PaymentRequest, _ send: Int, _ attempt: Int, _ stamp: Stamp) {
        self.attempt = attempt
        if let key = request.key, !request.isConfirm { round = max(round, key.round) }
        if request.isAttach { return }
        if request.isConfirm {
            if !isConfirmOpen { begin(at: stamp) }
            hasSentConfirm = true
            isConfirmOpen = true
        }
        if open?.request == request {
            open?.sends = send
        } else {
            open = Sending(request: request, sends: send, first: stamp)
        }
    }

    /// Records that an authorization is requested anew: an earlier cancel ended with the one that was not executed.
    private mutating func begin(at stamp: Stamp) {
        authorizationRequested = stamp
        cancel = nil
    }

    private mutating func settle(_ request: PaymentRequest, _ conclusion: Conclusion, _ receipt: CardDetails?) {
        open = nil
        isConfirmOpen = false
        terms?.awaitsIssuer = false
        self.conclusion = conclusion
        if !request.isConfirm { cancel = nil }
        switch conclusion {
        case .approved(let facts):
            approval = facts
            // What follows is measured against the total that is approved now.
            if request.isIncrement || facts.isPartial { terms?.authorized = facts.amount.minorUnits }
            if let receipt { self.receipt = receipt }
        case .canceled:
            if case .refund = request { reversed = approval }
            approval = nil
        case .declined(_, let charge):
            if let charge { note(charge: charge) }
            if case .refund = request { reversed = approval }
            if request.isConfirm || request.reverses { approval = nil }
        case .notExecuted:
            if request.isConfirm { approval = nil }
        case .unknown, .journalUnavailable: break
        }
    }

    /// Records an approval that is to be reversed unless its card agrees.
    private mutating func conclude(_ facts: IntentFacts) {
        open = nil
        isConfirmOpen = false
        approval = facts
        terms?.awaitsIssuer = true
    }

    private mutating func leave(
        _ parameters: RefundParameters, _ key: IdempotencyKey, _ send: Int, _ stamp: Stamp
    ) {
        if let index = refunds.firstIndex(where: { $0.key == key }) {
            refunds[index].leave(parameters, send: send, at: stamp)
        } else {
            refunds.append(Refund(parameters, key, sends: send, first: stamp))
        }
    }

    private mutating func leave(_ parameters: MoneyCall, _ key: IdempotencyKey, _ send: Int, _ stamp: Stamp) {
        if call == nil {
            call = KeyedRequest(parameters, key, sends: send, first: stamp)
        } else {
            call?.leave(parameters, send: send, at: stamp)
        }
    }

    /// Records that a card leaves: each card has a key of its own, and the newest one counts.
    private mutating func leave(
        _ parameters: CardSetup, _ key: IdempotencyKey, _ send: Int, _ attempt: Int, _ stamp: Stamp
    ) {
        self.attempt = attempt
        if setup?.key == key {
            setup?.leave(parameters, send: send, at: stamp)
        } else {
            setup = Setup(parameters, key, sends: send, first: stamp)
        }
    }

    private mutating func change(
        _ key: IdempotencyKey, refund: (inout Refund) -> Void, call change: (inout KeyedRequest<MoneyCall>) -> Void,
        setup changeSetup: (inout Setup) -> Void
    ) {
        if var found = setup, found.key == key {
            changeSetup(&found)
            setup = found
        }
        if let index = refunds.firstIndex(where: { $0.key == key }) { refund(&refunds[index]) }
        if var found = call, found.key == key {
            change(&found)
            call = found
        }
    }
}

// A comparison with nil would first copy the value, and these values are large.
extension PaymentHistory {
    private var isSending: Bool { if case .some = open { true } else { false } }
    private var isApproved: Bool { if case .some = approval { true } else { false } }
    private var isConcluded: Bool { if case .some = conclusion { true } else { false } }
}

/// What remains to be done: unknown outcomes, unclaimed approvals, holds, losses, refunds.
extension PaymentHistory {
    /// Whether the outcome of a request of the payment is unknown (money rule 4).
    public var isUnresolved: Bool { isSending || isReversalOwed || isStoredOffline }

    /// Whether it was accepted offline, and is neither resolved nor deleted.
    public var isStoredOffline: Bool { _offline.holds { $0.isOpen } }

    /// Whether goods were handed over for a stored payment that was never paid, and nobody has seen that.
    public var isLoss: Bool { acknowledgedBy == nil && _offline.holds { $0.isLost } }

    /// Whether the outcome of a card attempt is unknown, so that no other payment of its order may start one (money
    /// rule 7).
    public var isOutcomeUnknown: Bool { isConfirmOpen || isReversalOwed || isStoredOffline }

    /// The shop's order that it pays.
    public var order: String? { terms?.order ?? call?.parameters.order }

    /// Whether another payment of its order might be a second one: its outcome is unknown, or nobody was told of it.
    public var blocksOrder: Bool { isOutcomeUnknown || isUnclaimed || _call.holds { $0.mayMove } }

    /// Whether an approval stands that its caller wanted reversed, or that its card has not agreed to.
    public var isReversalOwed: Bool {
        (cancel?.mode == .reverseIfApproved || terms?.awaitsIssuer == true) && isApproved
    }

    /// Whether an approval stands that nobody was told about: it stays listed until acknowledged or reversed.
    public var isUnclaimed: Bool {
        !isClaimed && acknowledgedBy == nil && isApproved && !isUnresolved && !isRefunded
    }

    /// Whether refunds of the whole amount are recorded as done.
    public var isRefunded: Bool {
        guard !refunds.isEmpty else { return false }
        let done = refunds.filter { $0.result == .succeeded }
        guard !done.contains(where: { $0.parameters.amount == nil }) else { return true }
        let sum = done.reduce(Int64(0)) { sum, refund in
            let (next, overflow) = sum.addingReportingOverflow(refund.parameters.amount?.minorUnits ?? 0)
            return overflow ? .max : next
        }
        return sum > 0 && approval.map { sum >= $0.heldOrCaptured } ?? false
    }

    /// Returns the refund that the same request continues; `nil` if it would be a new one.
    ///
    /// Under a key from the caller, it is that key's refund. Without a key, it is a refund of the same money whose
    /// outcome is unknown or was not reported: anyone who asks again after a crash or a lost response means that one,
    /// and anyone who intends a second one asks for it after the first was reported.
    public func refund(continuedBy wish: RefundParameters) -> Refund? {
        guard let base = wish.idempotencyKey else {
            return refunds.first { $0.isOpen && $0.parameters.isSameWish(as: wish) }
        }
        let keys = (1...max(1, refunds.count)).map { IdempotencyKey.refund(base, attempt: $0) }
        return refunds.first { $0.openSends > 0 && keys.contains($0.key) }
    }

    /// Returns the key of a new refund: a key that was sent with a card is never sent with another card, or without one.
    static func keyOfRefund(_ base: String, presentsCard: Bool, after history: PaymentHistory?) -> IdempotencyKey {
        var attempt = 1
        while let used = history?.refunds.first(where: { $0.key == .refund(base, attempt: attempt) }),
            presentsCard || used.parameters.isCardPresented
        {
            attempt += 1
        }
        return .refund(base, attempt: attempt)
    }

    /// Returns how often the refund under this key was sent since it was last provably not executed; 0 if it was not.
    public func sends(ofRefund key: IdempotencyKey) -> Int {
        refunds.first { $0.key == key }?.openSends ?? 0
    }

    /// Whether money is held that was neither captured nor released.
    public var isHold: Bool { approval?.status == .requiresCapture }

    /// Whether a rule may finish its hold: nothing about it is unknown, and somebody was told of it (money rule 11).
    public var mayFinishHold: Bool { isHold && !isUnresolved && !isUnclaimed }

    /// When the hold expires, in seconds since 1970.
    public var captureBefore: Int64? { isHold ? receipt?.captureBefore : nil }

    /// Whether it still needs attention.
    public var isOpen: Bool {
        isUnresolved || isUnclaimed || isHold || isLoss || refunds.contains { $0.isOpen } || _call.holds { $0.isOpen }
            || _setup.holds { $0.isOpen } || _terminal.holds { $0.undecided != nil }
    }

    /// Whether nothing more can happen to it by itself.
    public var isOver: Bool { (isConcluded || _offline.isThere || _call.isThere || _setup.isThere) && !isOpen }

    /// Whether the outcome of a refund, a call or the saving of a card is unknown.
    public var isRequestUnresolved: Bool {
        refunds.contains { $0.isUnresolved } || _call.holds { $0.isUnresolved } || _setup.holds { $0.isUnresolved }
    }
}

extension IdempotencyKey {
    /// Returns the key of a refund that is requested under a caller's key, or one that was generated.
    ///
    /// - Parameter attempt: From 2 for a further card under the same caller's key.
    public static func refund(_ base: String, attempt: Int = 1) -> IdempotencyKey {
        IdempotencyKey(base: base, attempt: attempt, verb: "refund")
    }
}

extension Sequence<PaymentHistory> {
    /// Returns the open saving of a card that the same wish continues; `nil` if it would be a new one.
    ///
    /// A wish that names a SetupIntent means its saving, and any other the same for the same customer.
    public func setup(continuedBy wish: CardSetup) -> PaymentHistory.Setup? {
        lazy.compactMap(\.setup).first { setup in
            guard setup.isOpen else { return false }
            guard wish.setupIntent.isEmpty else { return setup.parameters.setupIntent == wish.setupIntent }
            return setup.parameters.isSameWish(as: wish)
        }
    }

    /// Returns the call, among those that are open, that the same one continues; `nil` if it would be a new one.
    ///
    /// As with refunds, the same call means the same one until its end was reported.
    public func call(continuedBy call: MoneyCall) -> KeyedRequest<MoneyCall>? {
        lazy.compactMap(\.call).first { $0.isOpen && $0.parameters.isSameWish(as: call) }
    }
}

extension RefundParameters {
    /// Returns the same refund of another payment.
    func about(_ paymentIntent: String) -> RefundParameters {
        var parameters = self
        parameters.paymentIntent = paymentIntent
        return parameters
    }

    /// Returns whether the same money is to be refunded in the same way.
    public func isSameWish(as other: RefundParameters) -> Bool {
        paymentIntent == other.paymentIntent && charge == other.charge && amount == other.amount
            && reversesTransfer == other.reversesTransfer
            && refundsApplicationFee == other.refundsApplicationFee
    }
}
