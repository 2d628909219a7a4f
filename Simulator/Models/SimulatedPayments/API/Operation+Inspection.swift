extension Operation {
    /// Our own endpoint for observers of an account: the API has no filter for states.
    static let observedPayments: [Operation] = [
        Operation(
            "tender.payments.list", .get, "/v1/_tender/payment_intents", .list("payment_intent"),
            .list.with(["status": .text.required])
        ) { (it, call) throws(APIFailure) in try it.listPayments(call) }
    ]

    /// The same for the events of a payment.
    static let observedEvents: [Operation] = [
        Operation(
            "tender.events.list", .get, "/v1/_tender/events", .list("event"),
            .list.with(["payment_intent": .text.required])
        ) { (it, call) throws(APIFailure) in try it.listEventsOfPayment(call) }
    ]

    /// The same for the deliveries to webhook endpoints.
    static let deliveries: [Operation] = [
        Operation(
            "tender.deliveries.list", .get, "/v1/_tender/deliveries", .list("tender.delivery"), ["limit": .integer]
        ) { (it, call) throws(APIFailure) in try it.listDeliveries(call) }
    ]
}

extension ResourceContext {
    /// The most payments that one request examines: a search for rare ones must not hold everybody else up.
    static let searchWidth = 5000

    /// Returns a mark for the last change in an account: another text after every event, and after every change of its
    /// readers.
    func newestChange(of account: String) -> String? {
        let event = events.ids(of: account).last
        let changes = readerChanges[account, default: 0] + webhooks.history.count(of: account)
        guard changes > 0 else { return event }
        return "\(event ?? "")-\(changes)"
    }

    /// Returns a page of the payments in a state; `searched_to` is the last one examined if there may be more behind
    /// it.
    fileprivate func listPayments(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let status = call.parameters.text("status")
        let all = intents.ids(of: call.account)
        let window = try searched(all, query)
        let page = try page(intents, of: call.account, among: Array(window), query, object: "payment_intent") {
            query.matches($0.created) && $0.status.rawValue == status
        }
        var members = Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: call.route.operation.path)
            .members
        let isForward = query.endingBefore != nil
        let isWhole = isForward ? window.endIndex == all.endIndex : window.startIndex == all.startIndex
        let end = isForward ? window.last : window.first
        members?["searched_to"] = page.hasMore || isWhole ? .null : .optional(end)
        return .json(.object(members ?? [:]))
    }

    /// Returns the part of the list that a request examines.
    private func searched(_ all: [String], _ query: ListQuery) throws(APIFailure) -> ArraySlice<String> {
        guard let cursor = query.endingBefore ?? query.startingAfter else { return all.suffix(Self.searchWidth) }
        guard let place = intents.position(of: cursor, in: all), place < all.count, all[place] == cursor else {
            let param = query.endingBefore == nil ? "starting_after" : "ending_before"
            throw .unknown("payment_intent", cursor, param: param, isParameter: true)
        }
        if query.endingBefore != nil { return all[place...].prefix(Self.searchWidth) }
        return all[...place].suffix(Self.searchWidth)
    }

    fileprivate func listEventsOfPayment(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let id = call.parameters.text("payment_intent") ?? ""
        let page = try page(events, of: call.account, among: events.ids(naming: id), query, object: "event") {
            query.matches($0.created) && $0.payment == id
        }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: call.route.operation.path))
    }

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
