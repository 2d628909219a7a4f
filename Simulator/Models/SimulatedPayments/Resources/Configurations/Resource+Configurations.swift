extension Resource {
    static let configurations = Resource(
        "terminal.configuration", prefix: "tmc",
        operations: Operation.configurations
    )
}
