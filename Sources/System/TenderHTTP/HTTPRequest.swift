public import TenderBytes

/// The request of one exchange.
///
/// The descriptions show the method and the URL without its query: queries and bodies may carry client secrets, and an
/// address that is refused for containing a password still contains it.
public struct HTTPRequest: Sendable {
    /// The method of a request.
    public enum Method: String, Hashable, Sendable {
        /// Reads; has no body.
        case get = "GET"
        /// Creates or acts; always has a body, even if it is empty.
        case post = "POST"
        /// Deletes; has no body.
        case delete = "DELETE"
    }

    /// The method.
    public var method: Method
    /// The whole URL: `https`, or `http` for a loopback host; ASCII, percent-encoded by the caller.
    public var url: String
    /// The header fields in sending order, without `Authorization` and `Content-Length`.
    public var headers: [HTTPHeader]
    /// The value of the `Authorization` field, such as `Bearer …`.
    public var authorization: SecretBytes?
    /// The body of a `post`.
    public var body: [UInt8]?
    /// The time limit for everything from waiting for a connection to the last byte of the response.
    public var timeout: Duration

    /// Creates a request.
    public init(
        _ method: Method, url: String, headers: [HTTPHeader] = [], authorization: SecretBytes? = nil,
        body: [UInt8]? = nil, timeout: Duration = .seconds(30)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.authorization = authorization
        self.body = body
        self.timeout = timeout
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL without its query.
    public var description: String { "\(method.rawValue) \(url.shownAddress)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
