/// An authorised request with its parameters read.
struct Call {
    /// What is asked, as an idempotency key remembers it: the method and the path.
    let name: String
    /// The idempotency key, when there is one.
    let key: String?
    let requestID: String
    let route: Route
    let credential: Credential
    let parameters: FormParameters
    let now: Int64

    var account: String { credential.account }

    func expansion(of object: Expansion.Object, inList: Bool = false) throws(APIFailure) -> Expansion {
        try Expansion(parameters.list("expand") ?? [], of: object, inList: inList)
    }
}
