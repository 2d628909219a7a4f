import Glibc

/// A monitor of the emulated machine that reads only when it is told to: a socket with the name of one.
final class MonitorSocket: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Enters the monitor.
    init?() {
        guard let place = getenv("UMOCKDEV_DIR") else { return nil }
        path = String(cString: place) + "/event999"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard Self.withAddress(path, { Int(bind(descriptor, $0, $1)) }) == 0 else { return nil }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Fills the queue with messages of one byte.
    func fill() {
        let other = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(other) }
        var sent = 1
        while sent == 1 {
            sent = Self.withAddress(path) { sendto(other, [0 as UInt8], 1, Int32(MSG_DONTWAIT), $0, $1) }
        }
    }

    /// Waits for an event of a device; what filled the queue is passed over.
    func readEvent() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, Int32(MSG_TRUNC)) == 1 {}
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int) -> Int {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafeBytes(of: &address) { buffer in
            guard let start = buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
            return body(start, socklen_t(buffer.count))
        }
    }
}
