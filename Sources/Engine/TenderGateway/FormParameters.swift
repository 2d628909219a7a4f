import TenderBytes

/// Parameters in the payments API's form notation, in the order in which they were added.
///
/// The same call always produces the same bytes, because a key may only be reused with the same parameters.
struct FormParameters: Hashable, Sendable {
    private(set) var pairs: [Pair] = []

    struct Pair: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// Adds a parameter, unless `value` is `nil`.
    mutating func add(_ name: String, _ value: String?) {
        if let value { pairs.append(Pair(name: name, value: value)) }
    }

    /// Adds an integer, unless `value` is `nil`.
    mutating func add(_ name: String, _ value: Int64?) { add(name, value.map { String($0) }) }

    /// Adds `name[]=…` for each value.
    mutating func add(_ name: String, list: [String]) {
        for value in list { add("\(name)[]", value) }
    }

    /// Adds `name[0]=…` and so on, as version 2 of the API takes lists in a query.
    mutating func add(_ name: String, indexed list: [String]) {
        for (index, value) in list.enumerated() { add("\(name)[\(index)]", value) }
    }

    /// Adds `name[key]=…` for each entry, sorted by key.
    mutating func add(_ name: String, map: [String: String]) {
        for (key, value) in map.sorted(by: { $0.key < $1.key }) { add("\(name)[\(key)]", value) }
    }

    /// Adds everything of `other`.
    mutating func add(_ other: FormParameters) { pairs += other.pairs }

    /// The pairs percent-encoded and joined, for a query or a body.
    var encoded: String { fields.encodedForm }

    /// The pairs as fields.
    var fields: [FormField] { pairs.map { FormField($0.name, $0.value) } }
}
