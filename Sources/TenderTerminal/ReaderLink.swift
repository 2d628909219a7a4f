import TenderFlow
import TenderModel

/// The reader in the shell: what is open, and what is under way.
struct ReaderLink {
    /// The open reader.
    var reader: (any CardReader)?
    /// The opening that counts; another one was given up.
    var opening: Serial?
    /// The opening that is under way.
    var openTask: Task<Void, Never>?
    /// What gives an opening up that takes too long.
    var openLimit: Task<Void, Never>?
    /// What the open reader tells.
    var eventTask: Task<Void, Never>?
    /// Timers of the connection.
    var timers: [Serial: Task<Void, Never>] = [:]
    /// Counts the connects, so that a cancel gives up the one that it was meant for.
    var connects = 0
    /// Who waits for the connect.
    var waiter: CheckedContinuation<Result<Reader, TenderError>, Never>?
    /// Why the last opening failed.
    var lastError: TenderError?
    /// The closing of the reader before, or the end of its opening; the next opening waits for it.
    var closing: Task<Void, Never>?
    /// The discovery that counts; another one was stopped.
    var discovery: Serial?
    /// The discovery that is under way.
    var discoveryTask: Task<Void, Never>?

    /// Ends everything that is under way, for a terminal that goes.
    func cancelAll() {
        for task in [openTask, openLimit, eventTask, discoveryTask] + Array(timers.values) { task?.cancel() }
        if let reader { Task { await reader.disconnect() } }
    }
}
