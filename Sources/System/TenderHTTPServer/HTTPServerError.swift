/// The reason that a server cannot run: the port is taken, the system provides none, or the address is not one of this
/// machine.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address, or the path of a socket.
    public let host: String
    /// The port.
    public let port: UInt16
    /// What the system says.
    public let reason: String

    /// A sentence for people to read.
    public var description: String {
        host.hasPrefix("/") ? "cannot listen at \(host): \(reason)" : "cannot listen on \(host) port \(port): \(reason)"
    }
}
