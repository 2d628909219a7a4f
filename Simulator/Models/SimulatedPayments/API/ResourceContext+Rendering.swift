/// The objects of the API as JSON.
extension ResourceContext {
    func json(_ object: APIObject) -> JSONValue {
        switch object {
        case .intent(let row): json(row)
        case .refund(let row): json(row)
        case .intents(let rows, let hasMore):
            Self.list(rows.map { json($0) }, hasMore: hasMore, url: "/v1/payment_intents")
        case .refunds(let rows, let hasMore): Self.list(rows.map { json($0) }, hasMore: hasMore, url: "/v1/refunds")
        case .json(let value): value
        }
    }

    static func addNulls(_ names: [String], to members: inout [String: JSONValue]) {
        for name in names where members[name] == nil { members[name] = .null }
    }
}
