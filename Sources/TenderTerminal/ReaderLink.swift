import TenderFlow
import TenderModel

/// The reader in the shell: what is open, and what is under way.
struct ReaderLink {
    /// The open reader.
    var reader: (any CardReader)?
    /// Counts the openings, so that one that was given up is recognised.
    var opening = 0
    /// The opening that is under way.
    var openTask: Task<Void, Never>?
    /// What the open reader tells.
    var eventTask: Task<Void, Never>?
    /// Timers of the connection.
    var timers: [Serial: Task<Void, Never>] = [:]
    /// Who waits for the connect.
    var waiter: CheckedContinuation<Result<Reader, TenderError>, Never>?
    /// Why the last opening failed.
    var lastError: TenderError?
    /// The discovery that is under way.
    var discovery: (id: Int, task: Task<Void, Never>)?
    /// Counts the discoveries.
    var discoveries = 0
}
