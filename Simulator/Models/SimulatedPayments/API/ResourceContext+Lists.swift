/// The part of a list that a request asks for.
struct ListQuery {
    let limit: Int
    private(set) var startingAfter: String?
    private(set) var endingBefore: String?
    private let bounds: [(name: String, time: Int64)]

    init(_ parameters: Parameters) throws(APIFailure) {
        let limit = parameters.integer("limit") ?? 10
        guard limit >= 1 else { throw .invalid("Invalid positive integer", param: "limit") }
        guard limit <= 100 else { throw .invalid("You cannot set 'limit' to be greater than 100.", param: "limit") }
        self.limit = Int(limit)
        startingAfter = parameters.text("starting_after")
        endingBefore = parameters.text("ending_before")
        guard startingAfter == nil || endingBefore == nil else {
            throw .invalid(
                "Received both starting_after and ending_before parameters. Please pass in only one.",
                param: "ending_before")
        }
        switch parameters["created"] {
        case .integer(let time)?: bounds = [("", time)]
        case .object(let members)?: bounds = members.compactMap { name, value in value.number.map { (name, $0) } }
        default: bounds = []
        }
    }

    /// Returns the query for rows whose ids differ from those that the API shows.
    func withCursors(_ rowID: (String) -> String) -> ListQuery {
        var query = self
        query.startingAfter = startingAfter.map(rowID)
        query.endingBefore = endingBefore.map(rowID)
        return query
    }

    func matches(_ created: Int64) -> Bool {
        bounds.allSatisfy { bound in
            switch bound.name {
            case "gt": created > bound.time
            case "gte": created >= bound.time
            case "lt": created < bound.time
            case "lte": created <= bound.time
            default: created == bound.time
            }
        }
    }
}

extension ResourceContext {
    /// Walks from the cursor to older or, with `ending_before`, to newer rows; the page is newest first either way.
    ///
    /// - Parameter ids: The candidate rows, oldest first, if they are known to be fewer than the shelf; those of other
    ///   shelves are left out.
    func page<Row: StoredRow>(
        _ table: Table<Row>, of shelf: String, among ids: [String]? = nil, _ query: ListQuery, object: String,
        matches: (Row) -> Bool
    ) throws(APIFailure) -> (rows: [Row], hasMore: Bool) {
        let ids = ids ?? table.ids(of: shelf)
        return try Self.page(
            table, ids, query, object: object,
            position: { cursor in table[cursor]?.shelf == shelf ? table.position(of: cursor, in: ids) : nil },
            matches: { $0.shelf == shelf && matches($0) })
    }

    /// Returns a page of rows in an order that an object keeps, the last first.
    func page<Row: StoredRow>(
        _ table: Table<Row>, ids: [String], _ query: ListQuery, object: String, matches: (Row) -> Bool
    ) throws(APIFailure) -> (rows: [Row], hasMore: Bool) {
        try Self.page(
            table, ids, query, object: object, position: { ids.lastIndex(of: $0) }, matches: matches)
    }

    private static func page<Row: StoredRow>(
        _ table: Table<Row>, _ ids: [String], _ query: ListQuery, object: String, position: (String) -> Int?,
        matches: (Row) -> Bool
    ) throws(APIFailure) -> (rows: [Row], hasMore: Bool) {
        func place(of cursor: String, _ param: String) throws(APIFailure) -> Int {
            guard let place = position(cursor) else { throw .unknown(object, cursor, param: param, isParameter: true) }
            return place
        }
        var found: [Row]
        if let cursor = query.endingBefore {
            var start = try place(of: cursor, "ending_before")
            if start < ids.count, ids[start] == cursor { start += 1 }
            found = take(query.limit + 1, of: ids[start...], table, matches)
        } else {
            let end = try query.startingAfter.map { (cursor) throws(APIFailure) in
                try place(of: cursor, "starting_after")
            }
            found = take(query.limit + 1, of: ids[..<(end ?? ids.count)].reversed(), table, matches)
        }
        let hasMore = found.count > query.limit
        if hasMore { found.removeLast() }
        return (query.endingBefore == nil ? found : found.reversed(), hasMore)
    }

    private static func take<Row: StoredRow>(
        _ count: Int, of ids: some Sequence<String>, _ table: Table<Row>, _ matches: (Row) -> Bool
    ) -> [Row] {
        var found: [Row] = []
        for id in ids {
            guard found.count < count else { break }
            if let row = table[id], matches(row) { found.append(row) }
        }
        return found
    }
}
