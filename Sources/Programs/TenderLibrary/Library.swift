import Glibc
import TenderBytes
import TenderService

/// The tills that callers have open, and the texts that they hold.
final class Library: Sendable {
    private struct State {
        var tills: [UInt64: OpenTill] = [:]
        /// The handle that was handed out last; none is ever used again.
        var newest = Library.firstHandle
    }

    /// Where handles begin, which no number gets by mistake.
    private static let firstHandle: UInt64 = 0x7E4D_E400_0000_0000
    private static let shared = Library()

    let texts = HandedTexts()
    private let process = getpid()
    private let state = Guarded(State())

    /// Returns the library, unless a parent of this process has it.
    ///
    /// Before any lock, which another thread of the parent may have held at the fork.
    static func ofThisProcess() throws(Misuse) -> Library {
        guard shared.process == getpid() else { throw .forked }
        return shared
    }

    /// Opens a till; blocks.
    func open(_ options: BoundedText) -> Result<UInt64, ServiceError> {
        Blocking.run {
            do {
                return .success(self.add(try await OpenTill(try OpenOptions(options))))
            } catch {
                return .failure(ServiceError(error))
            }
        }
    }

    private func add(_ till: OpenTill) -> UInt64 {
        state.withLock { state in
            state.newest += 1
            state.tills[state.newest] = till
            return state.newest
        }
    }

    /// Returns an open till.
    func till(_ handle: UInt64) throws(Misuse) -> OpenTill {
        try state.withLock { state throws(Misuse) in
            if let till = state.tills[handle] { return till }
            throw Self.reason(handle, state)
        }
    }

    /// Takes an open till, which no caller reaches any more.
    func remove(_ handle: UInt64) throws(Misuse) -> OpenTill {
        try state.withLock { state throws(Misuse) in
            if let till = state.tills.removeValue(forKey: handle) { return till }
            throw Self.reason(handle, state)
        }
    }

    /// Why there is no till of a handle.
    private static func reason(_ handle: UInt64, _ state: State) -> Misuse {
        handle > firstHandle && handle <= state.newest ? .closed : .noTill
    }
}
