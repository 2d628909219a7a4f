/// Which part of a list a request wants.
struct ListQuery {
    let limit: Int
    let startingAfter: String?
    let endingBefore: String?
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
                "You may only specify one of these parameters: starting_after, ending_before.",
                code: "parameters_exclusive", param: "ending_before")
        }
        switch parameters["created"] {
        case .integer(let time)?: bounds = [("", time)]
        case .object(let members)?: bounds = members.compactMap { name, value in value.number.map { (name, $0) } }
        default: bounds = []
        }
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

extension SimulatedPayments {
    /// Walks from the cursor to older or, with `ending_before`, to newer rows; the page is newest first either way.
    func page<Row: StoredRow>(
        _ table: Table<Row>, of shelf: String, _ query: ListQuery, object: String, matches: (Row) -> Bool
    ) throws(APIFailure) -> (rows: [Row], hasMore: Bool) {
        try page(table, ids: table.ids(of: shelf), query, object: object, matches: matches)
    }

    /// The same for rows that a list names, oldest first.
    func page<Row: StoredRow>(
        _ table: Table<Row>, ids: [String], _ query: ListQuery, object: String, matches: (Row) -> Bool
    ) throws(APIFailure) -> (rows: [Row], hasMore: Bool) {
        var found: [Row]
        if let cursor = query.endingBefore {
            let position = try Self.position(of: cursor, in: ids, object, param: "ending_before")
            found = Self.take(query.limit + 1, of: ids[(position + 1)...], table, matches)
        } else {
            let end = try query.startingAfter.map { (cursor) throws(APIFailure) in
                try Self.position(of: cursor, in: ids, object, param: "starting_after")
            }
            found = Self.take(query.limit + 1, of: ids[..<(end ?? ids.count)].reversed(), table, matches)
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

    private static func position(
        of cursor: String, in ids: [String], _ object: String, param: String
    ) throws(APIFailure) -> Int {
        guard let position = ids.lastIndex(of: cursor) else {
            throw .unknown(object, cursor, param: param, isParameter: true)
        }
        return position
    }
}
