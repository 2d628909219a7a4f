import Synchronization

/// A client that sends requests over kept-alive connections, HTTP/1.1 or HTTP/2, one exchange per call.
///
/// A request is sent once: neither a lost connection nor a redirect makes the client send it again. TLS is always
/// verified, plain `http` is allowed for loopback hosts only, and proxies, cookies and `.netrc` are ignored. All
/// sockets belong to one thread, which ends with the client.
public final class HTTPClient: Sendable {
    private let configuration: Configuration
    private let loop: TransferLoop

    /// Starts the client's thread; does not connect yet.
    ///
    /// - Throws: `HTTPError` with `.invalidConfiguration`, or `.transferFailed` if the system cannot start a thread.
    public init(configuration: Configuration = Configuration()) throws(HTTPError) {
        try configuration.validate()
        self.configuration = configuration
        loop = try TransferLoop(configuration)
    }

    deinit { loop.close() }

    /// Sends `request` and waits for the whole response, whatever its status.
    ///
    /// Canceling the task stops the transfer, closes its connection (with HTTP/2, its stream) and throws `.canceled`; a
    /// response that completes at that moment is returned instead.
    ///
    /// - Throws: `HTTPError`, whose `fate` says whether the request may have arrived.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let transfer = Transfer(try PreparedRequest(request), configuration)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.submit(transfer, continuation)
            }
        } onCancel: {
            transfer.isCanceled.store(true, ordering: .releasing)
            loop.wake()
        }
        return try result.get()
    }

    /// Closes every connection, without waiting.
    ///
    /// Exchanges in progress and later ones throw `HTTPError` with `.closed`.
    public func close() { loop.close() }
}
