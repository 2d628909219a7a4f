/// Watches holds: raises alarms before they end, and decides, as a policy says, what to do with forgotten ones.
///
/// It works on one hold at a time, and carries nothing out: a decision is a command like a person's. The wall clock is
/// not believed at once: a decision needs two looks in a row between which that clock and the time since boot agree.
public struct HoldWatch: Hashable, Sendable, Codable {
    /// What happens to it.
    public enum Event: Hashable, Sendable, Codable {
        /// What earlier processes left is known.
        case started
        /// The journal's holds, at this moment.
        case read([Hold], Stamp)
        /// The journal could not be read.
        case unreadable
        /// The pause is over.
        case pauseEnded
        /// The command about this hold ended.
        case finished(String)
    }

    /// What it asks for.
    public enum Action: Hashable, Sendable, Codable {
        /// Reads the journal's holds.
        case read
        /// Starts a pause.
        case pause(Duration)
        /// Tells subscribers.
        case alarm(HoldAlarm)
        /// Finishes a hold by this rule; without one, only looks up what became of it.
        case finish(String, HoldRule?)
    }

    /// The shortest pause between two looks, in seconds.
    static let shortestPause: Int64 = 60
    /// The difference of the clocks, in milliseconds, from which the wall clock is in doubt.
    private static let longestDrift: Int64 = 5000

    private enum Phase: Hashable, Sendable, Codable { case idle, reading, acting, resting }

    private struct Work: Hashable, Sendable, Codable {
        var intentID: String
        var rule: HoldRule?
    }

    private let policy: HoldPolicy
    private var phase = Phase.idle
    /// The moment of the last look.
    private var looked: Stamp?
    /// The number of alarms that were raised for each hold.
    private var raised: [String: Int] = [:]
    /// The time until which a hold that was acted on is left alone, in seconds since 1970.
    private var resting: [String: Int64] = [:]
    private var work: [Work] = []
    /// The pause that follows.
    private var pause: Int64 = 0

    /// Creates a watch, which waits for `started`.
    public init(_ policy: HoldPolicy) { self.policy = policy }

    /// Handles one event and returns the actions to carry out.
    public mutating func handle(_ event: Event) -> [Action] {
        switch (phase, event) {
        case (.idle, .started) where policy.watches, (.resting, .pauseEnded): return read()
        case (.reading, .read(let holds, let now)): return look(holds, now)
        case (.reading, .unreadable): return rest(policy.pause)
        case (.acting, .finished(let id)) where work.first?.intentID == id:
            work.removeFirst()
            return act()
        case (.idle, _), (.reading, _), (.acting, _), (.resting, _): return []
        }
    }

    private mutating func read() -> [Action] {
        phase = .reading
        return [.read]
    }

    private mutating func rest(_ seconds: Int64) -> [Action] {
        phase = .resting
        return [.pause(.seconds(seconds))]
    }

    private mutating func act() -> [Action] {
        guard let next = work.first else { return rest(pause) }
        phase = .acting
        return [.finish(next.intentID, next.rule)]
    }

    private mutating func look(_ holds: [Hold], _ stamp: Stamp) -> [Action] {
        let isBelieved = looked.map { Self.agree($0, stamp) } ?? false
        looked = stamp
        let now = stamp.unixMilliseconds / 1000
        forget(beside: Set(holds.map(\.intentID)), now)
        let alarms = holds.compactMap { alarm($0, now) }
        work = holds.compactMap { decide($0, stamp, isBelieved) }
        for work in work { resting[work.intentID] = now + policy.pause }
        pause = min(policy.pause, max(Self.shortestPause, holds.compactMap { next($0, stamp) }.min() ?? .max))
        return alarms.map { .alarm($0) } + act()
    }

    /// Whether the wall clock went on between two moments as the time since boot did.
    private static func agree(_ earlier: Stamp, _ now: Stamp) -> Bool {
        guard earlier.boot == now.boot else { return false }
        let (wall, wallOverflow) = now.unixMilliseconds.subtractingReportingOverflow(earlier.unixMilliseconds)
        let (up, upOverflow) = now.upMilliseconds.subtractingReportingOverflow(earlier.upMilliseconds)
        guard !wallOverflow, !upOverflow, wall >= 0, up >= 0 else { return false }
        return (wall - up).magnitude <= longestDrift
    }

    private mutating func forget(beside holds: Set<String>, _ now: Int64) {
        raised = raised.filter { holds.contains($0.key) }
        // A clock that went back would let a hold rest too long.
        resting = resting.filter { holds.contains($0.key) && $0.value > now && $0.value <= now + policy.pause }
    }

    // MARK: - Alarms

    private mutating func alarm(_ hold: Hold, _ now: Int64) -> HoldAlarm? {
        guard let left = hold.left(at: now) else { return nil }
        let leads = policy.leads
        let crossed = leads.filter { left <= $0 }
        let level = left <= 0 ? leads.count + 1 : crossed.count
        let before = raised.updateValue(level, forKey: hold.intentID) ?? 0
        guard level > before else { return nil }
        return HoldAlarm(hold, left <= 0 ? .lapsed : .endsWithin(crossed.last ?? 0))
    }

    // MARK: - Decisions

    private func decide(_ hold: Hold, _ now: Stamp, _ isBelieved: Bool) -> Work? {
        guard resting[hold.intentID] == nil else { return nil }
        guard !hold.isLapsed(at: now.unixMilliseconds / 1000) else { return Work(intentID: hold.intentID) }
        guard isBelieved, hold.mayBeFinished,
            let rule = policy.rules.first(where: { rule in rule.wait(hold, at: now).map { $0 <= 0 } ?? false })
        else { return nil }
        return Work(intentID: hold.intentID, rule: rule)
    }

    /// Returns the seconds until something may be due for a hold.
    private func next(_ hold: Hold, _ now: Stamp) -> Int64? {
        let left = hold.left(at: now.unixMilliseconds / 1000)
        let alarms = left.map { left in [left] + policy.leads.map { left.subtracting($0) } } ?? []
        let isFree = hold.mayBeFinished && resting[hold.intentID] == nil
        let rules = isFree ? policy.rules.compactMap { $0.wait(hold, at: now) } : []
        return (alarms.filter { $0 > 0 } + rules).map { max(0, $0) }.min()
    }
}
