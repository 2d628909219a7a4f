/// A request, with its whole body.
public struct HTTPServerRequest: Hashable, Sendable {
    /// The method, such as `POST`.
    public let method: String
    /// The path, as it was sent.
    public let path: String
    /// The query without its question mark, as it was sent; empty if there is none.
    public let query: String
    /// The headers that the server was asked to read, by lower-case name; of a repeated one all values, in order.
    public let headers: [HTTPServerHeader]
    /// The body.
    public let body: [UInt8]

    /// Creates a request from a path with or without a query.
    public init(method: String, target: String, headers: [HTTPServerHeader] = [], body: [UInt8] = []) {
        self.method = method
        self.headers = headers
        self.body = body
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            path = target
            query = ""
            return
        }
        path = String(target[..<mark])
        query = String(target[target.utf8.index(after: mark)...])
    }

    /// Returns the value of a header, by its lower-case name; of a repeated one the last.
    public func header(_ name: String) -> String? { headers.last { $0.name == name }?.value }
}
