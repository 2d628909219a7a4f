import CLibCurl
import Synchronization

/// One exchange: what is sent, what has arrived, and who is waiting for it.
///
/// It is created on the caller's task, then handed over to the loop thread through `TransferLoop.submit`.
final class Transfer: @unchecked Sendable {
    // Protected by the hand-over: only the loop thread touches the variables.
    private let prepared: PreparedRequest
    private let configuration: HTTPClient.Configuration
    private var continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>?
    private var easy: EasyHandle?
    private var collector: ResponseCollector
    private var sentBodyBytes = 0
    private var hasBegunSending = false
    private var wasRepetitionPrevented = false

    /// The deadline of the exchange.
    let deadline: ContinuousClock.Instant

    /// Whether the caller no longer wants it; any thread may set this.
    let isCanceled = Atomic<Bool>(false)

    init(_ prepared: PreparedRequest, _ configuration: HTTPClient.Configuration) {
        self.prepared = prepared
        self.configuration = configuration
        deadline = .now + prepared.request.timeout
        collector = ResponseCollector(maximumBodySize: configuration.maximumBodySize)
    }

    /// What is known about the delivery: unknown from the moment when libcurl is about to write the first byte.
    var fate: HTTPError.Fate { hasBegunSending ? .unknown : .notSent }

    /// The server that the request goes to.
    var origin: String { prepared.url.origin }

    /// The libcurl handle while the transfer is active.
    var handle: UnsafeMutableRawPointer? { easy?.pointer }

    func wait(with continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>) {
        self.continuation = continuation
    }

    /// Creates the libcurl handle.
    func prepare() throws(HTTPError) -> UnsafeMutableRawPointer {
        let easy = try EasyHandle()
        try easy.configure(prepared, configuration, timeout: ContinuousClock.now.duration(to: deadline), for: self)
        self.easy = easy
        return easy.pointer
    }

    /// Ends the transfer as libcurl reported it; the handle must already be removed from the multi handle.
    func finish(_ result: CURLcode) {
        guard result == CURLE_OK, collector.hasWholeHeader, let easy else {
            return finish(.failure(error(for: result)))
        }
        let isHTTP2 = easy.number(CURLINFO_HTTP_VERSION) == CURL_HTTP_VERSION_2_0
        finish(
            .success(
                HTTPResponse(
                    status: easy.number(CURLINFO_RESPONSE_CODE), headers: collector.headers, body: collector.body,
                    version: isHTTP2 ? .http2 : .http1
                )
            )
        )
    }

    /// Ends the transfer; the handle must already be removed from the multi handle.
    func finish(_ result: Result<HTTPResponse, HTTPError>) {
        easy = nil
        let waiting = continuation
        continuation = nil
        waiting?.resume(returning: result)
    }

    private func error(for result: CURLcode) -> HTTPError {
        if wasRepetitionPrevented {
            let message = "the server closed the connection without an answer"
            return HTTPError(.connectionLost, fate: .unknown, message: message)
        }
        switch collector.excess {
        case .body:
            let message = "the answer is larger than \(configuration.maximumBodySize) bytes"
            return HTTPError(.responseTooLarge, fate: fate, message: message)
        case .headers: return HTTPError(.responseTooLarge, fate: fate, message: "the answer's header is too large")
        case nil: return HTTPError(result == CURLE_OK ? CURLE_PARTIAL_FILE : result, fate: fate)
        }
    }
}

/// The handlers of libcurl's callbacks; all run on the loop thread.
extension Transfer {
    /// Returns `true` when a request is about to be written, and false when libcurl is about to repeat it.
    func mayBeginSending() -> Bool {
        wasRepetitionPrevented = hasBegunSending
        hasBegunSending = true
        return !wasRepetitionPrevented
    }

    /// Copies the next piece of the body into `buffer`.
    func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let body = prepared.request.body ?? []
        let count = min(buffer.count, body.count - sentBodyBytes)
        buffer.copyBytes(from: body[sentBodyBytes..<(sentBodyBytes + count)])
        sentBodyBytes += count
        return count
    }

    func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool { collector.receiveHeaderLine(line) }

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool { collector.receiveBody(bytes) }
}
