/// Why a simulated gateway cannot run.
public enum SimulatedGatewayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing listens on the port: it is taken, the system gives none, or the address is not one of this machine.
    case cannotListen(host: String, port: UInt16, reason: String)
    /// The file cannot be used.
    case storage(path: String, reason: String)

    /// The system gives no thread.
    case noThread(reason: String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host) port \(port): \(reason)"
        case .storage(let path, let reason): "cannot use '\(path)' for the simulated gateway: \(reason)"
        case .noThread(let reason): "cannot start a thread for the simulated gateway: \(reason)"
        }
    }
}
