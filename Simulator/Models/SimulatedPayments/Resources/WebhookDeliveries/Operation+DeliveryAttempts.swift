extension Operation {
    /// Our own endpoints for what the dashboard shows and does about webhooks.
    static let deliveryAttempts: [Operation] = [
        Operation(
            "tender.delivery_attempts.list", .get, "/v1/_tender/delivery_attempts", .list("tender.delivery_attempt"),
            ["limit": .integer, "webhook_endpoint": .text.required]
        ) { (it, call) throws(APIFailure) in try it.listDeliveryAttempts(call) },
        Operation(
            "tender.deliveries.create", .post, "/v1/_tender/deliveries", .one("tender.delivery"),
            ["event": .text.required, "webhook_endpoint": .text.required]
        ) { (it, call) throws(APIFailure) in try it.sendAgain(call) },
    ]
}

extension ResourceContext {
    fileprivate func listDeliveryAttempts(_ call: Call) throws(APIFailure) -> APIObject {
        let limit = try ListQuery(call.parameters).limit
        let all = webhooks.history.attempts(of: try namedEndpoint(call).id)
        let shown: [JSONValue] = all.prefix(limit).map { attempt in
            [
                "object": "tender.delivery_attempt", "event": .string(attempt.event),
                "event_type": .optional(events[attempt.event]?.type), "webhook_endpoint": .string(attempt.endpoint),
                "created": .integer(attempt.time), "number": .integer(Int64(attempt.number)),
                "status": .integer(Int64(attempt.status)), "taken": .bool(attempt.isTaken),
                "failure": .optional(attempt.failure),
                "next_attempt": .optional(attempt.next), "livemode": false,
            ]
        }
        return .json(Self.list(shown, hasMore: all.count > limit, url: call.route.operation.path))
    }

    /// Sends an event to an endpoint now, whether it was accepted, given up or waits for its next attempt.
    fileprivate mutating func sendAgain(_ call: Call) throws(APIFailure) -> APIObject {
        let endpoint = try namedEndpoint(call)
        let id = call.parameters.text("event") ?? ""
        guard var event = events[id], event.account == call.account || platform(of: event.account) == call.account
        else {
            throw .unknown("event", id, param: "event", isParameter: true)
        }
        guard WebhookEndpoint.isEnabled(endpoint) else {
            throw .invalid("The webhook endpoint is disabled. Enable it first.", param: "webhook_endpoint")
        }
        var row = DeliveryRow(event: id, endpoint: endpoint, due: call.now)
        if let waiting = webhooks[row.id] {
            row.attempts = waiting.attempts
            row.lastStatus = waiting.lastStatus
        } else {
            event.pendingWebhooks += 1
            put(event)
        }
        put(row)
        return .json([
            "object": "tender.delivery", "id": .string(row.id), "event": .string(id), "event_type": .string(event.type),
            "webhook_endpoint": .string(endpoint.id), "attempts": .integer(Int64(row.attempts)),
            "last_status": .optional(row.lastStatus.map { Int64($0) }), "next_attempt": .integer(row.due),
            "livemode": false,
        ])
    }

    private func namedEndpoint(_ call: Call) throws(APIFailure) -> Document {
        let id = call.parameters.text("webhook_endpoint") ?? ""
        return try findDocument(WebhookEndpoint.object, named: id, param: "webhook_endpoint", call)
    }
}
