import TenderBytes

/// The replies that a server owes: libmicrohttpd ends the process that stops it while a connection is suspended.
final class OpenReplies: Sendable {
    private struct State {
        var isStopping = false
        var replies: [ObjectIdentifier: HTTPServerReply] = [:]
    }

    private let state = Guarded(State())

    /// Adds a reply; returns `false` if the server stops, and nothing may begin.
    func add(_ reply: HTTPServerReply) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            state.replies[ObjectIdentifier(reply)] = reply
            return true
        }
    }

    /// Removes a reply whose exchange has ended.
    func remove(_ reply: HTTPServerReply) {
        state.withLock { _ = $0.replies.removeValue(forKey: ObjectIdentifier(reply)) }
    }

    /// Abandons all that is not answered, and whatever comes from now on.
    func stop() {
        let left = state.withLock { state in
            state.isStopping = true
            return Array(state.replies.values)
        }
        for reply in left { reply.abandon() }
    }
}
