public import TenderModel

/// Where payments are written down before they act and before they are shown (money rule 2).
///
/// A payment waits for its records: an implementation returns or throws in bounded time.
public protocol Journal: Sendable {
    /// Writes one record; returns when it is durable.
    ///
    /// Several terminals may append at once. Cancelling the task has no effect: a record is written or it is not.
    ///
    /// - Throws: `JournalError` when it was refused or could not be written; nothing may then leave or be shown.
    func append(_ entry: JournalEntry) async throws(JournalError)

    /// The payments that earlier processes left without a result, in the order of their first records.
    ///
    /// They are handed out once: whoever takes them resolves them.
    func takeUnresolved() async throws(JournalError) -> [PaymentHistory]

    /// Every payment that somebody has still to look at: without a result, approved and claimed by nobody, held, or lost
    /// after it was stored offline.
    func openPayments() async throws(JournalError) -> [PaymentHistory]

    /// What the records tell of one payment; nil when there are none.
    func history(of intentID: String) async throws(JournalError) -> PaymentHistory?
}

/// A journal that keeps, beside its records, what a record's hash stands for and what is deleted when it is resolved:
/// the encrypted payload of a payment that waits to be forwarded.
public protocol PayloadJournal: Journal {
    /// Writes one record and changes a payload with it: both are durable, or neither.
    ///
    /// - Throws: as `append(_:)`.
    func append(_ entry: JournalEntry, payload: PayloadChange) async throws(JournalError)

    /// The payload under a key; nil when there is none.
    func payload(_ key: String) async throws(JournalError) -> [UInt8]?

    /// Whether a record could be written now; changes nothing.
    ///
    /// - Throws: why it would be refused.
    func check(_ entry: JournalEntry) async throws(JournalError)
}

/// A journal that keeps the till's own records in one chain with the payments'.
public protocol ShopJournal: Journal {
    /// Every record of the till, in the order in which they were written.
    func shopRecords() async throws(JournalError) -> [ShopRecord]
}

extension ShopJournal {
    /// Writes one record of the till; returns when it is durable.
    ///
    /// - Throws: as `append(_:)` of a payment's record; also for a record beyond the bounds of `ShopRecord`.
    public func append(_ record: ShopRecord) async throws(JournalError) { try await append(JournalEntry(shop: record)) }
}

extension PayloadJournal {
    /// Writes one record of a payment that is stored offline; the card data goes with the record that ends it.
    public func appendOffline(_ entry: JournalEntry) async throws(JournalError) {
        guard entry.event.endsPayload else { return try await append(entry) }
        try await append(entry, payload: .delete(key: entry.intentID))
    }
}

/// What happens to a payload together with a record.
public enum PayloadChange: Hashable, Sendable {
    /// It is kept under the key, in place of an earlier one.
    case store(key: String, [UInt8])
    /// It is deleted, if it is there.
    case delete(key: String)
}

/// Why a record was not written.
public struct JournalError: Error, Hashable, Sendable, Codable {
    /// What stands in the way.
    public enum Reason: Hashable, Sendable, Codable {
        /// The disk or its quota is full.
        case full
        /// The file or its folder takes no writing.
        case readOnly
        /// The file is damaged.
        case corrupt
        /// Another process has the journal; its process id, when it could be told.
        case journalBusy(pid: Int32?)
        /// The journal belongs to another gateway or account.
        case otherGateway(String)
        /// The journal, or its file, can be read by others.
        case exposed
        /// The request was first sent too long ago, or nobody knows how long ago, to be sent again (money rule 3).
        case keyTooOld
        /// A payment of the same order has a card attempt whose outcome is unknown (money rule 7).
        case orderIsOpen(intentID: String, attempt: Int)
        /// Another refund of the same payment was asked for, and nobody knows yet what became of it.
        case refundIsOpen(IdempotencyKey)
        /// Nobody knows what became of the last command to the semi-integrated terminal.
        case terminalIsOpen(intentID: String)
        /// The shop's limits do not allow the payment offline.
        case offlineRefused(OfflineLimits.Refusal)
        /// The payment was stored too long ago to be forwarded without a person's word.
        case storedTooLongAgo
        /// Anything else.
        case failed
    }

    /// What stands in the way.
    public var reason: Reason
    /// A sentence for people.
    public var message: String

    /// Makes an error.
    public init(_ reason: Reason = .failed, message: String) {
        self.reason = reason
        self.message = message
    }
}
