package import TenderFlow

/// The running timers of a machine, for a shell that sleeps once for all of them.
///
/// A command that is answered in time costs no task and no timer of the system: only its deadline comes and goes.
package struct Deadlines {
    private var times: [Serial: Duration] = [:]
    private let elapsed: @Sendable () -> Duration

    /// No timers yet, on a clock.
    package init(_ clock: some Clock<Duration>) {
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

    /// Forgets all of them.
    package mutating func stopAll() { times = [:] }
}
