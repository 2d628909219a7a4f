/// One page of what a search found.
public struct SearchPage<Element: Decodable & Hashable & Sendable>: Hashable, Sendable, Decodable {
    /// What was found.
    public var data: [Element]
    /// Whether there is another page.
    public var hasMore: Bool
    /// What the next page is asked for with; nil for the last.
    public var nextPage: String?

    /// Creates a page.
    public init(data: [Element], hasMore: Bool = false, nextPage: String? = nil) {
        self.data = data
        self.hasMore = hasMore
        self.nextPage = nextPage
    }

    enum CodingKeys: String, CodingKey {
        case data
        case hasMore = "has_more"
        case nextPage = "next_page"
    }
}
