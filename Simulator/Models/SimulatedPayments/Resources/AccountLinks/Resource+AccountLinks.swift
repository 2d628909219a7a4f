extension Resource {
    static let accountLinks = Resource(ResourceContext.accountLinkObject, operations: Operation.accountLinks)
}
