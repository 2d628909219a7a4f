extension Resource {
    static let thinEvents = Resource(ThinEvent.object, operations: Operation.thinEvents)

    static let events = Resource("event", prefix: "evt", operations: Operation.events + Operation.observedEvents)
}
