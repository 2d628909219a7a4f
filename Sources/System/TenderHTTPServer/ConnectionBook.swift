/// The state of each connection of the server, and which of them have exceeded their time.
///
/// A value without sockets or clock: the times are milliseconds of a monotonic clock. The library drops a silent
/// connection; only this book knows one that sends a byte now and then, of which there may be a thousand.
struct ConnectionBook {
    /// The time limits, in milliseconds.
    struct Limits: Hashable {
        /// The limit for a whole request, from the beginning of the connection or, on a reused one, from its first
        /// line.
        var request: Int64 = 30_000
        /// The same while there is hardly room for others.
        var requestWhenCrowded: Int64 = 2_000
        /// The limit until the first line of the next request.
        var pause: Int64 = 150_000
        /// The same while there is hardly room for others.
        var pauseWhenCrowded: Int64 = 10_000
        /// The limit for an answer on its way to a client that reads it.
        var answer: Int64 = 120_000
    }

    private enum Phase {
        /// A request is expected or arriving, since a time.
        case arriving(Int64)
        /// The rules have the request; a delay here is not the client's fault.
        case atWork
        /// The answer is being sent, since a time.
        case leaving(Int64)
        /// Nothing is expected since a time, after an answer was sent.
        case pausing(Int64)
    }

    private let maximum: Int
    private let limits: Limits
    private var phases: [Int32: Phase] = [:]

    /// - Parameter maximum: The maximum number of connections.
    init(maximum: Int, limits: Limits = Limits()) {
        self.maximum = maximum
        self.limits = limits
    }

    var count: Int { phases.count }

    /// Whether nearly all of the room is taken: clients that have sent nothing complete then make room for others
    /// sooner.
    private var isCrowded: Bool { phases.count * 10 >= maximum * 9 }

    mutating func opened(_ connection: Int32, at now: Int64) { phases[connection] = .arriving(now) }

    /// Notes that the first line of a request is there.
    mutating func begun(_ connection: Int32, at now: Int64) {
        if case .pausing? = phases[connection] { phases[connection] = .arriving(now) }
    }

    /// Notes that the whole request is there.
    mutating func arrived(_ connection: Int32) { phases[connection] = .atWork }

    mutating func answered(_ connection: Int32, at now: Int64) { phases[connection] = .leaving(now) }

    /// Notes that the answer was sent, or that the request ended without one.
    mutating func ended(_ connection: Int32, at now: Int64) {
        if phases[connection] != nil { phases[connection] = .pausing(now) }
    }

    mutating func closed(_ connection: Int32) { phases[connection] = nil }

    /// Returns the connections that have exceeded their time, in order.
    func overdue(at now: Int64) -> [Int32] {
        let isCrowded = isCrowded
        return phases.filter { isOverdue($0.value, now, isCrowded) }.keys.sorted()
    }

    private func isOverdue(_ phase: Phase, _ now: Int64, _ isCrowded: Bool) -> Bool {
        switch phase {
        case .atWork: false
        case .arriving(let start): now - start >= (isCrowded ? limits.requestWhenCrowded : limits.request)
        case .leaving(let start): now - start >= limits.answer
        case .pausing(let start): now - start >= (isCrowded ? limits.pauseWhenCrowded : limits.pause)
        }
    }
}
