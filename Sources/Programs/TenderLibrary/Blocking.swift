import Dispatch
import TenderBytes

/// Work on the engine's threads that a caller's thread waits for.
///
/// A caller's thread is never one of the engine's: the library runs no code of its callers.
enum Blocking {
    /// Runs work to its end.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let results = Guarded<[Value]>([])
        Task {
            let value = await work()
            results.withLock { $0.append(value) }
            done.signal()
        }
        done.wait()
        return results.withLock { $0[0] }
    }
}
