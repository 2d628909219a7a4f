import CMicroHTTPD
import SimulatedPayments
import TenderBytes

/// The way back to one request: the answer may come while its handler runs, or later and from any thread.
final class Reply: Sendable {
    private enum State {
        case isOpen
        /// The address of the connection, which is suspended until the answer is there.
        case isAwaited(UInt)
        case isAnswered(Delivery)
    }

    private let state = Guarded<State>(.isOpen)

    /// Answers; must be called once, or the connection stays suspended forever.
    func answer(_ delivery: Delivery) {
        state.withLock { state in
            if case .isAwaited(let address) = state { MHD_resume_connection(OpaquePointer(bitPattern: address)) }
            state = .isAnswered(delivery)
        }
    }

    /// Returns the answer, or suspends the connection and returns `nil` until there is one.
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
