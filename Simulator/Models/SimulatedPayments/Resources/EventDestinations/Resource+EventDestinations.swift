extension Resource {
    static let eventDestinations = Resource(
        EventDestination.object, prefix: "ed_test",
        whenPut: { $0.noteEndpoint($1) },
        operations: Operation.eventDestinations
    )
}
