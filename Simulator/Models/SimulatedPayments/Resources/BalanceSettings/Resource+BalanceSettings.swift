extension Resource {
    static let balanceSettings = Resource(
        SimulatedPayments.balanceSettingsObject,
        operations: Operation.balanceSettings
    )
}
