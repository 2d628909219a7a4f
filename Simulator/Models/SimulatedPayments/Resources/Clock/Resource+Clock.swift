extension Resource {
    static let clock = Resource(
        ResourceContext.clockObject,
        whenPut: { $0.clockOffset = $1["advanced"]?.number ?? 0 },
        operations: Operation.clock
    )
}
