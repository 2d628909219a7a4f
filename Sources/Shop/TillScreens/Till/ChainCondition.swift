/// The condition of the journal's copy at head office.
public struct ChainCondition: Hashable, Sendable {
    /// Something that somebody has to look into.
    public enum Problem: Hashable, Sendable {
        /// There is no connection.
        case disconnected
        /// The server refuses this till.
        case refused
        /// Nobody has taken the journal into the chain.
        case notEnrolled
        /// No new ticket is begun.
        case stopped(SellingStop)
        /// The journal cannot be read for copying.
        case unreadable
        /// The copy is of no use.
        case unusable
        /// Nobody copies any more, since a time in milliseconds since 1970.
        case silent(since: Int64)
        /// What is told of the copy cannot be read.
        case damaged
    }

    /// How many records the copy has not got yet.
    public var waiting: Int64
    /// When the copy was last whole, in milliseconds since 1970; `nil` if unknown.
    public var since: Int64?
    /// What has to be looked into; `nil` for nothing.
    public var problem: Problem?

    /// Creates a condition.
    public init(waiting: Int64 = 0, since: Int64? = nil, problem: Problem? = nil) {
        self.waiting = waiting
        self.since = since
        self.problem = problem
    }

    /// Why no new ticket is begun; `nil` if one may be.
    public var stop: SellingStop? {
        guard case .stopped(let stop) = problem else { return nil }
        return stop
    }
}
