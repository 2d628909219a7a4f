import Glibc
import TenderBytes

/// The queue of jobs that the event thread of a context runs between events.
final class USBJobQueue: Sendable {
    /// A job and the executor that it runs on, which is retained until then.
    private struct Entry: Sendable {
        let job: UnownedJob
        let executor: USBContext
    }

    private struct State {
        var entries: [Entry] = []
        var thread: pthread_t?
        /// Whether the thread waits for events, or is about to.
        var isWaiting = false
        var isEnding = false

        /// Returns whether the thread must be woken; on the thread itself it need not be, because it looks after each
        /// event.
        mutating func endWaiting() -> Bool {
            guard isWaiting, thread.map({ pthread_equal($0, pthread_self()) == 0 }) ?? true else { return false }
            isWaiting = false
            return true
        }
    }

    private let state = Guarded(State())
    private let wake: @Sendable () -> Void

    /// - Parameter wake: Ends the thread's wait for events.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Records the current thread as the event thread.
    func begin() { state.withLock { $0.thread = pthread_self() } }

    func append(_ job: UnownedJob, for executor: USBContext) {
        let wakes = state.withLock { state in
            state.entries.append(Entry(job: job, executor: executor))
            return state.endWaiting()
        }
        // Not under the lock, which the thread wants next. The executor retains what is being woken until its job has
        // run, and the caller retains the executor.
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

    /// Runs the queued jobs and those that they enqueue; returns `true` if the thread may wait for events, false if
    /// jobs remain, and `nil` at the end.
    func runAll() -> Bool? {
        for _ in 0..<Self.roundLimit where runEntries() == 0 { break }
        return state.withLock { state in
            guard !state.isEnding else { return nil }
            state.isWaiting = state.entries.isEmpty
            return state.isWaiting
        }
    }

    /// The number of rounds after which jobs that keep enqueuing jobs must let events be handled.
    private static let roundLimit = 32

    /// Runs the current entries, in a separate function: the last job may have held the executor, whose end must be
    /// visible afterwards.
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
