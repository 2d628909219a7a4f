import TenderBytes
public import TenderReaders

/// One end of a line within the process: what one end sends, the other receives, piece by piece.
public final class PipeTransport: ByteTransport {
    private let incoming: Direction
    private let outgoing: Direction

    private init(incoming: Direction, outgoing: Direction) {
        self.incoming = incoming
        self.outgoing = outgoing
    }

    /// Creates the two ends of a line.
    public static func pair() -> (PipeTransport, PipeTransport) {
        let (one, other) = (Direction(), Direction())
        return (PipeTransport(incoming: one, outgoing: other), PipeTransport(incoming: other, outgoing: one))
    }

    /// Waits for what the other end sends, one piece at a time.
    ///
    /// Canceling the task ends the wait; nothing that arrived is lost.
    public func receive() async throws(TransportError) -> [UInt8] { try await incoming.receive() }

    /// Sends bytes to the other end, which may take its time.
    public func send(_ bytes: [UInt8]) async throws(TransportError) { try outgoing.send(bytes) }

    /// Closes both directions; the other end first receives what was sent before.
    public func close() async {
        incoming.end(.canceled)
        outgoing.end(.disconnected)
    }
}

/// The direction from one end to the other.
private final class Direction: Sendable {
    private typealias Waiter = CheckedContinuation<Result<[UInt8], TransportError>, Never>

    private struct State {
        var pieces: [[UInt8]] = []
        var end: TransportError?
        var waiter: Waiter?
    }

    private let state = Guarded(State())

    func send(_ bytes: [UInt8]) throws(TransportError) {
        let (waiter, end) = state.withLock { state -> (Waiter?, TransportError?) in
            if let end = state.end { return (nil, end) }
            if state.waiter == nil { state.pieces.append(bytes) }
            defer { state.waiter = nil }
            return (state.waiter, nil)
        }
        // To the sender it makes no difference who closed the direction.
        if end != nil { throw .disconnected }
        waiter?.resume(returning: .success(bytes))
    }

    func receive() async throws(TransportError) -> [UInt8] {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                if let result = enter(waiter) { waiter.resume(returning: result) }
                // The handler may have run before anybody was waiting.
                if Task.isCancelled { cancelWait() }
            }
        } onCancel: {
            cancelWait()
        }
        return try result.get()
    }

    func end(_ error: TransportError) {
        let waiter = state.withLock { state in
            if error == .canceled { state.pieces = [] }
            state.end = state.end ?? error
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: .failure(error))
    }

    private func enter(_ waiter: Waiter) -> Result<[UInt8], TransportError>? {
        state.withLock { state in
            if !state.pieces.isEmpty { return .success(state.pieces.removeFirst()) }
            if let end = state.end { return .failure(end) }
            state.waiter = waiter
            return nil
        }
    }

    private func cancelWait() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: .failure(.canceled))
    }
}
