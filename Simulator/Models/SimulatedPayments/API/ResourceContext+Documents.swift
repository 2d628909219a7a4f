/// The operations common to all documents.
extension ResourceContext {
    /// Creates a document and puts it; the caller emits its event.
    mutating func makeDocument(
        _ resource: Resource, id: String? = nil, _ fields: [String: JSONValue], hidden: [String: JSONValue] = [:],
        _ call: Call
    ) -> Document {
        let document = Document(
            id: id ?? newID(resource), account: call.account, created: call.now, object: resource.object,
            fields: fields, hidden: hidden)
        put(document)
        return document
    }

    /// Returns a document of the account; `nil` if there is none of that kind, or it was deleted.
    func document(_ id: String, _ object: String, _ account: String) -> Document? {
        findRow(id, account: account).flatMap { $0.object == object && !$0.isDeleted ? $0 : nil }
    }

    /// Returns a document of the account by the id that the API shows.
    func findRow(_ id: String, account: String) -> Document? {
        documents.find(id, account: account)
            ?? documents.find(Document.rowID(ofOwn: id, account: account), account: account)
    }

    /// Returns the document that the URL names.
    func findDocument(
        _ object: String, _ call: Call, named name: String? = nil, param: String = "id"
    ) throws(APIFailure) -> Document {
        guard let document = document(call.id, object, call.account) else {
            throw .unknown(name ?? object, call.id, param: param)
        }
        return document
    }

    /// Returns the document that a parameter names.
    func findDocument(
        _ object: String, named id: String, param: String, _ call: Call
    ) throws(APIFailure) -> Document {
        guard let document = document(id, object, call.account) else {
            throw .unknown(object, id, param: param, isParameter: true)
        }
        return document
    }

    /// Returns a page of the account's documents of one kind, newest first.
    ///
    /// - Parameter name: A reference that the documents must have.
    func listDocuments(
        _ object: String, _ call: Call, naming name: String? = nil, url: String? = nil,
        where matches: (Document) -> Bool = { _ in true }
    ) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters).withCursors { findRow($0, account: call.account)?.id ?? $0 }
        let page = try page(
            documents, of: Document.shelf(object, of: call.account), among: name.map { documents.ids(naming: $0) },
            query,
            object: object
        ) { query.matches($0.created) && !$0.isDeleted && matches($0) }
        return .json(Self.list(page.rows.map(\.json), hasMore: page.hasMore, url: url ?? call.route.operation.path))
    }

    /// Returns a page of the documents that belong to another, which they refer to by `member`.
    func listParts(
        _ object: String, of whole: Document, as member: String, _ call: Call
    ) throws(APIFailure) -> APIObject {
        let page = try page(
            documents, of: Document.shelf(object, of: call.account), among: documents.ids(naming: whole.id),
            ListQuery(call.parameters), object: object
        ) { $0[member] == .string(whole.id) }
        return .json(Self.list(page.rows.map(\.json), hasMore: page.hasMore, url: call.route.path))
    }

    /// Returns the one of them that the URL names last.
    func findPart(
        _ object: String, of whole: Document, as member: String, named name: String, _ call: Call
    ) throws(APIFailure) -> Document {
        let id = call.route.ids.last ?? ""
        guard let part = document(id, object, call.account), part[member] == .string(whole.id) else {
            throw .unknown(name, id, param: "id")
        }
        return part
    }

    /// Applies the parameters to a document.
    ///
    /// - Parameter event: The type of the event about what changed; `nil` if the API has none.
    mutating func update(_ old: Document, event: String? = nil, _ call: Call) throws(APIFailure) -> APIObject {
        var document = old
        try document.apply(call.parameters)
        guard document.fields != old.fields else { return .json(old.json) }
        put(document)
        if let event { emit(event, document, was: old, by: call) }
        return .json(document.json)
    }

    /// Deletes a document; only its id is left.
    mutating func delete(_ document: Document) -> Document {
        var deleted = document
        deleted.isDeleted = true
        put(deleted)
        return deleted
    }

    /// Renders a document, with what is derived from others.
    func json(_ document: Document) -> JSONValue {
        Resource.named(document.object)?.shown(self, document) ?? document.json
    }

    /// Renders a document with a list of those that belong to it, newest first.
    func json(_ document: Document, _ name: String, _ others: [Document], at url: String) -> JSONValue {
        guard !document.isDeleted, var members = document.json.members else { return document.json }
        members[name] = Self.list(
            others.reversed().prefix(10).map(\.json), hasMore: others.count > 10, url: url)
        return .object(members)
    }

    static func list(_ data: [JSONValue], hasMore: Bool, url: String) -> JSONValue {
        ["object": "list", "url": .string(url), "has_more": .bool(hasMore), "data": .array(data)]
    }
}
