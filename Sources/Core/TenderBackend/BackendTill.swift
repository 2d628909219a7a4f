/// A till that the merchant's server knows, by the hash of its token.
public struct BackendTill: Hashable, Sendable, Codable {
    /// The name for people: 1 to 64 letters, digits, `.`, `_` and `-`.
    public let name: String
    /// The SHA-256 of its token, in lower-case hexadecimal digits; the token itself is kept by the till only.
    public let tokenHash: String
    /// What it may call, as groups and names; `nil` for all that the server allows.
    public let allowed: BackendAllowList?

    enum CodingKeys: String, CodingKey {
        case name
        case tokenHash = "token_sha256"
        case allowed = "allow"
    }

    /// Creates a till.
    public init(name: String, tokenHash: String, allowed: BackendAllowList? = nil) {
        self.name = name
        self.tokenHash = tokenHash
        self.allowed = allowed
    }
}

/// The tills that a server knows, as they are stored.
public struct BackendTills: Hashable, Sendable, Codable {
    /// The tills.
    public var tills: [BackendTill]

    /// Creates a list.
    public init(_ tills: [BackendTill] = []) { self.tills = tills }
}
