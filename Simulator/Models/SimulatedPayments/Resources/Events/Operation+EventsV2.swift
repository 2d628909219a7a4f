extension Operation {
    static let thinEvents: [Operation] = [
        Operation(
            "v2.events.list", .get, "/v2/core/events", .list(ThinEvent.object),
            .list2.with([
                "object_id": .text, "types": .list(.text),
                "created": .hash(["gt": .text, "gte": .text, "lt": .text, "lte": .text]),
            ])
        ) { (it, call) throws(APIFailure) in try it.listEvents2(call) },
        Operation("v2.events.retrieve", .get, "/v2/core/events/:id", .one(ThinEvent.object)) {
            (it, call) throws(APIFailure) in
            try it.retrieveEvent2(call)
        },
    ]
}
