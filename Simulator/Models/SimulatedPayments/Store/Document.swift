/// An object of the API whose fields the rules mostly return as they were given.
///
/// Movements of money are in typed rows beside it, `BalanceTransactionRow` above all.
struct Document: StoredRow {
    static let kind = StoredRecord.Kind.document

    let id: String
    let account: String
    let created: Int64
    /// The kind of object, such as `customer`.
    let object: String
    /// The fields that the API shows, besides `id` and `object`.
    var fields: [String: JSONValue]
    /// The fields that it does not show, such as a secret.
    var hidden: [String: JSONValue] = [:]
    var isDeleted = false

    var shelf: String { Self.shelf(object, of: account) }

    var references: [String] { Resource.named(object)?.foundBy(self, account) ?? [] }

    static func reference(email: String, of account: String) -> String { account + "/" + email }

    /// The id that the API shows: the row's, or one that the account chose, which others may have chosen too.
    var name: String { fields["id"]?.text ?? id }

    static func rowID(ofOwn id: String, account: String) -> String { account + "/" + id }

    static func shelf(_ object: String, of account: String) -> String { account + "/" + object }

    subscript(name: String) -> JSONValue? {
        get { fields[name] }
        set { fields[name] = newValue }
    }

    var metadata: [String: String] {
        get {
            guard case .object(let members)? = fields["metadata"] else { return [:] }
            return members.compactMapValues(\.text)
        }
        set { fields["metadata"] = .object(newValue.mapValues(JSONValue.string)) }
    }

    /// The object as the API shows it.
    var json: JSONValue {
        guard !isDeleted else {
            let kept = Resource.named(object)?.keptFields ?? []
            return .object(
                fields.filter { kept.contains($0.key) }
                    .merging(["id": .string(name), "object": .string(object), "deleted": true]) { $1 })
        }
        return .object(fields.merging(["id": .string(name), "object": .string(object)]) { $1 })
    }

    /// Applies parameters: given values replace, hashes are merged, null clears, metadata merges by key.
    mutating func apply(_ parameters: Parameters, except names: Set<String> = []) throws(APIFailure) {
        for (name, value) in parameters.fields where name != "metadata" && name != "expand" && !names.contains(name) {
            fields[name] = Self.merged(value, into: fields[name])
        }
        if parameters.contains("metadata") { metadata = try parameters.metadata(merging: metadata) }
    }

    static func merged(_ new: JSONValue, into old: JSONValue?) -> JSONValue {
        guard case .object(let members) = new, case .object(let present)? = old else { return new }
        var result = present
        for (name, value) in members { result[name] = merged(value, into: present[name]) }
        return .object(result)
    }
}
