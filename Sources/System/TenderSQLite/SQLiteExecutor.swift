internal import Dispatch

/// An executor that runs an actor on its own serial queue, so that SQLite never blocks the cooperative pool.
///
/// An actor that owns a connection stores one of these and returns it from `unownedExecutor`; all its work then runs on
/// the queue, one job after the other.
public final class SQLiteExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates a queue; `label` identifies it in debuggers.
    public init(label: String = "tender.sqlite") { queue = DispatchQueue(label: label) }

    /// Enqueues a job of the actor.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `work` on the queue without the detour through a task; an actor's `assumeIsolated` holds in it.
    public func submit(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Traps if the caller is not on the queue, which is a bug in the caller.
    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
