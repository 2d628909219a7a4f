import Foundation
import TenderPostgres

/// A socket in a folder of its own, where PostgreSQL's clients look for a server, with threads that serve its connections.
final class SocketPeer: Sendable {
    let folder: URL
    private let listener: Int32

    struct Failure: Error {}

    /// Listens; `serve` is given each connection, which is closed when it returns.
    init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tender-peer-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let path = folder.appendingPathComponent(".s.PGSQL.5432").path
        let isBound = Self.withAddress(path) { [listener] in bind(listener, $0, $1) == 0 }
        guard isBound, listen(listener, 10) == 0 else { throw Failure() }
        Thread.detachNewThread { [listener] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                Thread.detachNewThread {
                    serve(connection)
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(at: folder)
    }

    /// The way to it.
    var configuration: PostgresConfiguration {
        PostgresConfiguration(host: folder.path, database: "tender", user: "tender", security: .none)
    }

    /// A connection to a server's socket; negative if there is none.
    static func connect(to path: String) -> Int32 {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard withAddress(path, { Foundation.connect(number, $0, $1) == 0 }) else {
            close(number)
            return -1
        }
        return number
    }

    /// Some bytes; empty at the end.
    static func read(_ number: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Foundation.read(number, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Writes all bytes; returns `false` if nobody takes them.
    @discardableResult static func write(_ bytes: [UInt8], to number: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func withAddress<Value>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
