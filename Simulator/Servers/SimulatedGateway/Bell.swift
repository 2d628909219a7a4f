import Dispatch
import TenderBytes

/// A bell that wakes one thread; several rings before it is heard count as one.
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

    /// Returns once it was rung since the last time, or when the time is up.
    func wait(milliseconds: Int?) {
        let timeout = milliseconds.map { DispatchTime.now() + .milliseconds($0) } ?? .distantFuture
        guard semaphore.wait(timeout: timeout) == .success else { return }
        isRung.withLock { $0 = false }
    }
}
