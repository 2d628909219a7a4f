/// The reason that an exchange produced no response, and whether the request may have arrived.
public struct HTTPError: Error, Hashable, Sendable {
    /// What went wrong.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The configuration is unusable, such as a CA bundle that cannot be read.
        case invalidConfiguration
        /// The URL is unusable.
        case invalidURL
        /// A header field or the body cannot be sent.
        case invalidRequest
        /// Plain `http` to a host other than this one.
        case plainHTTPRefused
        /// The host name did not resolve.
        case hostNotFound
        /// The host refused the connection.
        case connectionFailed
        /// The server could not prove its identity, or TLS failed otherwise.
        case tlsFailed
        /// The connection was not established in time.
        case connectTimedOut
        /// The response was not complete in time.
        case timedOut
        /// The connection ended before the response did.
        case connectionLost
        /// The response is not HTTP.
        case invalidResponse
        /// The response is larger than the configuration allows.
        case responseTooLarge
        /// The task was canceled.
        case canceled
        /// The client was closed.
        case closed
        /// libcurl failed in a way that has no code of its own here.
        case transferFailed
    }

    /// What is known about the request's delivery.
    public enum Fate: Hashable, Sendable {
        /// Not a byte of it left this machine.
        case notSent
        /// Some of it may have left.
        case unknown
    }

    /// What went wrong.
    public var code: Code
    /// What is known about the request's delivery.
    public var fate: Fate
    /// A human-readable sentence, without the request's query, headers and body.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, fate: Fate, message: String) {
        self.code = code
        self.fate = fate
        self.message = message
    }
}

extension HTTPError: CustomStringConvertible {
    /// The sentence and the code.
    public var description: String { "\(message) (\(code.rawValue))" }
}
