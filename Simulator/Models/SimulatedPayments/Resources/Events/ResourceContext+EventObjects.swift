extension ResourceContext {
    /// The version of the API in which objects are shown.
    static let apiVersion = "2026-10-28.endive"
    /// The time in which events can be retrieved, in seconds.
    static let eventLifetime: Int64 = 30 * 24 * 3600

    func retrieveEvent(_ call: Call) throws(APIFailure) -> APIObject {
        guard let row = events.find(call.id, account: call.account), row.created + Self.eventLifetime > call.now else {
            throw .unknown("event", call.id, param: "id")
        }
        return .json(json(row))
    }

    func listEvents(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let query = try ListQuery(parameters)
        let filter = parameters.text("type")
        let types = parameters.texts("types")
        guard filter == nil || types == nil else { throw .exclusive("type", "types") }
        guard types?.count ?? 0 <= 20 else { throw .invalid("You may give at most 20 types.", param: "types") }
        let isDelivered = parameters.boolean("delivery_success")
        let oldest = call.now - Self.eventLifetime
        let only = types?.count == 1 ? types?.first : filter.flatMap { $0.contains("*") ? nil : $0 }
        let named = only.map { events.ids(naming: EventRow.reference($0, of: call.account)) }
        let page = try page(events, of: call.account, among: named, query, object: "event") { row in
            row.created > oldest && query.matches(row.created) && types?.contains(row.type) != false
                && filter.map { EventTypes.filter($0, takes: row.type) } != false
                && isDelivered.map { $0 == (row.pendingWebhooks == 0) } != false
        }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: call.route.operation.path))
    }

    /// Renders an event.
    ///
    /// - Parameter version: The version that a webhook endpoint requested.
    func json(_ row: EventRow, version: String? = nil) -> JSONValue {
        var data: [String: JSONValue] = ["object": json(row.snapshot)]
        data["previous_attributes"] = row.previous
        var event: [String: JSONValue] = [
            "id": .string(row.id),
            "object": "event",
            "api_version": .string(version ?? Self.apiVersion),
            "created": .integer(row.created),
            "data": .object(data),
            "livemode": false,
            "pending_webhooks": .integer(Int64(row.pendingWebhooks)),
            "request": ["id": .optional(row.request), "idempotency_key": .optional(row.key)],
            "type": .string(row.type),
        ]
        if platform(of: row.account) != nil { event["account"] = .string(row.account) }
        return .object(event)
    }
}
