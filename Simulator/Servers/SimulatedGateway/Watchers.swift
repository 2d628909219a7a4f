import SimulatedPages
import SimulatedPayments
import TenderHTTPServer

/// The requests that wait until something happens in an account; a limited number, since each holds a connection.
struct Watchers: Sendable {
    /// A request whose wait is over.
    struct Woken: Sendable {
        fileprivate let reply: HTTPServerReply
        fileprivate let newest: String?

        /// Answers the request.
        ///
        /// - Parameter isOnDisk: Whether the change is stored; otherwise nothing may be reported.
        func tell(_ isOnDisk: Bool) { reply.answer(isOnDisk ? .answer(ChangeWatch.changed(newest)) : .closed) }
    }

    static let maximumCount = 64

    private var waiting: [(number: Int, watch: ChangeWatch, reply: HTTPServerReply)] = []
    private var number = 0

    /// The watched accounts, one per request.
    var accounts: [String] { waiting.map(\.watch.account) }

    /// Lets a request wait, or returns `nil` if too many already do.
    mutating func add(_ watch: ChangeWatch, _ reply: HTTPServerReply) -> Int? {
        guard waiting.count < Self.maximumCount else { return nil }
        number += 1
        waiting.append((number, watch, reply))
        return number
    }

    /// Removes and returns the requests whose account is not as they saw it.
    ///
    /// - Parameter newest: The newest change of each account, in the order of `accounts`.
    mutating func takeChanged(_ newest: [String?]) -> [Woken] {
        let pairs = zip(waiting, newest)
        let woken = pairs.filter { $0.watch.seen != $1 }.map { Woken(reply: $0.reply, newest: $1) }
        if !woken.isEmpty { waiting = pairs.filter { $0.watch.seen == $1 }.map(\.0) }
        return woken
    }

    /// Removes and returns one reply; `nil` when it is gone.
    mutating func take(_ number: Int) -> HTTPServerReply? {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        return waiting.remove(at: index).reply
    }
}
