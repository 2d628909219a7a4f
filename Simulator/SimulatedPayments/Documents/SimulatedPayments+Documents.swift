/// What all documents have in common.
extension SimulatedPayments {
    /// Makes a document and puts it; the caller emits its event.
    mutating func makeDocument(
        _ object: String, prefix: String, _ fields: [String: JSONValue], hidden: [String: JSONValue] = [:],
        _ call: Call
    ) -> Document {
        makeDocument(object, id: ids.make(prefix), fields, hidden: hidden, call)
    }

    mutating func makeDocument(
        _ object: String, id: String, _ fields: [String: JSONValue], hidden: [String: JSONValue] = [:], _ call: Call
    ) -> Document {
        let document = Document(
            id: id, account: call.account, created: call.now, object: object, fields: fields, hidden: hidden)
        put(document)
        return document
    }

    /// A document of the account; nil when there is none of that kind, or it was deleted.
    func document(_ id: String, _ object: String, _ account: String) -> Document? {
        documents.find(id, account: account).flatMap { $0.object == object && !$0.isDeleted ? $0 : nil }
    }

    /// The document that the URL names.
    func findDocument(
        _ object: String, _ call: Call, named name: String? = nil, param: String = "id"
    ) throws(APIFailure) -> Document {
        guard let document = document(call.id, object, call.account) else {
            throw .unknown(name ?? object, call.id, param: param)
        }
        return document
    }

    /// The document that a parameter names.
    func findDocument(
        _ object: String, named id: String, param: String, _ call: Call
    ) throws(APIFailure) -> Document {
        guard let document = document(id, object, call.account) else {
            throw .unknown(object, id, param: param, isParameter: true)
        }
        return document
    }

    /// A page of the account's documents of one kind, newest first.
    func listDocuments(
        _ object: String, _ call: Call, url: String? = nil, where matches: (Document) -> Bool = { _ in true }
    ) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let page = try page(documents, of: Document.shelf(object, of: call.account), query, object: object) {
            query.matches($0.created) && !$0.isDeleted && matches($0)
        }
        return .json(Self.list(page.rows.map(\.json), hasMore: page.hasMore, url: url ?? call.route.operation.path))
    }

    /// Deletes a document; what is left is its id.
    mutating func delete(_ document: Document) -> Document {
        var deleted = document
        deleted.isDeleted = true
        put(deleted)
        return deleted
    }

    static func list(_ data: [JSONValue], hasMore: Bool, url: String) -> JSONValue {
        ["object": "list", "url": .string(url), "has_more": .bool(hasMore), "data": .array(data)]
    }
}
