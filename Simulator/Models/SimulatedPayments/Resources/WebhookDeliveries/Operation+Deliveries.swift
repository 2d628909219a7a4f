extension Operation {
    /// Our own endpoint for observers of an account: what was not delivered.
    static let deliveries: [Operation] = [
        Operation(
            "tender.deliveries.list", .get, "/v1/_tender/deliveries", .list("tender.delivery"), ["limit": .integer]
        ) { (it, call) throws(APIFailure) in try it.listDeliveries(call) }
    ]
}

extension ResourceContext {
    /// Returns what the account's webhook endpoints have not accepted, by endpoint, with the reason if it is not sent
    /// again.
    fileprivate func listDeliveries(_ call: Call) throws(APIFailure) -> APIObject {
        let limit = try ListQuery(call.parameters).limit
        let rows = webhooks.endpoints(of: call.account).flatMap { webhooks.rows(for: $0) }
        let deliveries: [JSONValue] = rows.prefix(limit).map { row in
            [
                "object": "tender.delivery", "id": .string(row.id), "event": .string(row.event),
                "event_type": .optional(events[row.event]?.type), "webhook_endpoint": .string(row.endpoint),
                "attempts": .integer(Int64(row.attempts)), "last_status": .optional(row.lastStatus.map { Int64($0) }),
                "next_attempt": .optional(row.failure == nil ? row.due : nil), "failure": .optional(row.failure),
                "livemode": false,
            ]
        }
        return .json(Self.list(deliveries, hasMore: rows.count > limit, url: call.route.operation.path))
    }
}
