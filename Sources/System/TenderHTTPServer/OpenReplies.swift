import TenderBytes

/// The replies that a server owes: libmicrohttpd ends the process that stops it while a connection is suspended.
final class OpenReplies: Sendable {
    private struct State {
        var isStopping = false
        var isReleased = false
        var replies: [ObjectIdentifier: HTTPServerReply] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
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
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.replies[ObjectIdentifier(reply)] = nil
            guard state.replies.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until nothing is owed: every answer was sent, or its client is gone.
    func waitUntilSent() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                let isOver = state.isReleased || state.replies.isEmpty
                if !isOver { state.waiters.append(continuation) }
                return isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Ends every wait for what is owed, now and later.
    func release() {
        let waiters = state.withLock { state in
            state.isReleased = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Abandons all that is not answered, and whatever comes from now on.
    func stop() {
        let left = state.withLock { state in
            state.isStopping = true
            return Array(state.replies.values)
        }
        release()
        for reply in left { reply.abandon() }
    }
}
