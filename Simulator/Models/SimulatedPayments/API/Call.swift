/// An authorized request with its parameters parsed.
struct Call {
    /// The request as an idempotency key remembers it: the method and the path; empty without a key.
    let name: String
    /// The idempotency key, if there is one.
    let key: String?
    let requestID: String
    let route: Route
    let credential: Credential
    /// The API version that the request names.
    let version: String?
    private(set) var parameters: Parameters
    let expansion: Expansion
    let now: Int64
    /// Whether the version shows the charges of an intent and the refunds of a charge unasked.
    let showsLists: Bool

    init(
        name: String, key: String?, requestID: String, route: Route, credential: Credential, version: String?,
        fields: [String: JSONValue], now: Int64
    ) throws(APIFailure) {
        self.name = name
        self.key = key
        self.requestID = requestID
        self.route = route
        self.credential = credential
        self.version = version
        parameters = Parameters(fields)
        self.now = now
        let showsLists = Self.is(version, before: "2022-11-15")
        self.showsLists = showsLists
        expansion =
            try parameters.texts("expand").map { (paths) throws(APIFailure) in
                try Expansion(
                    paths, of: route.operation.result, isPublishable: credential.isPublishable, showsLists: showsLists)
            } ?? .none
    }

    /// Creates a call for the passing of time over an account's objects: no request, and nobody's key.
    init?(ofTime now: Int64, for account: String) {
        guard let route = Route(.retrieve) else { return nil }
        name = ""
        key = nil
        requestID = ""
        self.route = route
        credential = Credential(account: account)
        version = nil
        parameters = Parameters()
        expansion = .none
        self.now = now
        showsLists = false
    }

    /// Returns the same call as if it had come with these parameters.
    func saying(_ fields: [String: JSONValue]) -> Call {
        var call = self
        call.parameters = Parameters(fields)
        return call
    }

    /// The id in the path.
    var id: String { route.id }
    var account: String { credential.account }

    /// Returns whether the request names an API version from before a day, such as `2024-04-10`.
    func isBefore(_ day: String) -> Bool { Self.is(version, before: day) }

    private static func `is`(_ version: String?, before day: String) -> Bool { version.map { $0 < day } ?? false }
}
