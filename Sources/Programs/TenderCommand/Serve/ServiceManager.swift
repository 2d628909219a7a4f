import Glibc

/// The manager that started this process, such as systemd: it is told when the service is ready, and that it is well
/// (sd_notify(3)).
struct ServiceManager: Sendable {
    private let path: String?
    private let watchdogPeriod: Duration?

    init() {
        path = UserState.environment("NOTIFY_SOCKET")
        let isForUs = UserState.environment("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
        // Half of the time that the manager waits, as its documentation recommends.
        watchdogPeriod =
            isForUs
            ? UserState.environment("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap {
                $0 > 0 ? .microseconds($0 / 2) : nil
            }
            : nil
    }

    /// Sends a message; nobody is told if there is no manager.
    func tell(_ message: String) {
        guard let path, var address = Self.address(path) else { return }
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return }
        defer { close(number) }
        let bytes = Array(message.utf8)
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(number, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }

    /// Tells again and again that the service is well, each time that `check` has returned; `nil` if nobody wants to know.
    func watch(_ check: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        guard path != nil, let watchdogPeriod else { return nil }
        return Task {
            while (try? await Task.sleep(for: watchdogPeriod)) != nil {
                await check()
                tell("WATCHDOG=1")
            }
        }
    }

    /// Returns the address of a path; an `@` stands for the zero byte of an abstract name.
    private static func address(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        if bytes[0] == UInt8(ascii: "@") { address.sun_path.0 = 0 }
        return address
    }
}
