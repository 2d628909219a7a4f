package import TenderFlow

/// The running timers of a machine, for a shell that sleeps once for all of them.
///
/// A command that is answered in time costs no task and no timer of the system: only its deadline comes and goes.
package struct Deadlines {
    private var times: [Serial: Duration] = [:]
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    /// Sleeps until a deadline, or until one that is gone meanwhile: the next are later mostly.
    ///
    /// One for all timers: a sleep that was canceled stays in memory until its time, and a peer may have timers started and
    /// stopped without an end.
    private var alarm: (time: Duration, task: Task<Void, Never>)?

    /// No timers yet, on a clock.
    package init(_ clock: some Clock<Duration>) {
        self.clock = clock
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    /// When the next timer runs out, counted like `now`; nil when there is none.
    package var next: Duration? { times.values.min() }

    /// The time since these deadlines were made.
    package var now: Duration { elapsed() }

    /// Starts a timer.
    package mutating func start(_ timer: Serial, _ duration: Duration) { times[timer] = now + duration }

    /// Forgets a timer.
    package mutating func stop(_ timer: Serial) { times[timer] = nil }

    /// Takes the timer that ran out first; nil when none has.
    package mutating func takeExpired() -> Serial? {
        let now = now
        let expired = times.filter { $0.value <= now }.min { ($0.value, $0.key) < ($1.value, $1.key) }
        if let expired { times[expired.key] = nil }
        return expired?.key
    }

    /// Has `ring` called when the next timer runs out, or somewhat before; the caller begins it with `beginRinging`.
    package mutating func setAlarm(_ ring: @escaping @Sendable () async -> Void) {
        guard let next, alarm.map({ next < $0.time }) ?? true else { return }
        alarm?.task.cancel()
        let pause = next - now
        alarm = (
            next,
            Task { [clock] in
                guard (try? await clock.sleep(for: pause)) != nil else { return }
                await ring()
            }
        )
    }

    /// Whether the alarm that rings counts: a sleep that was cut short as it ended has a successor.
    package mutating func beginRinging() -> Bool {
        guard !Task.isCancelled else { return false }
        alarm = nil
        return true
    }

    /// Forgets all of them.
    package mutating func stopAll() {
        times = [:]
        alarm?.task.cancel()
        alarm = nil
    }
}
