extension Operation {
    /// Our own endpoint for observers of an account: the API does not list the events of a payment.
    static let observedEvents: [Operation] = [
        Operation(
            "tender.events.list", .get, "/v1/_tender/events", .list("event"),
            .list.with(["payment_intent": .text.required])
        ) { (it, call) throws(APIFailure) in try it.listEventsOfPayment(call) }
    ]
}

extension ResourceContext {
    /// Returns a mark for the last change in an account: another text after every event, and after every change of its
    /// readers.
    func newestChange(of account: String) -> String? {
        let event = events.ids(of: account).last
        let changes = readerChanges[account, default: 0] + webhooks.history.count(of: account)
        guard changes > 0 else { return event }
        return "\(event ?? "")-\(changes)"
    }

    fileprivate func listEventsOfPayment(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let id = call.parameters.text("payment_intent") ?? ""
        let page = try page(events, of: call.account, among: events.ids(naming: id), query, object: "event") {
            query.matches($0.created) && $0.payment == id
        }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: call.route.operation.path))
    }
}
