/// A whole answer.
///
/// Its descriptions show the status and the size only.
public struct HTTPResponse: Hashable, Sendable {
    /// How the bytes were framed.
    public enum Version: String, Hashable, Sendable {
        /// HTTP/1.0 or HTTP/1.1.
        case http1 = "HTTP/1"
        /// HTTP/2.
        case http2 = "HTTP/2"
    }

    /// The status code.
    public let status: Int
    /// The header fields in the order in which they came, with the trailers if there were any.
    public let headers: [HTTPHeader]
    /// The content.
    public let body: [UInt8]
    /// How the bytes were framed.
    public let version: Version

    /// Makes an answer.
    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], version: Version = .http1) {
        self.status = status
        self.headers = headers
        self.body = body
        self.version = version
    }

    /// The value of the first field called `name`, in whatever case; nil when there is none.
    public func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the number of bytes.
    public var description: String { "\(version.rawValue) \(status), \(body.count) bytes" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
