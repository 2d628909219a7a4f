import CMicroHTTPD
import TenderBytes

/// The way back to one request: the answer may come while its handler runs, or later and from any thread.
public final class HTTPServerReply: Sendable {
    private enum State {
        case isOpen
        /// The address of the connection, which is suspended until the answer is there.
        case isAwaited(UInt)
        case isAnswered(HTTPServerAnswer)
        /// The server stops: the connection is closed without an answer, so that the client knows nothing.
        case isAbandoned
    }

    /// How an exchange goes on.
    enum Way {
        case answer(HTTPServerAnswer)
        case wait
        case close
    }

    private let state = Guarded<State>(.isOpen)

    /// Creates the way back to a request that nobody has answered.
    public init() {}

    /// Answers; must be called once, or the connection stays suspended until the server stops.
    public func send(_ answer: HTTPServerAnswer) {
        guard !end(.isAnswered(answer)), case .stream(_, let stream) = answer else { return }
        // Nobody will read it, which its writer must hear.
        stream.detach()
    }

    /// Closes the connection without an answer, unless there is one; ends one that is still being written.
    func abandon() {
        _ = end(.isAbandoned)
        stream?.end()
    }

    /// Forgets the connection, which has ended; waits for a thread that is just waking it.
    func detach() {
        let stream = stream
        state.withLock { $0 = .isAbandoned }
        stream?.detach()
    }

    /// The body that is written piece by piece, if the answer has one.
    private var stream: HTTPServerStream? {
        state.withLock { if case .isAnswered(.stream(_, let stream)) = $0 { stream } else { nil } }
    }

    /// Ends the exchange; returns `false` if it had an end already.
    private func end(_ end: State) -> Bool {
        state.withLock { state in
            switch state {
            case .isOpen: break
            case .isAwaited(let address): MHD_resume_connection(OpaquePointer(bitPattern: address))
            case .isAnswered, .isAbandoned: return false
            }
            state = end
            return true
        }
    }

    /// Returns how the exchange goes on; a connection that waits is suspended.
    ///
    /// For the server's thread.
    func way(of connection: OpaquePointer) -> Way {
        let address = UInt(bitPattern: connection)
        return state.withLock { state in
            switch state {
            case .isAnswered(let answer): return .answer(answer)
            case .isAbandoned: return .close
            case .isOpen, .isAwaited: break
            }
            if let connection = OpaquePointer(bitPattern: address) { MHD_suspend_connection(connection) }
            state = .isAwaited(address)
            return .wait
        }
    }
}
