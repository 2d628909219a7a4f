/// A request as it arrives over HTTP.
public struct APIRequest: Hashable, Sendable {
    /// The method, such as `POST`.
    public var method: String
    /// The path without the query.
    public var path: String
    /// The query without its question mark, still encoded.
    public var query: String
    /// The headers by lower-case name; only those in `headerNames` are read.
    public var headers: RequestHeaders
    /// The body.
    public var body: [UInt8]

    /// The headers that matter to the API; a server may leave out all others.
    public static let headerNames = [
        "authorization", "content-type", "idempotency-key", "stripe-account", "stripe-context", "stripe-version",
    ]

    /// The account that the request acts for.
    var actingAccount: String? { headers["stripe-account"] ?? contextAccount }

    /// The account of the context; if a context leads there through several accounts, the last.
    var contextAccount: String? { headers["stripe-context"]?.split(separator: "/").last.map(String.init) }

    /// The parameters of the query and of the form in the body by name; of a repeated name the last.
    ///
    /// - Returns: `nil` when they cannot be decoded.
    package var fields: [String: String]? {
        guard case .members(let members)? = try? FormNode.reading(query: query, body: body) else { return nil }
        let texts = members.compactMap { member in
            if case .text(let text) = member.value { (member.name, text) } else { nil }
        }
        return Dictionary(texts) { $1 }
    }

    /// The same request as a GET.
    package var asGet: APIRequest {
        var request = self
        request.method = "GET"
        return request
    }

    /// Creates a request from a dictionary of headers.
    public init(
        method: String, path: String, query: String = "", headers: [String: String] = [:], body: [UInt8] = []
    ) {
        self.init(method: method, path: path, query: query, headers: RequestHeaders(headers), body: body)
    }

    /// Creates a request.
    public init(method: String, path: String, query: String, headers: RequestHeaders, body: [UInt8]) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// Whether the body is declared as JSON, ignoring case.
    ///
    /// Searched byte by byte: a search of the standard library took an eighth of all instructions.
    var isJSON: Bool {
        let word: StaticString = "json"
        guard let type = headers["content-type"] else { return false }
        return word.withUTF8Buffer { letters in
            var found = 0
            for byte in type.utf8 {
                // The letters are all different, so that a partial match can only restart at its first letter.
                let letter = byte | 0x20
                found = letter == letters[found] ? found + 1 : letter == letters[0] ? 1 : 0
                if found == letters.count { return true }
            }
            return false
        }
    }

    /// The endpoint of the request; `nil` for one that the API does not have.
    public var endpoint: Endpoint? { Route(self)?.operation.endpoint }
}
