import Glibc
import TenderBytes
import TenderService

/// What waits for a caller: answers to the calls that it started, and events; a pipe is readable while something does.
///
/// Events wait outside when there are many, so that a caller who reads slowly or never needs no memory.
final class Mailbox: Sendable {
    private static let eventCapacity = 64
    private static let callCapacity = 256

    private struct State {
        var messages: [(bytes: [UInt8], isAnswer: Bool)] = []
        /// Started calls whose answer was not read.
        var calls = 0
        var waitingFeed: CheckedContinuation<Bool, Never>?
        var isClosed = false

        var events: Int { messages.count { !$0.isAnswer } }

        mutating func takeFeed() -> CheckedContinuation<Bool, Never>? {
            defer { waitingFeed = nil }
            return waitingFeed
        }
    }

    /// The readable end of the pipe.
    let descriptor: Int32
    /// The other end: it has one byte while there are messages.
    private let bell: Int32
    private let state = Guarded(State())

    init() throws(ServiceError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw ServiceError(status: 503, code: "not_available", message: "there is no file descriptor left")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, bell) = (ends[0], ends[1])
    }

    deinit {
        Glibc.close(descriptor)
        Glibc.close(bell)
    }

    /// Counts a call that is started; returns whether there is room for its answer.
    func reserve() -> Bool {
        state.withLock { state in
            guard state.calls < Self.callCapacity else { return false }
            state.calls += 1
            return true
        }
    }

    /// Puts the answer to a started call in.
    func answer(_ message: [UInt8]) { state.withLock { put(message, isAnswer: true, &$0) } }

    /// Puts an event in, if there is one, and returns once there is room for the next; returns whether anybody may still read.
    func deliver(_ event: [UInt8]?) async -> Bool {
        await withCheckedContinuation { continuation in
            let result: Bool? = state.withLock { state in
                guard !state.isClosed else { return false }
                if let event { put(event, isAnswer: false, &state) }
                guard state.events >= Self.eventCapacity else { return true }
                state.waitingFeed = continuation
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }

    /// Takes the oldest message; `nil` if there is none.
    func take() -> [UInt8]? {
        let (message, feed) = state.withLock { state -> ([UInt8]?, CheckedContinuation<Bool, Never>?) in
            guard !state.messages.isEmpty else { return (nil, nil) }
            let message = state.messages.removeFirst()
            if message.isAnswer { state.calls -= 1 }
            if state.messages.isEmpty { silence() }
            return (message.bytes, state.events < Self.eventCapacity ? state.takeFeed() : nil)
        }
        feed?.resume(returning: true)
        return message
    }

    /// Ends the feed; what is put in from now on is nobody's.
    func close() {
        let feed = state.withLock { state in
            state.isClosed = true
            return state.takeFeed()
        }
        feed?.resume(returning: false)
    }

    /// Neither call waits: the pipe holds one byte at most.
    private func put(_ message: [UInt8], isAnswer: Bool, _ state: inout State) {
        if state.messages.isEmpty { _ = Glibc.write(bell, [1], 1) }
        state.messages.append((message, isAnswer))
    }

    private func silence() {
        var byte: UInt8 = 0
        _ = Glibc.read(descriptor, &byte, 1)
    }
}
