import Glibc

/// A TCP socket of this machine; every call may block.
struct Socket: Hashable, Sendable {
    let descriptor: Int32

    struct Failure: Error, Hashable {
        let function: String
        let code: Int32
    }

    /// A stream socket that no child process inherits.
    private static let streamWithoutHeirs = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    /// Listens on an ephemeral port of 127.0.0.1.
    static func listening(backlog: Int32) throws -> Socket {
        let socket = Socket(descriptor: Glibc.socket(AF_INET, streamWithoutHeirs, 0))
        guard socket.descriptor >= 0 else { throw Failure(function: "socket", code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bound = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                bind(socket.descriptor, $0.baseAddress, socklen_t(bytes.count))
            }
        }
        guard bound == 0, listen(socket.descriptor, backlog) == 0 else {
            throw Failure(function: "listen", code: errno)
        }
        return socket
    }

    var port: Int {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &size) }
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : 0
    }

    func accept() -> Socket? {
        var accepted: Int32
        repeat { accepted = Glibc.accept(descriptor, nil, nil) } while accepted < 0 && errno == EINTR
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        return accepted >= 0 ? Socket(descriptor: accepted) : nil
    }

    /// Reads some bytes; returns none at the end of the stream.
    func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        var count: Int
        repeat { count = recv(descriptor, &buffer, buffer.count, 0) } while count < 0 && errno == EINTR
        return count > 0 ? Array(buffer[..<count]) : []
    }

    func write(_ bytes: [UInt8]) {
        let noSignal = Int32(MSG_NOSIGNAL)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Shuts down both directions, so that a thread that waits on the socket returns.
    func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Shuts down both directions first, lest a copy in a child process keep the connection open.
    func close() {
        shutDown()
        _ = Glibc.close(descriptor)
    }
}
