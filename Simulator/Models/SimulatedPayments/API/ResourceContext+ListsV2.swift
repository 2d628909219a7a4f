import TenderBytes

/// Lists and errors in the form of v2 of the API.
extension ResourceContext {
    /// Returns a page of documents, newest first, with the addresses of the adjacent pages.
    ///
    /// - Parameters:
    ///   - query: The filters of the list, for those addresses.
    ///   - matches: Whether a document belongs to the list.
    ///   - shown: Renders a document.
    func list2(
        _ shelf: String, at url: String, _ query: [(name: String, value: String)], _ call: Call,
        where matches: (Document) -> Bool, shown: (Document) -> JSONValue
    ) throws(APIFailure) -> APIObject {
        let limit = call.parameters.integer("limit") ?? 20
        var fields: [String: JSONValue] = ["limit": .integer(limit)]
        let cursor = try call.parameters.text("page").map { (token) throws(APIFailure) in
            try place(token, in: shelf)
        }
        if let cursor { fields[cursor.isBackward ? "ending_before" : "starting_after"] = .string(cursor.id) }
        let page = try page(documents, of: shelf, ListQuery(Parameters(fields)), object: "page", matches: matches)
        func address(_ direction: String, _ document: Document?) -> JSONValue {
            guard let document else { return .null }
            let parts = query + [("limit", String(limit)), ("page", direction + document.id)]
            return .string(url + "?" + PercentEncoding.form(parts))
        }
        let isBackward = cursor?.isBackward == true
        let hasNext = isBackward || page.hasMore
        let hasPrevious = isBackward ? page.hasMore : cursor != nil
        return .json([
            "data": .array(page.rows.map(shown)),
            "next_page_url": address("after_", hasNext ? page.rows.last : nil),
            "previous_page_url": address("before_", hasPrevious ? page.rows.first : nil),
        ])
    }

    /// Returns the position in a list that the address of a page refers to.
    private func place(_ token: String, in shelf: String) throws(APIFailure) -> (id: String, isBackward: Bool) {
        let parts = token.split(separator: "_", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["after", "before"].contains(parts[0]), documents[parts[1]]?.shelf == shelf else {
            throw .invalid("Invalid page: \(token)", code: "invalid_page", param: "page")
        }
        return (parts[1], parts[0] == "before")
    }

    /// Returns the error object.
    static func secondGeneration(_ failure: APIFailure) -> [String: JSONValue] {
        let codes = ["resource_missing": "not_found", "parameter_unknown": "unknown_field"]
        let code =
            failure.code.map { codes[$0] ?? $0 } ?? (failure.kind == .idempotency ? "idempotency_error" : nil)
            ?? [401: "unauthorized", 404: "not_found"][failure.status] ?? "invalid_fields"
        var error: [String: JSONValue] = [
            "type": .string(failure.kind.rawValue), "code": .string(code), "message": .string(failure.message),
        ]
        if code != "not_found" || failure.status != 404 {
            error["param"] = failure.param.map { name in
                .string(name.replacing("]", with: "").replacing("[", with: "."))
            }
        }
        return error
    }
}
