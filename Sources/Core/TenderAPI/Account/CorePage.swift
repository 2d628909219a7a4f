/// One page of a list of version 2 of the API.
public struct CorePage<Element: Sendable & Hashable>: Hashable, Sendable {
    /// The objects, newest first.
    public var data: [Element]
    /// What the next page is asked for with; `nil` for the last.
    public var nextPage: String?
    /// What the page before is asked for with; `nil` for the first.
    public var previousPage: String?

    /// Creates a page.
    public init(data: [Element], nextPage: String? = nil, previousPage: String? = nil) {
        self.data = data
        self.nextPage = nextPage
        self.previousPage = previousPage
    }

    /// Whether more, older objects follow.
    public var hasMore: Bool { nextPage != nil }
}
