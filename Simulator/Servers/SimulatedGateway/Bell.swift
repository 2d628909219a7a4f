import Dispatch
import TenderBytes

/// Wakes one thread; rung often before it is heard, it is heard once.
final class Bell: Sendable {
    private let isRung = Guarded(false)
    private let semaphore = DispatchSemaphore(value: 0)

    func ring() {
        let isFirst = isRung.withLock { isRung in
            defer { isRung = true }
            return !isRung
        }
        if isFirst { semaphore.signal() }
    }

    /// Returns when it was rung since the last time, or when the time is over.
    func wait(milliseconds: Int?) {
        let timeout = milliseconds.map { DispatchTime.now() + .milliseconds($0) } ?? .distantFuture
        guard semaphore.wait(timeout: timeout) == .success else { return }
        isRung.withLock { $0 = false }
    }
}
