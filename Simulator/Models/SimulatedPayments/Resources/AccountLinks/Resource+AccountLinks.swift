extension Resource {
    static let accountLinks = Resource(SimulatedPayments.accountLinkObject, operations: Operation.accountLinks)
}
