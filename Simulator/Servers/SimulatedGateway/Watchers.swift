import SimulatedPages
import SimulatedPayments

/// Requests that wait until something happens in an account; no more than a number, since each holds a connection.
struct Watchers: Sendable {
    /// A request whose waiting is over.
    struct Woken: Sendable {
        fileprivate let reply: Reply
        fileprivate let newest: String?

        /// Answers it.
        ///
        /// - Parameter isOnDisk: whether what happened is kept; otherwise nothing may be told.
        func tell(_ isOnDisk: Bool) { reply.answer(isOnDisk ? .answer(ChangeWatch.changed(newest)) : .closed) }
    }

    static let maximumCount = 64

    private var waiting: [(number: Int, watch: ChangeWatch, reply: Reply)] = []
    private var number = 0

    /// The accounts that are watched, one for each request.
    var accounts: [String] { waiting.map(\.watch.account) }

    /// Lets a request wait; nil when too many do already.
    mutating func add(_ watch: ChangeWatch, _ reply: Reply) -> Int? {
        guard waiting.count < Self.maximumCount else { return nil }
        number += 1
        waiting.append((number, watch, reply))
        return number
    }

    /// Takes those whose account is not as they saw it.
    ///
    /// - Parameter newest: the newest change of each account, in the order of `accounts`.
    mutating func takeChanged(_ newest: [String?]) -> [Woken] {
        let pairs = zip(waiting, newest)
        let woken = pairs.filter { $0.watch.seen != $1 }.map { Woken(reply: $0.reply, newest: $1) }
        if !woken.isEmpty { waiting = pairs.filter { $0.watch.seen == $1 }.map(\.0) }
        return woken
    }

    /// Takes one out; nil when it is gone.
    mutating func take(_ number: Int) -> Reply? {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        return waiting.remove(at: index).reply
    }
}
