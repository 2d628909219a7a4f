/// The address of a page for the holder of a connected account, for a short time and one use.
public struct AccountLink: Hashable, Sendable, Codable {
    /// Where the page is.
    public var url: String
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// Until when it can be opened; nil for a link that does not say.
    public var expiresAt: Int64?

    /// Makes a link.
    public init(url: String, created: Int64, expiresAt: Int64? = nil) {
        self.url = url
        self.created = created
        self.expiresAt = expiresAt
    }

    private enum CodingKeys: String, CodingKey {
        case url, created
        case expiresAt = "expires_at"
    }
}
