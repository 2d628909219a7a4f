import CMicroHTTPD
import SimulatedPayments
import TenderBytes

/// The way back to one request: the answer may come while its handler runs, or later and from any thread.
final class Reply: Sendable {
    private enum State {
        case isOpen
        /// The connection's address; it sleeps until the answer is there.
        case isAwaited(UInt)
        case isAnswered(Delivery)
    }

    private let state = Guarded<State>(.isOpen)

    /// Answers; has to be called once, or the connection sleeps for ever.
    func answer(_ delivery: Delivery) {
        state.withLock { state in
            if case .isAwaited(let address) = state { MHD_resume_connection(OpaquePointer(bitPattern: address)) }
            state = .isAnswered(delivery)
        }
    }

    /// The answer; `nil` when there is none yet, and the connection sleeps until then.
    ///
    /// For the server's thread.
    func delivery(orSuspend connection: OpaquePointer) -> Delivery? {
        let address = UInt(bitPattern: connection)
        return state.withLock { state in
            if case .isAnswered(let delivery) = state { return delivery }
            if let connection = OpaquePointer(bitPattern: address) { MHD_suspend_connection(connection) }
            state = .isAwaited(address)
            return nil
        }
    }
}
