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

    /// Returns whether a text can be a till's name.
    public static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

/// The tills that a server knows, as they are stored.
public struct BackendTills: Hashable, Sendable, Codable {
    /// The tills.
    public var tills: [BackendTill]

    /// Creates a list.
    public init(_ tills: [BackendTill] = []) { self.tills = tills }
}
