/// A scanner that reads a search query from its beginning to its end.
struct SearchScanner {
    enum Conjunction { case and, or }

    private static let minimumPart = 3

    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    /// Reads what joins the next clause to the last; returns `nil` at the end.
    mutating func readConjunction() throws(APIFailure) -> Conjunction? {
        let length = rest.count
        skipBlanks()
        guard !rest.isEmpty else { return nil }
        guard rest.count < length else { throw Self.unreadable }
        for (word, conjunction) in [("and", Conjunction.and), ("or", Conjunction.or)] {
            let following = rest.dropFirst(word.count)
            if rest.prefix(word.count).lowercased() == word, following.first?.isWhitespace == true {
                rest = following
                return conjunction
            }
        }
        return .and
    }

    mutating func readClause(of object: String) throws(APIFailure) -> SearchClause {
        skipBlanks()
        let isNegated = take("-")
        let name = takePrefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
        guard !name.isEmpty else { throw Self.unreadable }
        let (path, field) = try readField(name, of: object)
        let comparison = try readComparison()
        guard field.allows(comparison) else {
            throw SearchQuery.refusal("Field `\(name)` does not support the operator `\(comparison.rawValue)`.")
        }
        let value = try readValue(field, comparison)
        return SearchClause(isNegated: isNegated, path: path, comparison: comparison, value: value)
    }

    private mutating func readField(
        _ name: String, of object: String
    ) throws(APIFailure) -> (path: [String], field: SearchField) {
        if name == "metadata", take("[") {
            guard let key = try readQuoted(), take("]") else { throw Self.unreadable }
            return ([name, key], .token)
        }
        guard let field = SearchField.named(name, of: object) else {
            throw SearchQuery.refusal(
                "Field `\(name)` is an unsupported search field for resource `\(object)s`. See "
                    + "http://stripe.com/docs/search#query-fields-for-\(object.replacing("_", with: "-"))s for a list of "
                    + "supported fields.")
        }
        return (name.split(separator: ".").map(String.init), field)
    }

    private mutating func readComparison() throws(APIFailure) -> SearchComparison {
        for length in [2, 1] {
            guard let comparison = SearchComparison(rawValue: String(rest.prefix(length))) else { continue }
            rest = rest.dropFirst(length)
            return comparison
        }
        throw Self.unreadable
    }

    private mutating func readValue(
        _ field: SearchField, _ comparison: SearchComparison
    ) throws(APIFailure) -> SearchClause.Value {
        let quoted = try readQuoted()
        let text = quoted ?? takePrefix { !$0.isWhitespace }
        if quoted == nil, text.lowercased() == "null", comparison == .equals { return .null }
        if field == .number {
            guard let number = Int64(text) else {
                throw SearchQuery.refusal("A number is compared with whole numbers alone, not with `\(text)`.")
            }
            return .number(number)
        }
        // Only numbers may come without quotation marks.
        guard quoted != nil || Int64(text) != nil else { throw Self.unreadable }
        guard comparison != .contains || text.count >= Self.minimumPart else {
            throw SearchQuery.refusal("The operator `~` needs at least \(Self.minimumPart) characters.")
        }
        return .text(text.lowercased())
    }

    /// Reads a text between quotation marks, which a backslash escapes; returns `nil` where none begins.
    private mutating func readQuoted() throws(APIFailure) -> String? {
        guard let mark = rest.first, mark == "\"" || mark == "'" else { return nil }
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == mark { return text }
            guard character == "\\", let next = rest.first, next == mark || next == "\\" else {
                text.append(character)
                continue
            }
            text.append(next)
            rest = rest.dropFirst()
        }
        throw Self.unreadable
    }

    private mutating func skipBlanks() { rest = rest.drop { $0.isWhitespace } }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func takePrefix(while isPart: (Character) -> Bool) -> String {
        let prefix = rest.prefix(while: isPart)
        rest = rest[prefix.endIndex...]
        return String(prefix)
    }

    private static var unreadable: APIFailure {
        SearchQuery.refusal(
            "We were unable to parse your search query. Try using the format `metadata[\"key\"]:\"value\"` to query for "
                + "metadata or key:\"value\" to query for other fields.")
    }
}
