import Glibc
import TenderBytes

/// The thread that waits for all descriptors of the process's devices.
package final class Poller: Sendable {
    /// The ID of a wait.
    package typealias Ticket = UInt64

    /// The result of a wait.
    package enum Outcome: Sendable {
        /// The descriptor is ready, or has an error, which the next call on it reports.
        case ready
        /// The deadline passed.
        case timedOut
        /// The wait was canceled.
        case canceled
    }

    /// A single wait for a descriptor.
    package struct Wait: Sendable {
        let descriptor: Int32
        let forWriting: Bool
        /// Whether a wait for writing ends as well when there is something to read.
        var alsoForReading = false
        let deadline: ContinuousClock.Instant?
        let continuation: CheckedContinuation<Outcome, Never>

        fileprivate var events: Int16 {
            Int16(forWriting ? (alsoForReading ? POLLIN | POLLOUT : POLLOUT) : POLLIN)
        }
    }

    private struct State {
        var waits: [Ticket: Wait] = [:]
        var lastTicket: Ticket = 0
        var isRunning = false
    }

    /// The instance of this process; its thread never ends.
    package static let shared = Poller()

    private let state = Guarded(State())
    /// The pipe in which a byte makes the thread look for changes.
    private let wakeReader: Int32
    private let wakeWriter: Int32

    private init() {
        var ends: [Int32] = [-1, -1]
        let canWake = pipe(&ends) == 0
        for end in ends where canWake {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (wakeReader, wakeWriter) = (ends[0], ends[1])
        // A thread that nobody can wake would keep every wait for ever.
        let isRunning = canWake && OwnThread.start { [self] in run() }
        state.withLock { $0.isRunning = isRunning }
    }

    /// Creates the ID of a wait that is about to be entered.
    package func makeTicket() -> Ticket {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Enters a wait; its continuation is resumed once.
    ///
    /// - Returns: `false` if the system has no thread or no descriptors for it, in which case the caller must resume the
    ///   continuation.
    package func enter(_ wait: Wait, as ticket: Ticket) -> Bool {
        let isEntered = state.withLock { state in
            if state.isRunning { state.waits[ticket] = wait }
            return state.isRunning
        }
        if isEntered { wake() }
        return isEntered
    }

    /// Cancels a wait; one that was not entered, or is over, is ignored.
    package func cancel(_ ticket: Ticket) {
        let wait = state.withLock { $0.waits.removeValue(forKey: ticket) }
        wait?.continuation.resume(returning: .canceled)
        if wait != nil { wake() }
    }

    /// Waits until a descriptor can be read or, if asked, written; canceling the task ends the wait.
    ///
    /// The descriptor must stay open until then.
    ///
    /// - Parameter isolation: The isolation of the caller, as for `CallbackCall.wait`.
    package func wait(
        for descriptor: Int32, orForWriting: Bool, until deadline: ContinuousClock.Instant?,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome {
        let ticket = makeTicket()
        return await withTaskCancellationHandler {
            _ = isolation
            return await withCheckedContinuation { continuation in
                let wait = Wait(
                    descriptor: descriptor, forWriting: orForWriting, alsoForReading: true, deadline: deadline,
                    continuation: continuation)
                if !enter(wait, as: ticket) { continuation.resume(returning: .canceled) }
                if Task.isCancelled { cancel(ticket) }
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes the thread as well.
        _ = write(wakeWriter, &byte, 1)
    }

    private func run() {
        while true {
            let waits = state.withLock { Array($0.waits) }
            var polled = [pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)]
            polled += waits.map { _, wait in
                pollfd(fd: wait.descriptor, events: wait.events, revents: 0)
            }
            poll(&polled, nfds_t(polled.count), Self.pause(waits.map(\.value)))
            drain()
            let now = ContinuousClock.now
            for ((ticket, wait), result) in zip(waits, polled.dropFirst()) {
                if result.revents != 0 {
                    finish(ticket, .ready)
                } else if let deadline = wait.deadline, deadline <= now {
                    finish(ticket, .timedOut)
                }
            }
        }
    }

    private func finish(_ ticket: Ticket, _ outcome: Outcome) {
        state.withLock { $0.waits.removeValue(forKey: ticket) }?.continuation.resume(returning: outcome)
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(wakeReader, &bytes, bytes.count) > 0 {}
    }

    /// Returns how long the thread may sleep, in milliseconds, rounded up; -1 for no limit.
    private static func pause(_ waits: [Wait]) -> Int32 {
        guard let next = waits.compactMap(\.deadline).min() else { return -1 }
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: next).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int32(min(seconds, 3600) * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
