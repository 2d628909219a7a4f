extension Resource {
    static let clock = Resource(SimulatedPayments.clockObject, operations: Operation.clock)
}
