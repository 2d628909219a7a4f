public import TenderFlow
import TenderModel

/// The journal's records folded: what is open, what may be written next, and what was written of one payment.
///
/// Pure, and the same for the file, for memory and for the simulated shop. Payments that are over are let go: the book
/// grows with what is open, not with what was sold. The order of a dictionary never shows.
public struct JournalBook: Hashable, Sendable {
    /// A history beside the table: it is changed where it lies, and not copied to be asked about.
    ///
    /// `@unchecked Sendable`: it is changed only while one book alone refers to it.
    private final class Kept: Hashable, @unchecked Sendable {
        private(set) var history: PaymentHistory
        /// What the history tells.
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

        /// Folds the next record of the payment.
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
    /// The payments of each order that are in `histories`.
    private var orders: [String: [String]] = [:]
    /// The offline payment that each PaymentIntent is forwarded for: its history is kept until that one is resolved.
    private var forwarded: [String: String] = [:]
    /// The sequence of the last record.
    public private(set) var lastSequence: Int64 = 0

    /// Begins without records.
    public init() {}

    /// Takes the next record.
    ///
    /// - Parameter closed: what earlier records tell of a payment that the book let go; asked for when it goes on.
    /// - Returns: the history of a payment that is over, which the book lets go with this record.
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

    /// Folds a record into the history of its payment, where that lies.
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

    /// What is told of a PaymentIntent stays known while the offline payment is not resolved.
    private mutating func noteForwarding(_ history: PaymentHistory) {
        guard let intentID = history.offline?.intentID else { return }
        forwarded[intentID] = history.isStoredOffline ? history.intentID : nil
    }

    /// Admits, numbers, stamps and takes a record that is to be written.
    ///
    /// - Parameter closed: as for `apply`.
    /// - Returns: the record as it is to be written; the book holds it already, and `restore` takes it out again.
    /// - Throws: what `admit` throws.
    public mutating func take(
        _ entry: JournalEntry, at now: Stamp, closed: (String) -> PaymentHistory? = { _ in nil }
    ) throws(JournalError) -> RecordedEntry {
        try admit(entry, at: now, closed: closed)
        let record = RecordedEntry(sequence: lastSequence + 1, stamp: now, entry: entry)
        apply(record, closed: closed)
        return record
    }

    /// Takes records of one payment out again that could not be written.
    ///
    /// - Parameters:
    ///   - history: what `history(of:)` told before them.
    ///   - lastSequence: the sequence of the last record before them.
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
        if let order = history.terms?.order { note(order, of: history.intentID) }
        return kept
    }

    private mutating func note(_ order: String, of id: String) {
        if orders[order]?.contains(id) != true { orders[order, default: []].append(id) }
    }

    /// Lets go of what nobody has to look at when there is too much, but not of what was just taken.
    private mutating func forgetIdle(beside kept: Kept) {
        guard histories.count > Self.maximumHistories else { return }
        for (id, idle) in histories where !idle.state.isOpen && idle !== kept && forwarded[id] == nil { forget(id) }
    }

    /// How many histories are kept before those are let go that nobody has to look at; they are read again if they go on.
    private static let maximumHistories = 1 << 14

    private mutating func forget(_ id: String) {
        guard let order = histories.removeValue(forKey: id)?.history.terms?.order else { return }
        orders[order]?.removeAll { $0 == id }
        if orders[order]?.isEmpty == true { orders[order] = nil }
    }

    private func histories(where isWanted: (Kept.State) -> Bool) -> [PaymentHistory] {
        histories.values.filter { isWanted($0.state) }.map(\.history).sorted { $0.sequence < $1.sequence }
    }

    /// Every payment that somebody has still to look at, in the order of their first records.
    public var openPayments: [PaymentHistory] { histories(where: \.isOpen) }

    /// Every payment without a result, in the order of their first records.
    public var unresolved: [PaymentHistory] { histories(where: \.isUnresolved) }

    /// What is known of a payment that is not over.
    public func history(of id: String) -> PaymentHistory? { histories[id]?.history }

    /// Whether a record may be written now.
    ///
    /// - Parameter closed: as for `apply`.
    /// - Throws: `JournalError` for a request that is too old to be sent again (money rule 3), and for a card attempt on an
    ///   order of which another attempt's outcome is unknown, or approved and told to nobody (money rule 7).
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
        case .refundLeaving(_, let key, let send):
            try admitRefund(key, of: entry.intentID)
            let refund = (history(of: entry.intentID) ?? closed(entry.intentID))?.refunds.first { $0.key == key }
            try Self.admitAgain(refund?.isClosed, key)
            try admit(key, send, refund?.first, now)
        case .callLeaving(_, let key, let send):
            let call = (history(of: entry.intentID) ?? closed(entry.intentID))?.call
            try Self.admitAgain(call?.isClosed, key)
            try admit(key, send, call?.first, now)
        case .offline(let event): try admit(event, entry, at: now)
        case .terminal(.leaving(let command)): try admit(command, of: entry.intentID, closed)
        case .cancelAsked, .settled, .claimed, .acknowledged, .requestSettled, .requestTold, .terminal, .shop: break
        }
    }

    /// The till's records lie under one name in one form, so that they are found; and no payment takes that name.
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
        // A first sending that is recorded already is a repetition, whatever its caller counts.
        guard send > 1 || first != nil, let key, first.map({ !now.allowsRepeating(from: $0) }) ?? true else { return }
        throw JournalError(
            .keyTooOld, message: "the request under \(key) was first sent too long ago to be sent again")
    }

    /// A command leaves once under its key, and none leaves for a terminal while the end of another is unknown: the
    /// terminal's newest receipt is the only proof of it.
    private func admit(
        _ command: TerminalCommand, of id: String, _ closed: (String) -> PaymentHistory?
    ) throws(JournalError) {
        let own = (history(of: id) ?? closed(id))?.terminal
        guard own?[command.key] == nil, own?.isCanceled != true else {
            throw JournalError(message: "the command under \(command.key) left before, or \(id) is canceled")
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

    /// What was done, or given up by a person, never leaves again, whoever still follows it.
    private static func admitAgain(_ isClosed: Bool?, _ key: IdempotencyKey) throws(JournalError) {
        guard isClosed == true else { return }
        throw JournalError(message: "the request under the key \(key) was done, or given up: it does not leave again")
    }

    /// A second refund while one is unknown, or was made without anybody knowing, may give the same money back twice.
    private func admitRefund(_ key: IdempotencyKey, of id: String) throws(JournalError) {
        guard let other = histories[id]?.history.refunds.first(where: { $0.mayMove && $0.key != key }) else { return }
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

    /// No second card for an intent whose outcome is unknown, or which was paid, whichever terminal asks.
    private func admitFurtherAttempt(_ entry: JournalEntry) throws(JournalError) {
        guard let own = histories[entry.intentID]?.history, own.isOutcomeUnknown || own.approval != nil else { return }
        throw Self.orderIsOpen(own.terms?.order ?? "it pays", own)
    }

    func admitAttempt(_ entry: JournalEntry) throws(JournalError) {
        guard let order = entry.terms?.order else { return }
        for id in orders[order] ?? [] where id != entry.intentID {
            guard let other = histories[id]?.history, other.isOutcomeUnknown || other.isUnclaimed,
                other.offline?.intentID != entry.intentID
            else { continue }
            throw Self.orderIsOpen(order, other)
        }
    }

    private static func orderIsOpen(_ order: String, _ other: PaymentHistory) -> JournalError {
        let (id, attempt) = (other.intentID, other.attempt)
        let words =
            other.isUnclaimed
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
