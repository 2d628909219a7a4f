extension Resource {
    static let accountsV2 = Resource("v2.core.account", operations: Operation.accountsV2)
}
