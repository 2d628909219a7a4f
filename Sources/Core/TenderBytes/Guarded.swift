import Glibc

/// A value that one thread at a time may touch.
///
/// `Synchronization.Mutex` would do the same, but a contended one waits in the kernel, unseen by the thread sanitizer,
/// which then reports races between its critical sections. It knows POSIX mutexes.
public final class Guarded<Value: ~Copyable>: @unchecked Sendable {
    /// A value of no size would have the object's own address, which is read without the mutex.
    private struct Cell: ~Copyable {
        var value: Value
        let size: UInt8 = 0
    }

    // Protected by the mutex.
    private var cell: Cell
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Takes the value; nobody else may keep a hold of it.
    public init(_ value: consuming sending Value) {
        cell = Cell(value: value)
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        passMutex()
    }

    deinit {
        passMutex()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Orders the beginning and the end of the value with what others do to it.
    ///
    /// The way by which the object comes to another thread orders them too; the thread sanitizer sees only the mutex.
    private func passMutex() {
        pthread_mutex_lock(mutex)
        pthread_mutex_unlock(mutex)
    }

    /// Lends the value to `body` alone; it must not call out, resume anybody, or take the same lock again.
    public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&cell.value)
    }
}
