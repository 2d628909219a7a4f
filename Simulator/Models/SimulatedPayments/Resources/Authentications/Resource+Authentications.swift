extension Resource {
    static let authentications = Resource(
        ResourceContext.authenticationObject, prefix: "auth",
        operations: Operation.authentications
    )
}
