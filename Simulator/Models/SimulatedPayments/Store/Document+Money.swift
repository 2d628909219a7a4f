import TenderModel

/// The money in a document: what is missing is an error, never zero.
extension Document {
    /// Returns the amount that is the member at a path.
    func amount(_ path: String...) throws(APIFailure) -> Int64 {
        let value = path.reduce(JSONValue.object(fields)) { $0[$1] ?? .null }
        guard let amount = value.number else {
            throw .corrupt(self, path.joined(separator: "."))
        }
        return amount
    }

    /// Returns the amount in an element of one of the document's lists.
    func amount(_ name: String, of element: JSONValue, in list: String) throws(APIFailure) -> Int64 {
        guard let amount = element[name]?.number else { throw .corrupt(self, "\(name) in its \(list)") }
        return amount
    }

    /// Returns the currency of the amounts.
    func currency() throws(APIFailure) -> Currency {
        guard let currency = fields["currency"]?.text.flatMap({ Currency($0) }) else {
            throw .corrupt(self, "currency")
        }
        return currency
    }
}

extension APIFailure {
    /// Returns the failure for a stored document without a member that carries money.
    fileprivate static func corrupt(_ document: Document, _ member: String) -> APIFailure {
        APIFailure(
            status: 500, kind: .api, message: "The stored \(document.object) '\(document.name)' has no \(member).")
    }
}
