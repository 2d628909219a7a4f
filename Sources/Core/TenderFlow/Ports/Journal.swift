public import TenderModel

/// The place where payments are recorded before they act and before they are shown (money rule 2).
///
/// A payment waits for its records: an implementation must return or throw in bounded time.
public protocol Journal: Sendable {
    /// Writes one record and returns when it is durable.
    ///
    /// Several terminals may append concurrently. Canceling the task has no effect: a record is either written or not.
    ///
    /// - Throws: `JournalError` if it was refused or could not be written; nothing may leave or be shown then.
    func append(_ entry: JournalEntry) async throws(JournalError)

    /// Returns the payments that earlier processes left without a result, in the order of their first records.
    ///
    /// They are returned only once: whoever takes them must resolve them.
    func takeUnresolved() async throws(JournalError) -> [PaymentHistory]

    /// Returns every payment that still needs attention: without a result, approved but unclaimed, held, or lost after
    /// it was stored offline.
    func openPayments() async throws(JournalError) -> [PaymentHistory]

    /// Returns what the records say about one payment; `nil` if there are none.
    func history(of intentID: String) async throws(JournalError) -> PaymentHistory?

    /// Returns what the records say of every payment of an order, in the order of their first records, also of those that
    /// are over.
    func payments(of order: String) async throws(JournalError) -> [PaymentHistory]
}

/// A journal that also stores payloads beside its records: the encrypted card data of a payment that waits to be
/// forwarded, which a record's hash covers and which is deleted when the payment is resolved.
public protocol PayloadJournal: Journal {
    /// Writes one record and changes a payload with it: either both become durable, or neither.
    ///
    /// - Throws: As `append(_:)`.
    func append(_ entry: JournalEntry, payload: PayloadChange) async throws(JournalError)

    /// Returns the payload stored under a key; `nil` if there is none.
    func payload(_ key: String) async throws(JournalError) -> [UInt8]?

    /// Checks whether a record could be written now; changes nothing.
    ///
    /// - Throws: The reason that it would be refused.
    func check(_ entry: JournalEntry) async throws(JournalError)
}

/// A journal that stores the till's own records in one chain with those of the payments.
public protocol ShopJournal: Journal {
    /// Returns every record of the till, in the order written.
    func shopRecords() async throws(JournalError) -> [ShopRecord]
}

extension ShopJournal {
    /// Writes one record of the till and returns when it is durable.
    ///
    /// - Throws: As `append(_:)` for a payment's record; also for a record beyond the limits of `ShopRecord`.
    public func append(_ record: ShopRecord) async throws(JournalError) { try await append(JournalEntry(shop: record)) }
}

extension PayloadJournal {
    /// Writes one record of a payment that is stored offline; the record that ends it deletes the card data.
    public func appendOffline(_ entry: JournalEntry) async throws(JournalError) {
        guard entry.event.endsPayload else { return try await append(entry) }
        try await append(entry, payload: .delete(key: entry.intentID))
    }
}

/// The change of a payload that accompanies a record.
public enum PayloadChange: Hashable, Sendable {
    /// It is stored under the key, replacing any earlier one.
    case store(key: String, [UInt8])
    /// It is deleted, if it is there.
    case delete(key: String)
}

/// The reason that a record was not written.
public struct JournalError: Error, Hashable, Sendable, Codable {
    /// What prevents writing.
    public enum Reason: Hashable, Sendable, Codable {
        /// The disk or its quota is full.
        case full
        /// The file or its folder is read-only.
        case readOnly
        /// The file is damaged.
        case corrupt
        /// Another process has the journal open; with its process ID, if known.
        case journalBusy(pid: Int32?)
        /// The journal belongs to another gateway or account.
        case otherGateway(String)
        /// Others can read the journal or its file.
        case exposed
        /// The request was first sent too long ago, or an unknown time ago, to be sent again (money rule 3).
        case keyTooOld
        /// A payment of the same order has a card attempt whose outcome is unknown (money rule 7).
        case orderIsOpen(intentID: String, attempt: Int)
        /// Another refund of the same payment was requested, and its outcome is still unknown.
        case refundIsOpen(IdempotencyKey)
        /// The outcome of the last command to the semi-integrated terminal is unknown.
        case terminalIsOpen(intentID: String)
        /// The shop's limits do not allow the payment offline.
        case offlineRefused(OfflineLimits.Refusal)
        /// The payment was stored too long ago to be forwarded without a person's decision.
        case storedTooLongAgo
        /// Anything else.
        case failed
    }

    /// What prevents writing.
    public var reason: Reason
    /// A human-readable sentence.
    public var message: String

    /// Creates an error.
    public init(_ reason: Reason = .failed, message: String) {
        self.reason = reason
        self.message = message
    }
}
