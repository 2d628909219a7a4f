package import TenderFlow

/// The running timers of a machine, for a shell that sleeps once for all of them.
///
/// A command that is answered in time costs neither a task nor a system timer: only its deadline comes and goes. Timers
/// end with their shell: the last sleep is canceled when the value is destroyed.
package struct Deadlines: ~Copyable {
    /// There are few, so that a list is faster than a table.
    private var times: [(timer: Serial, due: Duration)] = []
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    /// The sleep until a deadline, or until one that no longer exists, because later ones usually follow.
    ///
    /// There is one for all timers: a canceled sleep stays in memory until its time, and a peer can cause an unlimited
    /// number of timers to be started and stopped.
    private var alarm: (time: Duration, task: Task<Void, Never>)?

    /// Creates an empty set of timers on a clock.
    package init(_ clock: some Clock<Duration>) {
        self.clock = clock
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    deinit { alarm?.task.cancel() }

    /// The time at which the next timer expires, on the scale of `now`; `nil` if there is none.
    package var next: Duration? { times.lazy.map(\.due).min() }

    /// The time since these deadlines were created.
    package var now: Duration { elapsed() }

    package mutating func start(_ timer: Serial, _ duration: Duration) {
        stop(timer)
        times.append((timer, now + duration))
    }

    /// Removes a timer.
    package mutating func stop(_ timer: Serial) { times.removeAll { $0.timer == timer } }

    /// Removes and returns the timer that expired first; `nil` if none has.
    package mutating func takeExpired() -> Serial? {
        let now = now
        let expired = times.filter { $0.due <= now }.min { ($0.due, $0.timer) < ($1.due, $1.timer) }?.timer
        if let expired { stop(expired) }
        return expired
    }

    /// Whether the next timer expires before the alarm rings, or there is none.
    package var needsAlarm: Bool {
        guard let next else { return false }
        return alarm.map { next < $0.time } ?? true
    }

    /// Arranges for `ring` to be called when the next timer expires, or somewhat earlier; it must start with
    /// `beginRinging`.
    package mutating func setAlarm(_ ring: @escaping @Sendable () async -> Void) {
        guard needsAlarm, let next else { return }
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

    /// Returns whether the ringing alarm counts: a sleep that was cut short just as it ended has a successor.
    package mutating func beginRinging() -> Bool {
        guard !Task.isCancelled else { return false }
        alarm = nil
        return true
    }

    /// Removes all timers.
    package mutating func stopAll() {
        times = []
        alarm?.task.cancel()
        alarm = nil
    }
}
