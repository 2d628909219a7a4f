public import TenderModel

/// What the records of one payment tell: where it was when they end, and what has still to be done about it.
///
/// Folding the same records gives the same value; a record never makes an earlier one untrue.
public struct PaymentHistory: Hashable, Sendable, Codable {
    /// A keyed request that left.
    public struct Sending: Hashable, Sendable, Codable {
        /// The request.
        public var request: PaymentRequest
        /// How often it left.
        public var sends: Int
        /// When it left first.
        public var first: Stamp
    }

    /// A refund beside the payment.
    public typealias Refund = KeyedRequest<RefundParameters>

    /// The intent's id.
    public let intentID: String
    /// What was asked for; nil when the records only tell of refunds.
    public private(set) var terms: PaymentTerms?
    /// The newest card attempt.
    public private(set) var attempt = 1
    /// The place of the first record.
    public let sequence: Int64
    /// When the first record was written.
    public let opened: Stamp
    /// The serial number of the reader of the newest attempt.
    public private(set) var reader: String?
    /// The newest charge before the newest attempt.
    public private(set) var chargeBefore = JournalEntry.ChargeBefore.unknown
    /// Every charge that was there before an attempt, or ended one.
    public private(set) var charges: [String] = []
    /// Whether the newest attempt asked for its authorisation.
    public private(set) var hasSentConfirm = false
    /// Whether that authorisation has no recorded end yet.
    public private(set) var isConfirmOpen = false
    /// The request that left and has no end yet.
    public private(set) var open: Sending?
    /// The highest number of a key that was used beside the confirmations'.
    public private(set) var round = 0
    /// The cancel that was asked for during the newest attempt, and not yet carried out.
    public private(set) var cancel: Cancel?
    /// The newest recorded end of a request.
    public private(set) var conclusion: Conclusion?
    /// The approval that stands: held or captured.
    public private(set) var approval: IntentFacts?
    /// The receipt data of the approval.
    @Apart public private(set) var receipt: CardDetails?
    /// Whether the approval was handed to somebody who waited for it.
    public private(set) var isClaimed = false
    /// Who has seen what became of it.
    public private(set) var acknowledgedBy: String?
    /// The refunds beside it.
    public private(set) var refunds: [Refund] = []
    /// The call that these records tell of, in place of a payment.
    @Apart public private(set) var call: KeyedRequest<MoneyCall>?
    /// What was accepted offline under this local intent.
    @Apart public private(set) var offline: OfflineHistory?
    /// The commands that a semi-integrated terminal was sent for it.
    @Apart public private(set) var terminal: TerminalHistory?

    /// A cancel that was asked for.
    public struct Cancel: Hashable, Sendable, Codable {
        /// What it was to do.
        public var mode: CancelMode
        /// Who asked.
        public var origin: CancelOrigin
    }

    /// Begins with a first record.
    public init(_ first: RecordedEntry) {
        intentID = first.entry.intentID
        sequence = first.sequence
        opened = first.stamp
        apply(first)
    }

    /// Folds the records of one payment; nil when there are none.
    ///
    /// Records of the till are no payment's.
    public init?(folding records: some Sequence<RecordedEntry>) {
        var folded: PaymentHistory?
        for record in records where record.entry.shopRecord == nil {
            if folded == nil { folded = PaymentHistory(record) } else { folded?.apply(record) }
        }
        guard let folded else { return nil }
        self = folded
    }

    /// Takes the next record of the same payment.
    public mutating func apply(_ record: RecordedEntry) {
        let entry = record.entry
        if let terms = entry.terms { self.terms = terms }
        switch entry.event {
        case .attemptOpened(let reader, let charge): open(entry.attempt, reader, charge)
        case .cancelAsked(let mode, let origin): ask(mode, origin)
        case .requestLeaving(let request, let send): leave(request, send, entry.attempt, record.stamp)
        case .settled(let request, let conclusion, let receipt): settle(request, conclusion, receipt)
        case .claimed: isClaimed = true
        case .acknowledged(let person): acknowledge(person)
        case .refundLeaving(let parameters, let key, let send): leave(parameters, key, send, record.stamp)
        case .callLeaving(let parameters, let key, let send): leave(parameters, key, send, record.stamp)
        case .requestSettled(let key, let end):
            change(key, refund: { $0.settle(end) }, call: { $0.settle(end) })
        case .requestTold(let key): change(key, refund: { $0.isTold = true }, call: { $0.isTold = true })
        case .offline(let event): apply(event, entry.attempt, record.stamp)
        case .terminal(let event): apply(event)
        case .shop: break
        }
    }

    /// What nobody can tell of a refund is a person's from now on.
    ///
    /// Who learns of an approval that nobody was told of has not seen yet what went back of it.
    private mutating func acknowledge(_ person: String) {
        let isOfApproval = isUnclaimed
        acknowledgedBy = person
        if !isOfApproval {
            for index in refunds.indices { refunds[index].acknowledge() }
        }
        call?.acknowledge()
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
        // Whoever has seen it before its end has not seen its end.
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
            hasSentConfirm = true
            isConfirmOpen = true
        }
        if open?.request == request {
            open?.sends = send
        } else {
            open = Sending(request: request, sends: send, first: stamp)
        }
    }

    private mutating func settle(_ request: PaymentRequest, _ conclusion: Conclusion, _ receipt: CardDetails?) {
        open = nil
        isConfirmOpen = false
        self.conclusion = conclusion
        if !request.isConfirm { cancel = nil }
        switch conclusion {
        case .approved(let facts):
            approval = facts
            if let receipt { self.receipt = receipt }
        case .canceled: approval = nil
        case .declined(_, let charge):
            if let charge { note(charge: charge) }
            if request.isConfirm { approval = nil }
        case .notExecuted:
            if request.isConfirm { approval = nil }
        case .unknown, .journalUnavailable: break
        }
    }

    private mutating func leave(
        _ parameters: RefundParameters, _ key: IdempotencyKey, _ send: Int, _ stamp: Stamp
    ) {
        if let index = refunds.firstIndex(where: { $0.key == key }) {
            refunds[index].leave(send: send)
        } else {
            refunds.append(Refund(parameters, key, sends: send, first: stamp))
        }
    }

    private mutating func leave(_ parameters: MoneyCall, _ key: IdempotencyKey, _ send: Int, _ stamp: Stamp) {
        if call == nil {
            call = KeyedRequest(parameters, key, sends: send, first: stamp)
        } else {
            call?.leave(send: send)
        }
    }

    private mutating func change(
        _ key: IdempotencyKey, refund: (inout Refund) -> Void, call change: (inout KeyedRequest<MoneyCall>) -> Void
    ) {
        if let index = refunds.firstIndex(where: { $0.key == key }) { refund(&refunds[index]) }
        if var found = call, found.key == key {
            change(&found)
            call = found
        }
    }
}

// A comparison with nil would copy the value first, and these are large.
extension PaymentHistory {
    private var isSending: Bool { if case .some = open { true } else { false } }
    private var isApproved: Bool { if case .some = approval { true } else { false } }
    private var isConcluded: Bool { if case .some = conclusion { true } else { false } }
}

/// What is still to be done.
extension PaymentHistory {
    /// Whether nobody knows what became of a request of the payment (money rule 4).
    public var isUnresolved: Bool { isSending || isReversalOwed || isStoredOffline }

    /// Whether it was accepted offline, and is neither resolved nor deleted.
    public var isStoredOffline: Bool { _offline.holds { $0.isOpen } }

    /// Whether goods were handed over for a stored payment that was never paid, and nobody has seen that.
    public var isLoss: Bool { acknowledgedBy == nil && _offline.holds { $0.isLost } }

    /// Whether the outcome of a card attempt is not known: no other payment of its order may start one (money rule 7).
    public var isOutcomeUnknown: Bool { isConfirmOpen || isReversalOwed || isStoredOffline }

    /// Whether an approval stands that its caller asked to give back.
    public var isReversalOwed: Bool { cancel?.mode == .reverseIfApproved && isApproved }

    /// Whether an approval stands that nobody was told of: it stays listed until acknowledged or reversed.
    public var isUnclaimed: Bool {
        !isClaimed && acknowledgedBy == nil && isApproved && !isUnresolved && !isGivenBack
    }

    /// Whether refunds of all of it are recorded as done.
    public var isGivenBack: Bool {
        guard !refunds.isEmpty else { return false }
        let done = refunds.filter { $0.result == .succeeded }
        guard !done.contains(where: { $0.parameters.amount == nil }) else { return true }
        let sum = done.reduce(Int64(0)) { sum, refund in
            let (next, overflow) = sum.addingReportingOverflow(refund.parameters.amount?.minorUnits ?? 0)
            return overflow ? .max : next
        }
        return sum > 0 && approval.map { sum >= $0.received ?? $0.amount.minorUnits } ?? false
    }

    /// The refund that the same wish continues; nil when it would be a new one.
    ///
    /// Under a key of the caller's it is that key's. Without, it is one of the same money that nobody knows of or was told
    /// of: whoever asks again after a crash or a lost answer means that one, and a second one on purpose is asked for
    /// after the first was told.
    public func refund(continuedBy wish: RefundParameters) -> Refund? {
        guard let base = wish.idempotencyKey else {
            return refunds.first { $0.isOpen && $0.parameters.isSameWish(as: wish) }
        }
        return refunds.first { $0.key == .refund(base) && $0.openSends > 0 }
    }

    /// How often the refund under this key left since it was last proved not to be executed; 0 when it did not.
    public func sends(ofRefund key: IdempotencyKey) -> Int {
        refunds.first { $0.key == key }?.openSends ?? 0
    }

    /// Whether money is held that was neither captured nor given up.
    public var isHold: Bool { approval?.status == .requiresCapture }

    /// When the hold lapses, seconds since 1970.
    public var captureBefore: Int64? { isHold ? receipt?.captureBefore : nil }

    /// Whether somebody has still to look at it.
    public var isOpen: Bool {
        isUnresolved || isUnclaimed || isHold || isLoss || refunds.contains { $0.isOpen } || _call.holds { $0.isOpen }
            || _terminal.holds { $0.undecided != nil }
    }

    /// Whether nothing more can happen to it by itself.
    public var isOver: Bool { (isConcluded || _offline.isThere || _call.isThere) && !isOpen }

    /// Whether nobody knows what became of a refund or a call.
    public var isRequestUnresolved: Bool {
        refunds.contains { $0.isUnresolved } || _call.holds { $0.isUnresolved }
    }
}

extension IdempotencyKey {
    /// The key of a refund that is asked for under a key of the caller's, or one that was made up.
    public static func refund(_ base: String) -> IdempotencyKey {
        IdempotencyKey(base: base, attempt: 1, verb: "refund")
    }
}

extension Sequence<PaymentHistory> {
    /// The call that the same one continues, among those that are open; nil when it would be a new one.
    ///
    /// As with refunds: the same call is the same one until its end was told.
    public func call(continuedBy call: MoneyCall) -> KeyedRequest<MoneyCall>? {
        lazy.compactMap(\.call).first { $0.isOpen && $0.parameters == call }
    }
}

extension RefundParameters {
    /// Whether the same money is to go back in the same way.
    public func isSameWish(as other: RefundParameters) -> Bool {
        paymentIntent == other.paymentIntent && amount == other.amount && reversesTransfer == other.reversesTransfer
            && refundsApplicationFee == other.refundsApplicationFee
    }
}
