/// One condition of a search, such as `amount>1000` or `-metadata["order"]:null`.
struct SearchClause {
    enum Value {
        /// The field has no value.
        case null
        case number(Int64)
        /// A text in lower case.
        case text(String)
    }

    let isNegated: Bool
    let path: [String]
    let comparison: SearchComparison
    let value: Value

    /// Returns whether an object, as the API shows it, satisfies the clause.
    func matches(_ object: JSONValue) -> Bool {
        let found = path.reduce(object) { $0[$1] ?? .null }
        return isTrue(of: found) != isNegated
    }

    private func isTrue(of found: JSONValue) -> Bool {
        switch value {
        case .null: found == .null
        case .number(let number): found.number.map { isTrue(of: $0, and: number) } ?? false
        case .text(let text):
            Self.text(of: found).map { comparison == .contains ? $0.contains(text) : $0 == text } ?? false
        }
    }

    private func isTrue(of found: Int64, and number: Int64) -> Bool {
        switch comparison {
        case .equals: found == number
        case .contains: false
        case .isGreater: found > number
        case .isAtLeast: found >= number
        case .isLess: found < number
        case .isAtMost: found <= number
        }
    }

    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.lowercased()
        case .integer(let number): String(number)
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
