/// An answer as it is sent over HTTP.
public struct APIResponse: Hashable, Sendable {
    /// A header of an answer.
    public struct Header: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: String
    }

    /// The HTTP status.
    public var status: Int
    /// The headers, in the order they are sent.
    public var headers: [Header]
    /// The body.
    public var body: [UInt8]

    /// Creates an answer with its first header.
    public init(status: Int, contentType: String = "application/json", body: [UInt8]) {
        self.status = status
        headers = [Header(name: "Content-Type", value: contentType)]
        self.body = body
    }

    /// Returns the value of the first header with a name, ignoring case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Appends a header.
    public mutating func add(_ name: String, _ value: String) { headers.append(Header(name: name, value: value)) }
}
