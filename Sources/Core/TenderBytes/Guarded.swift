public import Glibc

/// A value that only one thread at a time can access.
///
/// `Synchronization.Mutex` would do the same, but when contended it waits in the kernel, where the thread sanitizer
/// cannot see it, and the sanitizer then reports races between its critical sections. It understands POSIX mutexes.
public final class Guarded<Value: ~Copyable>: @unchecked Sendable {
    /// A zero-sized value would share the object's own address, which is read without holding the mutex.
    @usableFromInline struct Cell: ~Copyable {
        @usableFromInline var value: Value
        let size: UInt8 = 0

        init(value: consuming Value) { self.value = value }
    }

    // Protected by the mutex, which is also why the runtime need not look for two accesses at a time.
    @exclusivity(unchecked) @usableFromInline var cell: Cell
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Takes ownership of the value; the caller must not keep a reference to it.
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

    /// Orders the value's creation and destruction with what other threads do to it.
    ///
    /// Handing the object to another thread orders them as well, but the thread sanitizer sees only the mutex.
    private func passMutex() {
        pthread_mutex_lock(mutex)
        pthread_mutex_unlock(mutex)
    }

    /// Gives `body` exclusive access to the value.
    ///
    /// `body` must not call out, resume a continuation, or take the same lock again.
    @inlinable public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&cell.value)
    }
}
