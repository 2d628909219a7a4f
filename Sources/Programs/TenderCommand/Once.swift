import Tender

/// A guard that runs only the first of several calls.
final class Once: Sendable {
    private let isDone = Guarded(false)

    func run(_ action: () -> Void) {
        let isFirst = isDone.withLock { done in
            defer { done = true }
            return !done
        }
        if isFirst { action() }
    }
}
