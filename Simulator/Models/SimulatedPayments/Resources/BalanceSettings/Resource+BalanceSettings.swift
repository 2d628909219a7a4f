extension Resource {
    static let balanceSettings = Resource(
        ResourceContext.balanceSettingsObject,
        operations: Operation.balanceSettings
    )
}
