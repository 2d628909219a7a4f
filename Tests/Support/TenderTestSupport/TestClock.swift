import TenderBytes

/// A clock that stands still until a test advances it.
///
/// A sleep ends when the clock reaches its deadline, or throws `CancellationError` at once when its task is canceled;
/// one whose deadline has passed returns without waiting. Sleepers are woken in the order of their deadlines, and of
/// their arrival for equal ones; as tasks they may then run at the same time. Before advancing, wait with
/// `waitForSleepers(_:)` until the code under test sleeps.
public final class TestClock: Clock, Sendable {
    /// A point in the time of a test clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public let sinceStart: Duration

        /// Creates the point that is this long after the start.
        public init(sinceStart: Duration) { self.sinceStart = sinceStart }

        /// Returns the point that is `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }

        /// Returns the time from here to `other`.
        public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

        /// Compares points of one clock.
        public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
    }

    private struct Sleeper {
        let id: UInt64
        let deadline: Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Watcher {
        let id: UInt64
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(sinceStart: .zero)
        // In the order of deadline and arrival.
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        // Those whose task was canceled before they could be entered.
        var canceled: Set<UInt64> = []
        var lastID: UInt64 = 0

        mutating func makeID() -> UInt64 {
            lastID += 1
            return lastID
        }

        mutating func takeSatisfiedWatchers() -> [Watcher] {
            let satisfied = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return satisfied
        }
    }

    private let state = Guarded(State())

    /// Creates a clock at zero.
    public init() {}

    /// The current time of this clock.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero: the clock can stand at any point.
    public var minimumResolution: Duration { .zero }

    /// The number of sleeping tasks.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The next deadline; `nil` when nobody sleeps.
    public var nextDeadline: Instant? { state.withLock { $0.sleepers.first?.deadline } }

    /// Sleeps until the clock is advanced to `deadline`; throws `CancellationError` when the task is canceled first.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = state.withLock { $0.makeID() }
        let wasReached = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancelSleeper(id)
        }
        state.withLock { _ = $0.canceled.remove(id) }
        guard wasReached else { throw CancellationError() }
    }

    /// Moves the clock forward and wakes all sleepers whose deadline is reached.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "a clock does not go back")
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let count = state.sleepers.prefix { $0.deadline <= state.now }.count
            defer { state.sleepers.removeFirst(count) }
            return Array(state.sleepers.prefix(count))
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }

    /// Waits until somebody sleeps, and moves the clock to the next deadline.
    public func advanceToNextDeadline() async {
        await waitForSleepers(1)
        let now = now
        if let next = nextDeadline, next > now { advance(by: now.duration(to: next)) }
    }

    /// Waits until at least `count` tasks sleep on this clock; returns early when its own task is canceled.
    public func waitForSleepers(_ count: Int) async {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                watch(Watcher(id: id, count: count, continuation: continuation))
            }
        } onCancel: {
            cancelWatcher(id)
        }
        state.withLock { _ = $0.canceled.remove(id) }
    }

    private func enter(_ sleeper: Sleeper) {
        let (result, satisfied) = state.withLock { state -> (Bool?, [Watcher]) in
            if state.canceled.contains(sleeper.id) { return (false, []) }
            if sleeper.deadline <= state.now { return (true, []) }
            let index = state.sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? state.sleepers.endIndex
            state.sleepers.insert(sleeper, at: index)
            return (nil, state.takeSatisfiedWatchers())
        }
        if let result { sleeper.continuation.resume(returning: result) }
        for watcher in satisfied { watcher.continuation.resume() }
    }

    private func cancelSleeper(_ id: UInt64) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.canceled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(returning: false)
    }

    private func watch(_ watcher: Watcher) {
        let isOver = state.withLock { state in
            if state.canceled.contains(watcher.id) || state.sleepers.count >= watcher.count { return true }
            state.watchers.append(watcher)
            return false
        }
        if isOver { watcher.continuation.resume() }
    }

    private func cancelWatcher(_ id: UInt64) {
        let watcher = state.withLock { state -> Watcher? in
            guard let index = state.watchers.firstIndex(where: { $0.id == id }) else {
                state.canceled.insert(id)
                return nil
            }
            return state.watchers.remove(at: index)
        }
        watcher?.continuation.resume()
    }
}
