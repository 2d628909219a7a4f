import Glibc
import TenderDevices
import TenderReaders

/// A socket that accepts connections.
struct SocketListener: Sendable {
    private let descriptor: Descriptor
    /// The path of a local socket, deleted with it.
    private let path: String?

    /// Listens on a TCP port; 0 for any free one.
    static func tcp(host: String, port: UInt16) async throws(TransportError) -> SocketListener {
        let addresses = try await SocketAddress.resolve(host: host, port: port, until: .now + .seconds(10))
        guard let address = addresses.first else { throw .notFound(host) }
        let name = "\(host):\(port)"
        let descriptor = try address.makeSocket(name: name)
        try descriptor.use { (number) throws(TransportError) in
            var isOn: Int32 = 1
            setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
            guard address.withPointer({ bind(number, $0, $1) }) == 0, listen(number, 8) == 0 else {
                throw failure("listen on \(name)")
            }
        }
        return SocketListener(descriptor: descriptor, path: nil)
    }

    /// Listens on a local socket; its file must not exist.
    static func local(path: String) throws(TransportError) -> SocketListener {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw failure("socket") }
        let descriptor = Descriptor(number, name: path, isSocket: true)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            guard path.utf8.count < buffer.count else { return false }
            buffer.copyBytes(from: path.utf8)
            return true
        }
        guard isShort else { throw .failed("\(path) is too long for a socket") }
        let result = withUnsafeBytes(of: &address) { buffer in
            bind(number, buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
        }
        guard result == 0 else { throw failure("listen on \(path)") }
        guard listen(number, 1) == 0 else { throw failure("listen on \(path)") }
        return SocketListener(descriptor: descriptor, path: path)
    }

    /// The TCP port.
    var port: UInt16 {
        get throws(TransportError) {
            try descriptor.use { (number) throws(TransportError) in
                var storage = sockaddr_storage()
                var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
                let result = withUnsafeMutableBytes(of: &storage) { buffer in
                    getsockname(number, buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
                }
                guard result == 0 else { throw Self.failure("getsockname") }
                // Both address families have the port at the same offset, high byte first.
                return withUnsafeBytes(of: &storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
            }
        }
    }

    /// Waits for a connection.
    ///
    /// - Throws: `.canceled`, or the error that keeps the socket from accepting.
    func accept() async throws(TransportError) -> Descriptor {
        while true {
            let connection = try descriptor.use { (number) throws(TransportError) in
                (number: Glibc.accept(number, nil, nil), code: errno)
            }
            if connection.number >= 0 {
                var isOn: Int32 = 1
                // A local socket rejects this option, and does not delay either.
                setsockopt(
                    connection.number, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
                return Descriptor(connection.number, name: descriptor.name, isSocket: true)
            }
            switch connection.code {
            case EAGAIN: try await descriptor.wait(forWriting: false)
            case EINTR, ECONNABORTED: continue
            default: throw .failed("accept: \(String(cString: strerror(connection.code)))")
            }
        }
    }

    /// Closes the socket; deletes a local socket's file.
    func close() async {
        await descriptor.close()
        if let path { unlink(path) }
    }

    private static func failure(_ call: String) -> TransportError {
        .failed("\(call): \(String(cString: strerror(errno)))")
    }
}
