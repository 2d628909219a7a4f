/// How far each connection of the server is, and which of them have had their time.
///
/// A value without sockets or clock: the times are milliseconds of a clock that does not go back. The library gives up a connection
/// that is silent; one that sends a byte now and then, and there may be a thousand of them, is known here alone.
struct ConnectionBook {
    /// How long each thing may take, in milliseconds.
    struct Limits: Hashable {
        /// A whole request, from the connection's beginning or, on one that was used before, from its first line.
        var request: Int64 = 30_000
        /// The same while there is hardly room for others.
        var requestWhenCrowded: Int64 = 2_000
        /// Until the next request's first line.
        var pause: Int64 = 150_000
        /// The same while there is hardly room for others.
        var pauseWhenCrowded: Int64 = 10_000
        /// An answer on its way to a client that reads it.
        var answer: Int64 = 120_000
    }

    private enum Phase {
        /// A request is expected, or is coming, since a time.
        case arriving(Int64)
        /// The rules have the request; what takes long here is no fault of the client's.
        case atWork
        /// The answer is leaving since a time.
        case leaving(Int64)
        /// Nothing is expected since a time, when an answer had left.
        case pausing(Int64)
    }

    private let maximum: Int
    private let limits: Limits
    private var phases: [Int32: Phase] = [:]

    /// - Parameter maximum: how many connections there can be.
    init(maximum: Int, limits: Limits = Limits()) {
        self.maximum = maximum
        self.limits = limits
    }

    var count: Int { phases.count }

    /// Whether nearly all of the room is taken: whoever has sent nothing whole then makes room for others sooner.
    private var isCrowded: Bool { phases.count * 10 >= maximum * 9 }

    mutating func opened(_ connection: Int32, at now: Int64) { phases[connection] = .arriving(now) }

    /// The first line of a request is there.
    mutating func begun(_ connection: Int32, at now: Int64) {
        if case .pausing? = phases[connection] { phases[connection] = .arriving(now) }
    }

    /// The whole request is there.
    mutating func arrived(_ connection: Int32) { phases[connection] = .atWork }

    mutating func answered(_ connection: Int32, at now: Int64) { phases[connection] = .leaving(now) }

    /// The answer has left, or the request is over without one.
    mutating func ended(_ connection: Int32, at now: Int64) {
        if phases[connection] != nil { phases[connection] = .pausing(now) }
    }

    mutating func closed(_ connection: Int32) { phases[connection] = nil }

    /// The connections that have had their time, in order.
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
