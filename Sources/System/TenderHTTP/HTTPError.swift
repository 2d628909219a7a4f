/// Why an exchange gave no answer, and whether the request may have arrived.
public struct HTTPError: Error, Hashable, Sendable {
    /// What went wrong.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The configuration cannot be used, such as a CA bundle that cannot be read.
        case invalidConfiguration
        /// The URL cannot be used.
        case invalidURL
        /// A header field or the body cannot be sent.
        case invalidRequest
        /// Plain `http` towards another host than this one.
        case plainHTTPRefused
        /// The host has no address.
        case hostNotFound
        /// The host does not take the connection.
        case connectionFailed
        /// The server could not prove who it is, or TLS failed otherwise.
        case tlsFailed
        /// No connection in time.
        case connectTimedOut
        /// No whole answer in time.
        case timedOut
        /// The connection ended before the answer did.
        case connectionLost
        /// The answer is not HTTP.
        case invalidResponse
        /// The answer is larger than the configuration allows.
        case responseTooLarge
        /// The task was cancelled.
        case canceled
        /// The client was closed.
        case closed
        /// libcurl failed in a way that has no code here.
        case transferFailed
    }

    /// What is known of the request.
    public enum Fate: Hashable, Sendable {
        /// No byte of it left this machine.
        case notSent
        /// A byte of it may have left.
        case unknown
    }

    /// What went wrong.
    public var code: Code
    /// What is known of the request.
    public var fate: Fate
    /// A sentence for people; without the request's query, headers and body.
    public var message: String

    /// Makes an error.
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
