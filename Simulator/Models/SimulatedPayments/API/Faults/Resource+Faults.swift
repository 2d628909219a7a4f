extension Resource {
    static let faults = Resource(SimulatedPayments.faultsObject, operations: Operation.faults)
}
