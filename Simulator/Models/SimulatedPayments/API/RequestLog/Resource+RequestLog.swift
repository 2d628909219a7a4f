extension Resource {
    static let requests = Resource(SimulatedPayments.requestObject, prefix: "req", operations: Operation.requestLog)
}
