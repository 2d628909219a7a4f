import CMicroHTTPD
import TenderBytes

/// The way back to one request: the answer may come while its handler runs, or later and from any thread.
public final class HTTPServerReply: Sendable {
    private enum State {
        case isOpen
        /// The address of the connection, which is suspended until the answer is there.
        case isAwaited(UInt)
        case isAnswered(HTTPServerAnswer)
    }

    private let state = Guarded<State>(.isOpen)

    /// Creates the way back to a request that nobody has answered.
    public init() {}

    /// Answers; must be called once, or the connection stays suspended forever.
    public func send(_ answer: HTTPServerAnswer) {
        state.withLock { state in
            if case .isAwaited(let address) = state { MHD_resume_connection(OpaquePointer(bitPattern: address)) }
            state = .isAnswered(answer)
        }
    }

    /// Returns the answer, or suspends the connection and returns `nil` until there is one.
    ///
    /// For the server's thread.
    func answer(orSuspend connection: OpaquePointer) -> HTTPServerAnswer? {
        let address = UInt(bitPattern: connection)
        return state.withLock { state in
            if case .isAnswered(let answer) = state { return answer }
            if let connection = OpaquePointer(bitPattern: address) { MHD_suspend_connection(connection) }
            state = .isAwaited(address)
            return nil
        }
    }
}
