import Dispatch
import Glibc
import TenderBytes

/// A watch that closes connections which have exceeded their time, so that half a request holds nobody else up.
final class ConnectionWatch: Sendable {
    private static let period = DispatchTimeInterval.milliseconds(500)

    private let book: Guarded<ConnectionBook>

    init(maximum: Int) { book = Guarded(ConnectionBook(maximum: maximum)) }

    /// Checks periodically, as long as somebody refers to it.
    func start() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.period) { [weak self] in
            self?.endOverdue()
            self?.start()
        }
    }

    /// Returns the uptime of this machine in milliseconds.
    private static func uptime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Notes an event on a connection, which is identified by its socket.
    func note(_ change: (inout ConnectionBook, _ now: Int64) -> Void) {
        let now = Self.uptime()
        book.withLock { change(&$0, now) }
    }

    /// Closes the overdue connections; since the server's thread notes the end of a connection before it closes the
    /// socket, no number belongs to another connection under the lock.
    private func endOverdue() {
        let now = Self.uptime()
        book.withLock { book in
            for connection in book.overdue(at: now) { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }
}
