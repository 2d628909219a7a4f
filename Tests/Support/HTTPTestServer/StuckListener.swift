import Glibc

/// A port on which a connection is never made: its queue is full and nobody accepts from it.
public final class StuckListener: Sendable {
    private let listener: Socket
    private let fillers: [Int32]

    /// The port.
    public let port: Int

    /// Opens the port and fills its queue.
    public init() throws {
        let listener = try Socket.listening(backlog: 0)
        self.listener = listener
        port = listener.port
        fillers = (0..<4).map { _ in Self.connect(port: listener.port) }
    }

    deinit {
        for filler in fillers { close(filler) }
        listener.close()
    }

    private static func connect(port: Int) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafeBytes(of: &address) { bytes in
            _ = bytes.withMemoryRebound(to: sockaddr.self) {
                Glibc.connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
            }
        }
        return descriptor
    }
}
