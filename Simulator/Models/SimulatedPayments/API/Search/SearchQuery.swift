/// The query of a search: up to ten clauses, all of which must be true, or one of them.
struct SearchQuery {
    private static let maximumClauses = 10

    private var clauses: [SearchClause]
    private var needsAll = true

    /// Parses a query in the language of the API.
    ///
    /// - Parameter object: The kind of object searched, such as `customer`.
    init(_ text: String, in object: String) throws(APIFailure) {
        var scanner = SearchScanner(text)
        clauses = [try scanner.readClause(of: object)]
        while let conjunction = try scanner.readConjunction() {
            let isAnd = conjunction == .and
            guard clauses.count == 1 || isAnd == needsAll else {
                throw Self.refusal("A search query has clauses joined by AND or by OR, and not by both.")
            }
            needsAll = isAnd
            guard clauses.count < Self.maximumClauses else {
                throw Self.refusal("A search query has at most \(Self.maximumClauses) clauses.")
            }
            clauses.append(try scanner.readClause(of: object))
        }
    }

    /// Returns whether an object is found.
    func matches(_ object: JSONValue) -> Bool {
        needsAll ? clauses.allSatisfy { $0.matches(object) } : clauses.contains { $0.matches(object) }
    }

    static func refusal(_ message: String) -> APIFailure { .invalid(message, param: "query") }
}
