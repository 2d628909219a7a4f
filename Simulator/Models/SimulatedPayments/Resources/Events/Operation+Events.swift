extension Operation {
    static let events: [Operation] = [
        Operation(
            "events.list", .get, "/v1/events", .list("event"),
            .list.with(["type": .text, "types": .list(.text), "delivery_success": .boolean])
        ) { (it, call) throws(APIFailure) in try it.listEvents(call) },
        Operation("events.retrieve", .get, "/v1/events/:id", .one("event")) { (it, call) throws(APIFailure) in
            try it.retrieveEvent(call)
        },
    ]
}
