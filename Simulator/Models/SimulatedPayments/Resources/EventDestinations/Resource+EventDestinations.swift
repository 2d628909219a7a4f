extension Resource {
    static let eventDestinations = Resource(
        EventDestination.object, prefix: "ed_test",
        operations: Operation.eventDestinations
    )
}
