/// A request as it arrives over HTTP.
public struct APIRequest: Hashable, Sendable {
    /// The method, such as `POST`.
    public var method: String
    /// The path without the query.
    public var path: String
    /// The query without its question mark, still encoded.
    public var query: String
    /// The headers by lower-case name; those of `headerNames` are looked at.
    public var headers: RequestHeaders
    /// The body.
    public var body: [UInt8]

    /// The headers that mean something to the API; a server may leave out all others.
    public static let headerNames = [
        "authorization", "content-type", "idempotency-key", "stripe-account", "stripe-context", "stripe-version",
    ]

    /// The account that the request names to act for.
    var actingAccount: String? { headers["stripe-account"] ?? contextAccount }

    /// The account of the context; of a context that leads there by several accounts, the last.
    var contextAccount: String? { headers["stripe-context"]?.split(separator: "/").last.map(String.init) }

    /// The parameters of the query and of the form in the body by their names, of a name given twice the last.
    ///
    /// - Returns: nil when they cannot be read.
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

    /// Makes a request.
    public init(
        method: String, path: String, query: String = "", headers: [String: String] = [:], body: [UInt8] = []
    ) {
        self.init(method: method, path: path, query: query, headers: RequestHeaders(headers), body: body)
    }

    /// Makes a request.
    public init(method: String, path: String, query: String, headers: RequestHeaders, body: [UInt8]) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// Whether the body is said to be JSON, in either case.
    ///
    /// Looked for byte by byte: a search of the standard library took an eighth of all instructions.
    var isJSON: Bool {
        let word: StaticString = "json"
        guard let type = headers["content-type"] else { return false }
        return word.withUTF8Buffer { letters in
            var found = 0
            for byte in type.utf8 {
                // The letters are all different, so that a word that breaks off begins again at its first one alone.
                let letter = byte | 0x20
                found = letter == letters[found] ? found + 1 : letter == letters[0] ? 1 : 0
                if found == letters.count { return true }
            }
            return false
        }
    }

    /// The endpoint that is asked; `nil` for none of the API's.
    public var endpoint: Endpoint? { Route(self)?.operation.endpoint }
}
