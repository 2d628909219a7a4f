/// The reason that a simulated gateway cannot run.
public enum SimulatedGatewayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The gateway cannot listen: the port is taken, the system provides none, or the address is not one of this
    /// machine.
    case cannotListen(host: String, port: UInt16, reason: String)
    /// The file cannot be used.
    case storage(path: String, reason: String)

    /// The system provides no thread.
    case noThread(reason: String)

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host) port \(port): \(reason)"
        case .storage(let path, let reason): "cannot use '\(path)' for the simulated gateway: \(reason)"
        case .noThread(let reason): "cannot start a thread for the simulated gateway: \(reason)"
        }
    }
}
