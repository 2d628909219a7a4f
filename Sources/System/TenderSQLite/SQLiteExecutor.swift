internal import Dispatch

/// Runs an actor on a serial queue of its own, so that SQLite never blocks the cooperative pool.
///
/// An actor that owns a connection stores one of these and returns it from `unownedExecutor`; everything it does then
/// happens on the queue, one job after the other.
public final class SQLiteExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes a queue; `label` names it in debuggers.
    public init(label: String = "tender.sqlite") { queue = DispatchQueue(label: label) }

    /// Queues a job of the actor.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `work` on the queue, without the detour of a task: an actor's `assumeIsolated` holds in it.
    public func submit(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Stops the process when the caller is not on the queue: a bug of the caller.
    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
