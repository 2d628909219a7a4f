/// Searches, newest first; new objects are found at once.
extension ResourceContext {
    /// The most rows that one request examines: a search for rare ones must not hold everybody else up.
    static let searchWidth = 5000

    func search(_ object: String, _ call: Call) throws(APIFailure) -> APIObject {
        switch object {
        case Resource.paymentIntents.object: try search(intents, of: call.account, object, call) { json($0) }
        case Resource.charges.object: try search(charges, of: call.account, object, call) { json($0) }
        default:
            try search(documents, of: Document.shelf(object, of: call.account), object, call) { document in
                document.isDeleted ? nil : document.json
            }
        }
    }

    /// Examines a bounded number of rows: if more may be found behind them, the next page continues there.
    private func search<Row: StoredRow>(
        _ table: Table<Row>, of shelf: String, _ object: String, _ call: Call, shown: (Row) -> JSONValue?
    ) throws(APIFailure) -> APIObject {
        let query = try SearchQuery(call.parameters.text("query") ?? "", in: object)
        let limit = try ListQuery(call.parameters).limit
        var rest = try Self.notSearched(table.ids(of: shelf), table, of: shelf, call)
        let unlooked = rest.count - min(rest.count, Self.searchWidth)
        var found: [JSONValue] = []
        var last: String?
        while rest.count > unlooked, let id = rest.last {
            if let row = table[id], row.shelf == shelf, let json = shown(row), query.matches(json) {
                guard found.count < limit else { break }
                found.append(json)
            }
            last = id
            rest = rest.dropLast()
        }
        let next = rest.isEmpty ? nil : last
        return .json([
            "object": "search_result", "url": .string(call.route.operation.path), "has_more": .bool(next != nil),
            "next_page": .optional(next.map { Self.pagePrefix + $0 }), "data": .array(found),
        ])
    }

    private static let pagePrefix = "page_"

    /// Returns the ids that no earlier page examined, oldest first.
    private static func notSearched<Row: StoredRow>(
        _ ids: [String], _ table: Table<Row>, of shelf: String, _ call: Call
    ) throws(APIFailure) -> ArraySlice<String> {
        guard let page = call.parameters.text("page") else { return ids[...] }
        let id = String(page.dropFirst(pagePrefix.count))
        guard page.hasPrefix(pagePrefix), table[id]?.shelf == shelf, let place = table.position(of: id, in: ids) else {
            throw .invalid("Invalid page: \(page)", param: "page")
        }
        return ids[..<place]
    }
}
