import CMicroHTTPD
import TenderBytes

/// The body of an answer that is written piece by piece, for as long as its client reads.
///
/// It holds one piece at a time: a client that does not read makes its writer wait, and nothing else.
public final class HTTPServerStream: Sendable {
    private enum Connection {
        /// The server's thread has not asked for bytes yet, or is at work on them.
        case isAtWork
        /// The address of the connection, which is suspended until there are bytes.
        case isSuspended(UInt)
        case isGone
    }

    private struct State {
        var connection = Connection.isAtWork
        var rest: ArraySlice<UInt8> = []
        var isEnded = false
        var writer: CheckedContinuation<Bool, Never>?

        /// Wakes the connection, whose thread then asks for bytes.
        mutating func wake() {
            guard case .isSuspended(let address) = connection else { return }
            connection = .isAtWork
            MHD_resume_connection(OpaquePointer(bitPattern: address))
        }

        var isOpen: Bool { if case .isGone = connection { false } else { !isEnded } }

        mutating func takeWriter() -> CheckedContinuation<Bool, Never>? {
            defer { writer = nil }
            return writer
        }
    }

    private let state = Guarded(State())

    /// Creates a stream that nothing was written to.
    public init() {}

    /// Writes a piece, and returns once the client's connection has taken all of it; one writer at a time.
    ///
    /// - Returns: Whether the client is still there.
    public func write(_ bytes: [UInt8]) async -> Bool {
        guard !bytes.isEmpty else { return state.withLock { $0.isOpen } }
        return await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard state.isOpen else { return false }
                state.rest = bytes[...]
                state.writer = continuation
                state.wake()
                return true
            }
            if !isOpen { continuation.resume(returning: false) }
        }
    }

    /// Ends the body after what was written.
    public func end() {
        state.withLock { state in
            state.isEnded = true
            state.wake()
        }
    }

    /// Forgets the connection, which has ended.
    func detach() {
        let writer = state.withLock { state in
            state.connection = .isGone
            state.rest = []
            return state.takeWriter()
        }
        writer?.resume(returning: false)
    }

    /// What the server's thread gets when it asks for bytes.
    enum Reading {
        case bytes(Int)
        case end
        case later
    }

    /// Copies the next bytes; suspends the connection if there are none yet.
    ///
    /// For the server's thread.
    func read(into buffer: UnsafeMutableRawBufferPointer, for connection: OpaquePointer) -> Reading {
        let address = UInt(bitPattern: connection)
        let (reading, writer) = state.withLock { state -> (Reading, CheckedContinuation<Bool, Never>?) in
            let piece = state.rest.prefix(buffer.count)
            guard piece.isEmpty else {
                // The lock's body runs on this thread, within the call that lends the buffer.
                buffer.copyBytes(from: piece)
                state.rest = state.rest.dropFirst(piece.count)
                return (.bytes(piece.count), state.rest.isEmpty ? state.takeWriter() : nil)
            }
            guard !state.isEnded else { return (.end, nil) }
            state.connection = .isSuspended(address)
            if let connection = OpaquePointer(bitPattern: address) { MHD_suspend_connection(connection) }
            return (.later, nil)
        }
        writer?.resume(returning: true)
        return reading
    }
}

extension HTTPServerStream: Hashable {
    /// A stream is equal to itself only.
    public static func == (left: HTTPServerStream, right: HTTPServerStream) -> Bool { left === right }

    /// Feeds the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
