import Glibc
import TenderBytes
package import TenderReaders

/// An open, non-blocking file descriptor with cancelable waits.
///
/// It is the basis of the transports over terminals, HID devices and sockets, and of the servers of simulated devices.
package final class Descriptor: StreamTransport {
    private struct State {
        let number: Int32
        var isOpen = true
        /// The number of potentially blocking calls in progress.
        var callCount = 0
        var tickets: Set<Poller.Ticket> = []
    }

    /// The device's path or address, for messages.
    package let name: String

    private let state: Guarded<State>
    private let isSocket: Bool
    private let poller = Poller.shared

    /// The maximum size of one read, larger than any HID report or terminal buffer.
    private static let readSize = 16_384

    /// Takes ownership of an open descriptor and makes it non-blocking.
    ///
    /// - Parameters:
    ///   - number: The descriptor; it is closed in the end.
    ///   - name: The device's path or address, for messages.
    ///   - isSocket: Whether to send bytes as to a socket, without a signal if it is broken.
    package init(_ number: Int32, name: String, isSocket: Bool = false) {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        state = Guarded(State(number: number))
        self.name = name
        self.isSocket = isSocket
    }

    deinit {
        guard let number = shut() else { return }
        OwnThread.start { _ = Glibc.close(number) }
    }

    /// Waits for bytes: whatever a stream has, or one report of a HID device.
    package func receive() async throws(TransportError) -> [UInt8] {
        while true {
            if let bytes = try receiveNow() { return bytes }
            try await wait(forWriting: false)
        }
    }

    /// Sends all bytes.
    package func send(_ bytes: [UInt8]) async throws(TransportError) {
        var sent = 0
        while sent < bytes.count {
            if let count = try sendNow(bytes[sent...]) {
                sent += count
            } else {
                try await wait(forWriting: true)
            }
        }
    }

    /// Ends waits with `.canceled` and closes the descriptor; closing may block, as on a serial line that drains.
    package func close() async {
        guard let number = shut() else { return }
        await OwnThread.run { _ = Glibc.close(number) }
    }

    /// Lends the open descriptor to a non-blocking call.
    ///
    /// - Throws: `.canceled` if it was closed.
    package func use<Value: Sendable>(
        _ body: (Int32) throws(TransportError) -> Value
    ) throws(TransportError) -> Value {
        try state.withLock { (state) throws(TransportError) in
            guard state.isOpen else { throw .canceled }
            return try body(state.number)
        }
    }

    /// Performs a call that may block, on a thread of its own; canceling does not end it.
    ///
    /// If the descriptor is closed in the meantime, the file is closed after the call.
    package func useBlocking<Value: Sendable>(
        _ body: @escaping @Sendable (Int32) throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        let number = try state.withLock { (state) throws(TransportError) in
            guard state.isOpen else { throw .canceled }
            state.callCount += 1
            return state.number
        }
        let result = await OwnThread.run { [self] () -> Result<Value, TransportError> in
            defer { endCall() }
            do throws(TransportError) {
                return .success(try body(number))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func endCall() {
        let number = state.withLock { state in
            state.callCount -= 1
            return state.isOpen || state.callCount > 0 ? nil : state.number
        }
        if let number { _ = Glibc.close(number) }
    }

    /// Waits until the descriptor can be read or written.
    ///
    /// - Throws: `.canceled` if the task is canceled or the descriptor closed, `.timedOut` after the deadline.
    package func wait(
        forWriting: Bool, until deadline: ContinuousClock.Instant? = nil
    ) async throws(TransportError) {
        let ticket = poller.makeTicket()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(ticket, forWriting, deadline, continuation)
                if Task.isCancelled { poller.cancel(ticket) }
            }
        } onCancel: {
            poller.cancel(ticket)
        }
        state.withLock { _ = $0.tickets.remove(ticket) }
        switch outcome {
        case .ready: return
        case .timedOut: throw .timedOut
        case .canceled: throw .canceled
        }
    }

    private func enter(
        _ ticket: Poller.Ticket, _ forWriting: Bool, _ deadline: ContinuousClock.Instant?,
        _ continuation: CheckedContinuation<Poller.Outcome, Never>
    ) {
        let isEntered = state.withLock { state in
            guard state.isOpen else { return false }
            state.tickets.insert(ticket)
            let wait = Poller.Wait(
                descriptor: state.number, forWriting: forWriting, deadline: deadline, continuation: continuation)
            return poller.enter(wait, as: ticket)
        }
        if !isEntered { continuation.resume(returning: .canceled) }
    }

    /// Forbids further use and ends all waits; returns the descriptor if the caller must close it, otherwise `nil`.
    private func shut() -> Int32? {
        let (number, tickets) = state.withLock { state -> (Int32?, Set<Poller.Ticket>) in
            guard state.isOpen else { return (nil, []) }
            state.isOpen = false
            return (state.callCount == 0 ? state.number : nil, state.tickets)
        }
        for ticket in tickets { poller.cancel(ticket) }
        return number
    }

    /// Returns the bytes that are available; `nil` if there are none.
    private func receiveNow() throws(TransportError) -> [UInt8]? {
        if Task.isCancelled { throw .canceled }
        let name = name
        return try use { (number) throws(TransportError) in
            var failure: Int32 = 0
            var end = false
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, used in
                let count = read(number, buffer.baseAddress, buffer.count)
                failure = count < 0 ? errno : 0
                end = count == 0
                used = max(0, count)
            }
            if failure == EAGAIN || failure == EINTR { return nil }
            guard failure == 0 else { throw TransportError(failure, "read", name) }
            if end { throw .disconnected }
            return bytes
        }
    }

    /// Returns the number of bytes that the system accepted; `nil` if it accepts none now.
    private func sendNow(_ bytes: ArraySlice<UInt8>) throws(TransportError) -> Int? {
        if Task.isCancelled { throw .canceled }
        let (name, isSocket) = (name, isSocket)
        return try use { (number) throws(TransportError) in
            let (count, failure) = bytes.withUnsafeBytes { buffer in
                let count =
                    isSocket
                    ? Glibc.send(number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
                    : write(number, buffer.baseAddress, buffer.count)
                return (count, errno)
            }
            if count >= 0 { return count }
            if failure == EAGAIN || failure == EINTR { return nil }
            throw TransportError(failure, "write", name)
        }
    }
}
