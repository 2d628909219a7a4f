internal import CMicroHTTPD
internal import Glibc
internal import TenderBytes

/// An HTTP/1.1 server: one thread for all connections, which handlers must not block.
public final class HTTPServer: Sendable {
    /// A handler that takes a request and ensures that its reply is answered, at once or later.
    public typealias Handler = @Sendable (HTTPServerRequest, HTTPServerReply) -> Void

    private static let idleSeconds: UInt32 = 120
    private static let maximumHeaderBytes = 32 * 1024
    /// Further connections wait until one of them ends.
    private static let maximumConnections = 1000
    /// The files that the process needs besides connections: data files, outgoing webhooks, the threads' own.
    private static let otherFiles = 64

    /// The object that the C callbacks receive.
    final class Context: Sendable {
        let handler: Handler
        let watch: ConnectionWatch
        let settings: ExchangeSettings
        let replies = OpenReplies()

        init(_ handler: @escaping Handler, _ watch: ConnectionWatch, _ settings: ExchangeSettings) {
            self.handler = handler
            self.watch = watch
            self.settings = settings
        }
    }

    /// The TCP port.
    public let port: UInt16
    /// The address for clients on this machine, such as `http://127.0.0.1:41234`.
    public let url: String
    private let socketPath: String?
    private let context: Unmanaged<Context>
    /// The address of the object that the library receives, for as long as it runs.
    private let callbacks: UInt
    /// The address of the daemon while it runs.
    private let daemon: Guarded<UInt?>

    /// Starts to listen.
    ///
    /// - Parameter handler: A handler of requests, called on the server's thread, which it must not block.
    /// - Throws: `HTTPServerError` when the port is taken or the address is not one of this machine.
    public init(_ configuration: Configuration, handler: @escaping Handler) throws(HTTPServerError) {
        let connections = max(16, min(Self.maximumConnections, cmhd_open_files() - Self.otherFiles))
        let watch = ConnectionWatch(maximum: connections)
        let context = Unmanaged.passRetained(Context(handler, watch, ExchangeSettings(configuration)))
        let callbacks = UnsafeMutablePointer<cmhd_callbacks>.allocate(capacity: 1)
        callbacks.initialize(
            to: cmhd_callbacks(
                handler: exchangeHandler, on_uri: uriHandler, on_completed: completionHandler,
                on_connection: connectionHandler, context: context.toOpaque()))
        let listener = configuration.socketPath.map { cmhd_listen_at($0) }
        let started =
            listener == -1
            ? nil
            : cmhd_start(
                configuration.host, configuration.port, listener ?? -1, Self.idleSeconds, Self.maximumHeaderBytes,
                UInt32(connections), callbacks)
        guard let started else {
            let reason =
                errno == EAFNOSUPPORT
                ? "it is not a numeric address, such as 0.0.0.0" : String(cString: strerror(errno))
            callbacks.deallocate()
            context.release()
            throw HTTPServerError(
                host: configuration.socketPath ?? configuration.host, port: configuration.port, reason: reason)
        }
        watch.start()
        self.callbacks = UInt(bitPattern: callbacks)
        self.context = context
        port = cmhd_port(started)
        url =
            configuration.socketPath.map { "unix:\($0)" }
            ?? "http://\(Self.reachable(configuration.host)):\(port)"
        socketPath = configuration.socketPath
        daemon = Guarded(UInt(bitPattern: started))
    }

    /// Waits until every answer was sent, or the limit has passed; new requests are still taken; may be called once.
    public func waitUntilSent(limit: Duration) async {
        let replies = context.takeUnretainedValue().replies
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await replies.waitUntilSent() }
            group.addTask {
                try? await Task.sleep(for: limit)
                replies.release()
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Closes every connection; returns when no thread of the server is left.
    ///
    /// A request that was not answered yet gets no answer, and its client does not know whether it was executed. A later
    /// answer to it is dropped.
    public func stop() {
        let address = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        guard let address, let running = OpaquePointer(bitPattern: address) else { return }
        context.takeUnretainedValue().replies.stop()
        MHD_stop_daemon(running)
        if let socketPath { unlink(socketPath) }
        UnsafeMutablePointer<cmhd_callbacks>(bitPattern: callbacks)?.deallocate()
        context.release()
    }
}

/// A request while its parts arrive; used only by the server's thread.
final class Incoming {
    let uri: String
    var hasBegun = false
    var body: [UInt8] = []
    /// The reply, once the request was handed over.
    var reply: HTTPServerReply?

    init(uri: String) { self.uri = uri }
}

private func uriHandler(
    _ context: UnsafeMutableRawPointer?, _ uri: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    if let connection { watch(context)?.note { $0.begun(cmhd_socket(connection), at: $1) } }
    return Unmanaged.passRetained(Incoming(uri: uri.map { String(cString: $0) } ?? "")).toOpaque()
}

private func running(_ context: UnsafeMutableRawPointer) -> HTTPServer.Context {
    Unmanaged<HTTPServer.Context>.fromOpaque(context).takeUnretainedValue()
}

private func watch(_ context: UnsafeMutableRawPointer?) -> ConnectionWatch? { context.map { running($0).watch } }

private func connectionHandler(_ context: UnsafeMutableRawPointer?, _ socket: Int32, _ isOpen: Int32) {
    watch(context)?.note { book, now in
        if isOpen != 0 { book.opened(socket, at: now) } else { book.closed(socket) }
    }
}

private func completionHandler(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    if let connection { watch(context)?.note { $0.ended(cmhd_socket(connection), at: $1) } }
    guard let context, let state, let opaque = state.pointee else { return }
    let incoming = Unmanaged<Incoming>.fromOpaque(opaque).takeRetainedValue()
    if let reply = incoming.reply {
        reply.detach()
        running(context).replies.remove(reply)
    }
    state.pointee = nil
}

private func exchangeHandler(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let uploadSize, let opaque = state?.pointee else { return .NO }
    let incoming = Unmanaged<Incoming>.fromOpaque(opaque).takeUnretainedValue()
    let exchange = Exchange(connection: connection, uri: incoming.uri, settings: running(context).settings)
    guard incoming.hasBegun else {
        incoming.hasBegun = true
        return exchange.isTooLarge ? exchange.refuseBody() : .YES
    }
    guard uploadSize.pointee == 0 else {
        // A body without a length ends here, in the middle: it cannot be answered before it is all read.
        guard incoming.body.count + uploadSize.pointee <= exchange.settings.maximumBodyBytes else { return .NO }
        incoming.body.append(contentsOf: UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee))
        uploadSize.pointee = 0
        return .YES
    }
    guard strcmp(method, "OPTIONS") != 0 else { return exchange.allow() }
    // The library leaves out the body of an answer to HEAD.
    guard let reply = incoming.reply ?? hand(incoming, exchange, String(cString: method), to: context) else {
        return .NO
    }
    switch reply.way(of: connection) {
    case .wait: return .YES
    case .close: return .NO
    case .answer(.stream(let head, let stream)):
        // It lasts as long as its client likes: only the library's own limit on silence is for it.
        return exchange.send(.stream(head, stream))
    case .answer(let answer):
        watch(context)?.note { $0.answered(cmhd_socket(connection), at: $1) }
        return exchange.send(answer)
    }
}

/// Hands a request to the handler; returns `nil` if the server stops.
private func hand(
    _ incoming: Incoming, _ exchange: Exchange, _ method: String, to context: UnsafeMutableRawPointer
) -> HTTPServerReply? {
    let reply = HTTPServerReply()
    let server = running(context)
    guard server.replies.add(reply) else { return nil }
    incoming.reply = reply
    server.watch.note { book, _ in book.arrived(cmhd_socket(exchange.connection)) }
    let request = HTTPServerRequest(
        method: method, target: incoming.uri, headers: exchange.headers(), body: incoming.body)
    server.handler(request, reply)
    return reply
}
