/// What a client gets for its request.
public enum HTTPServerAnswer: Hashable, Sendable {
    /// The whole answer.
    case whole(HTTPServerResponse)
    /// The headers and half of the body; then the connection closes.
    case half(HTTPServerResponse)
    /// The status and headers now, and a body that is written piece by piece; the response's own body goes first.
    case stream(HTTPServerResponse, HTTPServerStream)
    /// Nothing; the connection closes.
    case closed
}

/// A status, headers and a body.
public struct HTTPServerResponse: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The headers, in the order they are sent; one that the library rejects is left out.
    public var headers: [HTTPServerHeader]
    /// The body.
    public var body: [UInt8]

    /// Creates a response.
    public init(status: Int, headers: [HTTPServerHeader] = [], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// A name and a value.
public struct HTTPServerHeader: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String

    /// Creates a header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
