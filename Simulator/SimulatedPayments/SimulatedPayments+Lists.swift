/// Which part of a list a request wants.
struct ListQuery {
    let limit: Int
    let startingAfter: String?
    let endingBefore: String?
    private let bounds: [(name: String, time: Int64)]

    static let parameters: Set<String> = [
        "limit", "starting_after", "ending_before", "created", "created[gt]", "created[gte]", "created[lt]",
        "created[lte]", "expand[*]",
    ]

    init(_ parameters: FormParameters) throws(APIFailure) {
        let limit = try parameters.integer("limit") ?? 10
        guard limit >= 1 else { throw .invalid("Invalid positive integer", param: "limit") }
        guard limit <= 100 else { throw .invalid("You cannot set 'limit' to be greater than 100.", param: "limit") }
        self.limit = Int(limit)
        startingAfter = try parameters.text("starting_after")
        endingBefore = try parameters.text("ending_before")
        guard startingAfter == nil || endingBefore == nil else {
            throw .invalid(
                "You may only specify one of these parameters: starting_after, ending_before.",
                code: "parameters_exclusive", param: "ending_before")
        }
        var bounds: [(name: String, time: Int64)] = []
        for leaf in parameters.leaves where leaf.path[0] == "created" {
            bounds.append(
                (leaf.path.count > 1 ? leaf.path[1] : "", try FormParameters.integer(leaf.value, param: leaf.name)))
        }
        self.bounds = bounds
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
    mutating func listIntents(_ call: Call) throws(APIFailure) -> APIObject {
        try call.parameters.refuseUnknown(allowed: ListQuery.parameters)
        let expansion = try call.expansion(of: .paymentIntent, inList: true)
        let query = try ListQuery(call.parameters)
        let page = try page(intents, query, call, object: "payment_intent") { query.matches($0.created) }
        return .intents(page.rows, hasMore: page.hasMore, expansion)
    }

    mutating func listRefunds(_ call: Call) throws(APIFailure) -> APIObject {
        try call.parameters.refuseUnknown(allowed: ListQuery.parameters.union(["charge", "payment_intent"]))
        let expansion = try call.expansion(of: .refund, inList: true)
        let query = try ListQuery(call.parameters)
        let charge = try call.parameters.text("charge")
        let intent = try call.parameters.text("payment_intent")
        let page = try page(refunds, query, call, object: "refund") { refund in
            query.matches(refund.created) && (charge ?? refund.charge) == refund.charge
                && (intent ?? refund.intent) == refund.intent
        }
        return .refunds(page.rows, hasMore: page.hasMore, expansion)
    }

    /// Walks from the cursor to older or, with `ending_before`, to newer rows; the page is newest first either way.
    private func page<Row: StoredRow>(
        _ table: Table<Row>, _ query: ListQuery, _ call: Call, object: String, matches: (Row) -> Bool
    ) throws(APIFailure) -> (rows: [Row], hasMore: Bool) {
        let ids = table.ids(of: call.account)
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
