extension Resource {
    static let locations = Resource("terminal.location", prefix: "tml", operations: Operation.locations)
}
