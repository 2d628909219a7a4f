public import TenderBytes

/// What one exchange asks for.
///
/// Its descriptions show the method and the URL without its query: queries and bodies may carry client secrets, and an
/// address that is refused for it a password.
public struct HTTPRequest: Sendable {
    /// What is done with the resource.
    public enum Method: String, Hashable, Sendable {
        /// Reads; carries no body.
        case get = "GET"
        /// Makes or acts; always carries a body, be it an empty one.
        case post = "POST"
        /// Removes; carries no body.
        case delete = "DELETE"
    }

    /// What is done.
    public var method: Method
    /// The whole URL: `https`, or `http` towards a loopback host; ASCII, percent-encoded by the caller.
    public var url: String
    /// The header fields in the order in which they are sent; without `Authorization` and `Content-Length`.
    public var headers: [HTTPHeader]
    /// The value of the `Authorization` field, such as `Bearer …`.
    public var authorization: SecretBytes?
    /// What is sent with a `post`.
    public var body: [UInt8]?
    /// The time for everything, from waiting for a connection to the last byte of the answer.
    public var timeout: Duration

    /// Describes an exchange.
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
    /// The method and the URL up to its query.
    public var description: String { "\(method.rawValue) \(url.shownAddress)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
