extension Operation {
    private static let destinations2 = "/v2/core/event_destinations"
    private static let destination = Result.one(EventDestination.object)

    static let eventDestinations: [Operation] = [
        Operation(
            "v2.event_destinations.create", .post, destinations2, destination, .destinationCreation, showsSecret: true
        ) { (it, call) throws(APIFailure) in try it.createEventDestination(call) },
        Operation(
            "v2.event_destinations.list", .get, destinations2, .list(EventDestination.object),
            .list2.with(.includedOfDestination)
        ) { (it, call) throws(APIFailure) in try it.listEventDestinations(call) },
        Operation(
            "v2.event_destinations.retrieve", .get, destinations2 + "/:id", destination, .includedOfDestination
        ) { (it, call) throws(APIFailure) in try it.retrieveEventDestination(call) },
        Operation(
            "v2.event_destinations.update", .post, destinations2 + "/:id", destination, .destinationUpdate
        ) { (it, call) throws(APIFailure) in try it.updateEventDestination(call) },
        Operation("v2.event_destinations.delete", .delete, destinations2 + "/:id", destination) {
            (it, call) throws(APIFailure) in
            try it.deleteEventDestination(call)
        },
        Operation("v2.event_destinations.disable", .post, destinations2 + "/:id/disable", destination) {
            (it, call) throws(APIFailure) in
            try it.setEventDestination("disabled", call)
        },
        Operation("v2.event_destinations.enable", .post, destinations2 + "/:id/enable", destination) {
            (it, call) throws(APIFailure) in
            try it.setEventDestination("enabled", call)
        },
    ]
}

extension ParameterSpec.Members {
    fileprivate static let includedOfDestination: Self = [
        "include": .list(.choice("webhook_endpoint.url"))
    ]

    fileprivate static let destinationUpdate: Self = includedOfDestination.with([
        "description": .text, "enabled_events": .list(ParameterSpec(shape: .choice(["*"] + ThinEvent.all))),
        "metadata": .metadata, "name": .text, "webhook_endpoint": .hash(["url": .text.required]),
    ])

    fileprivate static let destinationCreation: Self = destinationUpdate.with([
        "enabled_events": .list(ParameterSpec(shape: .choice(["*"] + ThinEvent.all))).required,
        "event_payload": .choice("thin").required, "events_from": .list(.choice("@self", "@accounts")),
        "include": .list(.choice("webhook_endpoint.signing_secret", "webhook_endpoint.url")), "name": .text.required,
        "type": .choice("webhook_endpoint").required,
    ])
}
