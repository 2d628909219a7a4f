extension Resource {
    static let authentications = Resource(
        SimulatedPayments.authenticationObject, prefix: "auth",
        operations: Operation.authentications
    )
}
