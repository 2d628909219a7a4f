import TenderBytes
import Foundation

/// A scripted HTTP/1.1 server on raw sockets: it reacts to each request as the test says, and counts.
///
/// It listens on an ephemeral port of 127.0.0.1 until it is released, with one thread per connection.
public final class HTTPTestServer: Sendable {
    /// An event on the server.
    public enum Event: Hashable, Sendable {
        /// A connection was accepted.
        case accepted(connection: Int)
        /// A whole request was read.
        case received(HTTPTestRequest)
        /// The client closed the connection, or the server did after its reply.
        case closed(connection: Int)
    }

    struct Record {
        var isStopped = false
        var isListening = true
        var received: [Int: Int] = [:]
        var accepted = 0
        var open: [Int: Socket] = [:]
        var requests: [HTTPTestRequest] = []
    }

    /// The state that the threads share.
    final class Core: Sendable {
        let record = Guarded(Record())
        let listener: Socket
        let reply: @Sendable (HTTPTestRequest) -> HTTPTestReply
        let events: AsyncStream<Event>.Continuation

        init(
            _ listener: Socket, _ reply: @escaping @Sendable (HTTPTestRequest) -> HTTPTestReply,
            _ events: AsyncStream<Event>.Continuation
        ) {
            self.listener = listener
            self.reply = reply
            self.events = events
        }
    }

    private let core: Core

    /// The events, in order; one consumer.
    public let events: AsyncStream<Event>

    /// The port.
    public let port: Int

    /// Starts the server; `reply` runs on the connection's thread and may block it.
    public init(_ reply: @escaping @Sendable (HTTPTestRequest) -> HTTPTestReply) throws {
        let listener = try Socket.listening(backlog: 64)
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        port = listener.port
        core = Core(listener, reply, continuation)
        Thread.detachNewThread { [core] in core.acceptConnections() }
    }

    deinit { core.stop() }

    /// Returns the server's address with `path`.
    public func url(_ path: String = "/", scheme: String = "http", host: String = "127.0.0.1") -> String {
        "\(scheme)://\(host):\(port)\(path)"
    }

    /// Every request so far.
    public var requests: [HTTPTestRequest] { core.record.withLock { $0.requests } }

    /// Returns the number of bytes received on a connection so far.
    public func receivedBytes(on connection: Int) -> Int { core.record.withLock { $0.received[connection] ?? 0 } }

    /// The number of connections so far.
    public var acceptedConnections: Int { core.record.withLock { $0.accepted } }
}

extension HTTPTestServer.Core {
    func acceptConnections() {
        while let socket = listener.accept() {
            let number = record.withLock { record -> Int? in
                guard !record.isStopped else { return nil }
                let number = record.accepted
                record.accepted += 1
                record.open[number] = socket
                return number
            }
            guard let number else {
                socket.close()
                break
            }
            events.yield(.accepted(connection: number))
            Thread.detachNewThread { self.serve(socket, number) }
        }
        record.withLock { record in
            record.isListening = false
            listener.close()
        }
    }

    /// Wakes the accepting thread, unless it has closed the descriptor, whose number may belong to something else by
    /// now.
    private func stopListening() {
        record.withLock { record in
            if record.isListening { listener.shutDown() }
        }
    }

    func stop() {
        record.withLock { record in
            record.isStopped = true
            for socket in record.open.values { socket.shutDown() }
        }
        stopListening()
        events.finish()
    }

    private func serve(_ socket: Socket, _ number: Int) {
        var buffer: [UInt8] = []
        while let request = readRequest(from: socket, number, &buffer) {
            record.withLock { $0.requests.append(request) }
            events.yield(.received(request))
            switch reply(request) {
            case .bytes(let text):
                socket.write(Array(text.utf8))
                continue
            case .bytesThenClose(let text): socket.write(Array(text.utf8))
            case .close: break
            case .closeForGood: stopListening()
            case .silence: while !socket.read().isEmpty {}
            }
            break
        }
        record.withLock { record in
            record.open[number] = nil
            socket.close()
        }
        events.yield(.closed(connection: number))
    }

    private func readRequest(from socket: Socket, _ number: Int, _ buffer: inout [UInt8]) -> HTTPTestRequest? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let found = buffer.firstRange(of: end) {
                let head = String(decoding: buffer[..<found.lowerBound], as: UTF8.self)
                let length = Self.contentLength(head)
                while buffer.count - found.upperBound < length {
                    let more = read(from: socket, number)
                    if more.isEmpty { return nil }
                    buffer += more
                }
                let bodyEnd = found.upperBound + length
                let content = Array(buffer[found.upperBound..<bodyEnd])
                buffer.removeFirst(bodyEnd)
                return HTTPTestRequest(connection: number, head: head, content: content)
            }
            let more = read(from: socket, number)
            if more.isEmpty { return nil }
            buffer += more
        }
    }

    private func read(from socket: Socket, _ number: Int) -> [UInt8] {
        let bytes = socket.read()
        record.withLock { $0.received[number, default: 0] += bytes.count }
        return bytes
    }

    private static func contentLength(_ head: String) -> Int {
        let line = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        return line.flatMap { Int($0.dropFirst(15).filter { $0 != " " }) } ?? 0
    }
}
