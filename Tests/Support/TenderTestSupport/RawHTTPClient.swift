import Dispatch
import Glibc

/// An HTTP client that sends exactly what a test says, and reads when it says so.
public final class RawHTTPClient: Sendable {
    /// There is nobody at the port.
    public struct Unreachable: Error {}

    private let number: Int32

    /// Connects to a port of this machine.
    public init(port: UInt16) throws {
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Unreachable() }
    }

    /// Sends bytes.
    public func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a request.
    public func send(_ request: String) { send(Array(request.utf8)) }

    /// Reads until a text has arrived, or the end; returns all that was read.
    public func read(until text: String) async -> String {
        // A thread of its own waits: the server's answers need those of the pool.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.readBlocking(until: text)) }
        }
    }

    private func readBlocking(until text: String) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !String(decoding: bytes, as: UTF8.self).contains(text) {
            let count = recv(number, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends a request of one exchange and returns the whole answer.
    public static func exchange(port: UInt16, _ request: String) async throws -> String {
        let client = try RawHTTPClient(port: port)
        defer { client.close() }
        client.send(request)
        return await client.read(until: "\u{0}")
    }

    /// Closes the connection.
    public func close() { Glibc.close(number) }
}
