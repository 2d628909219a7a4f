public import TenderService

/// A front end that the service knows, by the hash of its token.
public struct FrontEnd: Hashable, Sendable, Codable {
    /// The name for people: 1 to 64 letters, digits, `.`, `_` and `-`.
    public let name: String
    /// The SHA-256 of its token, in lower-case hexadecimal digits; the token itself is kept by the front end only.
    public let tokenHash: String
    /// What it may do.
    public let rights: [ServiceRight]
    /// The tills that it may use; `nil` for all.
    public let tills: [String]?

    enum CodingKeys: String, CodingKey {
        case name, rights, tills
        case tokenHash = "token_sha256"
    }

    /// Describes a front end.
    public init(name: String, tokenHash: String, rights: [ServiceRight], tills: [String]?) {
        self.name = name
        self.tokenHash = tokenHash
        self.rights = rights
        self.tills = tills
    }

    /// Returns whether it may use a till.
    func mayUse(_ till: String) -> Bool { tills?.contains(till) ?? true }
}
