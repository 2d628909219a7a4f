/// A complete response.
///
/// The descriptions show only the status and the size.
public struct HTTPResponse: Hashable, Sendable {
    /// The version of HTTP, which determines the framing.
    public enum Version: String, Hashable, Sendable {
        /// HTTP/1.0 or HTTP/1.1.
        case http1 = "HTTP/1"
        /// HTTP/2.
        case http2 = "HTTP/2"
    }

    /// The status code.
    public let status: Int
    /// The header fields in the order received, including any trailers.
    public let headers: [HTTPHeader]
    /// The body.
    public let body: [UInt8]
    /// The version of HTTP.
    public let version: Version

    /// Creates a response.
    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], version: Version = .http1) {
        self.status = status
        self.headers = headers
        self.body = body
        self.version = version
    }

    /// Returns the value of the first field called `name`, ignoring case; `nil` if there is none.
    public func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the number of bytes.
    public var description: String { "\(version.rawValue) \(status), \(body.count) bytes" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
