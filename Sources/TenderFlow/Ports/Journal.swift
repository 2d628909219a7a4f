/// Where payments are written down before they act and before they are shown (money rule 2).
///
/// A payment waits for its records: an implementation returns or throws in bounded time.
public protocol Journal: Sendable {
    /// Writes one record; returns when it is durable.
    ///
    /// Several terminals may append at once. Cancelling the task has no effect: a record is written or it is not.
    ///
    /// - Throws: `JournalError` when it could not be written; nothing may then leave or be shown.
    func append(_ entry: JournalEntry) async throws(JournalError)
}

/// Why a record could not be written.
public struct JournalError: Error, Hashable, Sendable {
    /// A sentence for people.
    public var message: String

    /// Makes an error.
    public init(message: String) { self.message = message }
}
