public import TenderFlow
import TenderModel

/// The folded records of the journal: what is open, what may be written next, and what was written about one payment.
///
/// It is pure, and the same for the file, for memory and for the simulated shop. It drops payments that are over, so it
/// grows with what is open and not with what was sold. The order of a dictionary never shows.
public struct JournalBook: Hashable, Sendable {
    /// A history in a box next to the table, so that it is changed in place and not copied to be queried.
    ///
    /// `@unchecked Sendable`: it is changed only while a single book refers to it.
    private final class Kept: Hashable, @unchecked Sendable {
        private(set) var history: PaymentHistory
        /// What follows from the history.
        private(set) var state: State

        struct State {
            var isOpen: Bool
            var isUnresolved: Bool
            var isOver: Bool
        }

        init(_ history: PaymentHistory) {
            self.history = history
            state = Self.state(of: history)
        }

        /// Folds in the next record of the payment.
        func take(_ record: RecordedEntry) { state = Self.fold(record, into: &history) }

        private static func fold(_ record: RecordedEntry, into history: inout PaymentHistory) -> State {
            history.apply(record)
            return state(of: history)
        }

        private static func state(of history: PaymentHistory) -> State {
            State(
                isOpen: history.isOpen, isUnresolved: history.isUnresolved || history.isRequestUnresolved,
                isOver: history.isOver)
        }

        static func == (left: Kept, right: Kept) -> Bool { left.history == right.history }

        func hash(into hasher: inout Hasher) { hasher.combine(history) }
    }

    private var histories: [String: Kept] = [:]
    /// The payments in `histories` of each order.
    private var orders: [String: [String]] = [:]
    /// The offline payment that each PaymentIntent is forwarded for; a PaymentIntent's history is kept until its
    /// offline payment is resolved.
    private var forwarded: [String: String] = [:]
    /// The sequence of the last record.
    public private(set) var lastSequence: Int64 = 0

    /// Creates a book without records.
    public init() {}

    /// Folds in the next record.
    ///
    /// - Parameter closed: Returns what earlier records say of a payment that the book has dropped; called if the
    ///   payment continues.
    /// - Returns: The history of a payment that is over, and that the book drops with this record.
    @discardableResult
    public mutating func apply(
        _ record: RecordedEntry, closed: (String) -> PaymentHistory? = { _ in nil }
    ) -> PaymentHistory? {
        lastSequence = record.sequence
        guard record.entry.shopRecord == nil else { return nil }
        let id = record.entry.intentID
        let kept = fold(record, closed)
        if case .offline = record.entry.event { noteForwarding(kept.history) }
        guard kept.state.isOver, forwarded[id] == nil else {
            if !kept.state.isOpen { forgetIdle(beside: kept) }
            return nil
        }
        forget(id)
        return kept.history
    }

    /// Folds a record into the history of its payment, in place.
    private mutating func fold(_ record: RecordedEntry, _ closed: (String) -> PaymentHistory?) -> Kept {
        let id = record.entry.intentID
        guard let index = histories.index(forKey: id) else {
            var history = closed(id)
            history?.apply(record)
            return keep(history ?? PaymentHistory(record))
        }
        if !isKnownUniquelyReferenced(&histories.values[index]) {
            histories.values[index] = Kept(histories.values[index].history)
        }
        let kept = histories.values[index]
        kept.take(record)
        if let order = record.entry.terms?.order { note(order, of: id) }
        return kept
    }

    /// Keeps what is known about a PaymentIntent while its offline payment is unresolved.
    private mutating func noteForwarding(_ history: PaymentHistory) {
        guard let intentID = history.offline?.intentID else { return }
        forwarded[intentID] = history.isStoredOffline ? history.intentID : nil
    }

    /// Admits, numbers, stamps and folds in a record that is about to be written.
    ///
    /// - Parameter closed: As for `apply`.
    /// - Returns: The record to write; the book already contains it, and `restore` removes it again.
    /// - Throws: What `admit` throws.
    public mutating func take(
        _ entry: JournalEntry, at now: Stamp, closed: (String) -> PaymentHistory? = { _ in nil }
    ) throws(JournalError) -> RecordedEntry {
        try admit(entry, at: now, closed: closed)
        let record = RecordedEntry(sequence: lastSequence + 1, stamp: now, entry: entry)
        apply(record, closed: closed)
        return record
    }

    /// Removes records of one payment that could not be written.
    ///
    /// - Parameters:
    ///   - history: What `history(of:)` returned before them.
    ///   - lastSequence: The sequence of the last record before them.
    public mutating func restore(_ intentID: String, to history: PaymentHistory?, lastSequence: Int64) {
        if let later = histories[intentID]?.history.offline?.intentID { forwarded[later] = nil }
        forget(intentID)
        if let history {
            keep(history)
            noteForwarding(history)
        }
        self.lastSequence = lastSequence
    }

    @discardableResult
    private mutating func keep(_ history: PaymentHistory) -> Kept {
        let kept = Kept(history)
        histories[history.intentID] = kept
        if let order = history.order { note(order, of: history.intentID) }
        return kept
    }

    private mutating func note(_ order: String, of id: String) {
        if orders[order]?.contains(id) != true { orders[order, default: []].append(id) }
    }

    /// Drops histories that need no attention when there are too many, except the one that was just updated.
    private mutating func forgetIdle(beside kept: Kept) {
        guard histories.count > Self.maximumHistories else { return }
        for (id, idle) in histories where !idle.state.isOpen && idle !== kept && forwarded[id] == nil { forget(id) }
    }

    /// The number of histories to keep before dropping those that need no attention; they are read again if they
    /// continue.
    private static let maximumHistories = 1 << 14

    private mutating func forget(_ id: String) {
        guard let order = histories.removeValue(forKey: id)?.history.order else { return }
        orders[order]?.removeAll { $0 == id }
        if orders[order]?.isEmpty == true { orders[order] = nil }
    }

    private func histories(where isWanted: (Kept.State) -> Bool) -> [PaymentHistory] {
        histories.values.filter { isWanted($0.state) }.map(\.history).sorted { $0.sequence < $1.sequence }
    }

    /// Every payment that still needs attention, in the order of their first records.
    public var openPayments: [PaymentHistory] { histories(where: \.isOpen) }

    /// Every payment without a result, in the order of their first records.
    public var unresolved: [PaymentHistory] { histories(where: \.isUnresolved) }

    /// Returns what is known of a payment that is not over.
    public func history(of id: String) -> PaymentHistory? { histories[id]?.history }

    /// Checks that a record may be written now.
    ///
    /// - Parameter closed: As for `apply`.
    /// - Throws: `JournalError` for a request that is too old to be sent again (money rule 3), and for a card attempt
    ///   on an order with another attempt whose outcome is unknown, or that was approved without anybody being told
    ///   (money rule 7); and for a decision about a hold that no rule may finish.
    public func admit(
        _ entry: JournalEntry, at now: Stamp, closed: (String) -> PaymentHistory? = { _ in nil }
    ) throws(JournalError) {
        try Self.admitName(entry)
        switch entry.event {
        case .attemptOpened:
            try admitAttempt(entry)
            try admitFurtherAttempt(entry)
        case .requestLeaving(let request, let send):
            if case .confirm = request { try admitAttempt(entry) }
            let sending = histories[entry.intentID]?.history.open
            try admit(request.key, send, sending?.request == request ? sending?.first : nil, now)
        case .refundLeaving(let parameters, let key, let send):
            try admitRefund(parameters, key, of: entry.intentID)
            let refund = (history(of: entry.intentID) ?? closed(entry.intentID))?.refunds.first { $0.key == key }
            try Self.admitAgain(refund?.isClosed, key)
            try admit(key, send, refund?.openSince, now)
        case .callLeaving(let wish, let key, let send):
            try admitOrder(wish.order, of: entry.intentID)
            let call = (history(of: entry.intentID) ?? closed(entry.intentID))?.call
            try Self.admitAgain(call?.isClosed, key)
            try admit(key, send, call?.openSince, now)
        case .setupLeaving(_, let key, let send):
            let setup = (history(of: entry.intentID) ?? closed(entry.intentID))?.setup
            try Self.admitSetup(key, setup)
            let known = setup?.key == key ? setup : nil
            try Self.admitAgain(known?.isClosed, key)
            try admit(key, send, known?.openSince, now)
        case .offline(let event): try admit(event, entry, at: now, closed)
        case .terminal(.leaving(let command)): try admit(command, of: entry.intentID, closed)
        case .holdDecided: try admitHoldDecision(entry.intentID)
        case .cancelAsked, .concluding, .settled, .claimed, .acknowledged, .requestSettled, .requestTold, .terminal,
            .shop:
            break
        }
    }

    /// Refuses till records under any other name, so that they can be found, and payments under that name.
    private static func admitName(_ entry: JournalEntry) throws(JournalError) {
        if let record = entry.shopRecord {
            guard record.isWithinBounds, entry == JournalEntry(shop: record) else {
                throw JournalError(message: "the till's record \(record.kind) is too large or misfiled")
            }
        } else if entry.intentID == ShopRecord.intentID {
            throw JournalError(message: "no payment can be named \(entry.intentID): the till's own records are")
        }
    }

    func admit(
        _ key: IdempotencyKey?, _ send: Int, _ first: Stamp?, _ now: Stamp
    ) throws(JournalError) {
        // A first sending that is already recorded is a repetition, whatever its caller counts.
        guard send > 1 || first != nil, let key, first.map({ !now.allowsRepeating(from: $0) }) ?? true else { return }
        throw JournalError(
            .keyTooOld, message: "the request under \(key) was first sent too long ago to be sent again")
    }

    /// Admits a command only once under its key, and none while another one's end is unknown: the terminal's newest
    /// receipt is the only proof of that end.
    private func admit(
        _ command: TerminalCommand, of id: String, _ closed: (String) -> PaymentHistory?
    ) throws(JournalError) {
        let own = (history(of: id) ?? closed(id))?.terminal
        guard own?[command.key] == nil, own?.isCanceled != true else {
            throw JournalError(message: "the command under \(command.key) was sent before, or \(id) is canceled")
        }
        let other = histories.values.lazy.map(\.history).first {
            $0.terminal?.undecided?.command.terminal == command.terminal
        }
        guard let other else { return }
        throw JournalError(
            .terminalIsOpen(intentID: other.intentID),
            message: """
                what became of a command of \(other.intentID) to the terminal \(command.terminal) is not known: resolve it \
                before another is sent
                """
        )
    }

    /// Refuses to send again what was completed, or what a person gave up, no matter who is still pursuing it.
    private static func admitAgain(_ isClosed: Bool?, _ key: IdempotencyKey) throws(JournalError) {
        guard isClosed == true else { return }
        throw JournalError(message: "the request under the key \(key) was done, or abandoned: it is not sent again")
    }

    /// Refuses another card while the outcome of one is unknown, or once one was saved: a SetupIntent saves one card.
    private static func admitSetup(_ key: IdempotencyKey, _ setup: PaymentHistory.Setup?) throws(JournalError) {
        guard let setup, setup.key != key else { return }
        let id = setup.parameters.setupIntent
        guard setup.result != .succeeded else { throw JournalError(message: "a card was saved with \(id) already") }
        guard setup.isUnresolved else { return }
        throw JournalError(
            .refundIsOpen(setup.key),
            message: """
                whether a card was saved with \(id) under the key \(setup.key) is not known: resolve it before another is \
                taken
                """)
    }

    /// Refuses a second refund while the outcome of one is unknown, or while one was made that nobody was told about:
    /// it might refund the same money twice.
    ///
    /// With its card, a payment is refunded beside an owed reversal: a scheme that wants the card refuses the reversal.
    private func admitRefund(
        _ parameters: RefundParameters, _ key: IdempotencyKey, of id: String
    ) throws(JournalError) {
        guard let history = histories[id]?.history else { return }
        guard !history.isReversalOwed || parameters.isCardPresented else {
            throw JournalError(
                .refundIsOpen(history.open?.request.key ?? key),
                message: "\(id) is already being refunded, because its payment was canceled: resolve it first")
        }
        guard let other = history.refunds.first(where: { $0.mayMove && $0.key != key }) else { return }
        let amount = other.parameters.amount.map { "\($0)" } ?? "the rest"
        throw JournalError(
            .refundIsOpen(other.key),
            message: other.isUntold
                ? """
                a refund of \(amount) of \(id) was made under the key \(other.key), and nobody was told: acknowledge it \
                before another is asked for
                """
                : """
                what became of a refund of \(amount) of \(id) under the key \(other.key) is not known: resolve it before \
                another is asked for
                """
        )
    }

    /// Refuses to finish by a rule what is no hold any more, what is unknown, and what nobody was told of (money rule 11).
    private func admitHoldDecision(_ id: String) throws(JournalError) {
        guard histories[id]?.history.mayFinishHold != true else { return }
        throw JournalError(
            message: "no rule may finish \(id): nothing is held, its outcome is not known, or nobody was told of it")
    }

    /// Refuses a second card for an intent whose outcome is unknown or that was paid, whichever terminal asks.
    private func admitFurtherAttempt(_ entry: JournalEntry) throws(JournalError) {
        guard let own = histories[entry.intentID]?.history, own.isOutcomeUnknown || own.approval != nil else { return }
        throw Self.orderIsOpen(own.terms?.order ?? "it pays", own)
    }

    func admitAttempt(_ entry: JournalEntry) throws(JournalError) {
        try admitOrder(entry.terms?.order, of: entry.intentID)
    }

    private func admitOrder(_ order: String?, of intentID: String) throws(JournalError) {
        guard let order else { return }
        for id in orders[order] ?? [] where id != intentID {
            guard let other = histories[id]?.history, other.blocksOrder, other.offline?.intentID != intentID else {
                continue
            }
            throw Self.orderIsOpen(order, other)
        }
    }

    private static func orderIsOpen(_ order: String, _ other: PaymentHistory) -> JournalError {
        let (id, attempt) = (other.intentID, other.attempt)
        let words =
            other.isUnclaimed || other.call?.isUntold == true
            ? """
            attempt \(attempt) on \(id) for the order \(order) was approved, and nobody was told: acknowledge it or give \
            it back before another card is charged
            """
            : """
            the outcome of attempt \(attempt) on \(id) for the order \(order) is not known: resolve it before another \
            card is charged
            """
        return JournalError(.orderIsOpen(intentID: id, attempt: attempt), message: words)
    }
}
