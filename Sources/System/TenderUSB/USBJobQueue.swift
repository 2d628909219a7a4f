import Glibc
import TenderBytes

/// What the event thread of a context runs between events.
final class USBJobQueue: Sendable {
    /// A job with the executor it runs on, which stays until then.
    private struct Entry: Sendable {
        let job: UnownedJob
        let executor: USBContext
    }

    private struct State {
        var entries: [Entry] = []
        var thread: pthread_t?
        /// The thread waits for events, or is about to.
        var isWaiting = false
        var isEnding = false

        /// Whether the thread is to be woken up; on itself it sees for itself, after the event it is at.
        mutating func endWaiting() -> Bool {
            guard isWaiting, thread.map({ pthread_equal($0, pthread_self()) == 0 }) ?? true else { return false }
            isWaiting = false
            return true
        }
    }

    private let state = Guarded(State())
    private let wake: @Sendable () -> Void

    /// Makes a queue.
    ///
    /// - Parameter wake: ends the thread's waiting for events.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Tells that this is the thread.
    func begin() { state.withLock { $0.thread = pthread_self() } }

    /// Adds a job.
    func append(_ job: UnownedJob, for executor: USBContext) {
        let wakes = state.withLock { state in
            state.entries.append(Entry(job: job, executor: executor))
            return state.endWaiting()
        }
        // Not under the lock, which the thread wants next. The executor keeps what is woken until its job has run, and
        // is kept itself by whoever calls.
        if wakes { wake() }
    }

    /// Tells the thread to end.
    func end() {
        state.withLock { state in
            state.isEnding = true
            // Under the lock: once the thread knows that this is the end, there is nothing left to wake.
            if state.endWaiting() { wake() }
        }
    }

    /// Runs the jobs there are, and those that they make; then true when the thread may wait for events, false when there
    /// are jobs still, and nil at the end.
    func runAll() -> Bool? {
        for _ in 0..<Self.roundLimit where runEntries() == 0 { break }
        return state.withLock { state in
            guard !state.isEnding else { return nil }
            state.isWaiting = state.entries.isEmpty
            return state.isWaiting
        }
    }

    /// Jobs that go on making jobs do not keep events from being seen.
    private static let roundLimit = 32

    /// A function of its own: the last job may have held the executor, whose end is to be seen after it.
    private func runEntries() -> Int {
        let entries = state.withLock { state in
            defer { state.entries = [] }
            return state.entries
        }
        for entry in entries {
            entry.job.runSynchronously(
                isolatedTo: entry.executor.asUnownedSerialExecutor(),
                taskExecutor: entry.executor.asUnownedTaskExecutor())
        }
        return entries.count
    }
}
