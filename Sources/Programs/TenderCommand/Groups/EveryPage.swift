import Tender

/// A walk over all pages of one of the gateway's lists.
enum EveryPage {
    /// Takes each page of a list, newest objects first.
    ///
    /// - Parameters:
    ///   - query: Which objects.
    ///   - things: The name of the objects, for the error.
    ///   - maximum: The number of pages after which the list counts as endless.
    ///   - list: Asks for a page.
    ///   - take: Takes the objects of a page.
    /// - Throws: What those throw; `GatewayRefusal` if the list does not end.
    static func walk<Element: Identifiable>(
        _ query: ListQuery, of things: String, atMost maximum: Int,
        _ list: (ListQuery) async throws -> ListPage<Element>, take: ([Element]) async throws -> Void
    ) async throws where Element.ID == String {
        var query = query
        for _ in 0..<maximum {
            let page = try await list(query)
            try await take(page.data)
            guard page.hasMore else { return }
            guard let last = page.data.last, last.id != query.startingAfter else { break }
            query.startingAfter = last.id
        }
        throw GatewayRefusal("the gateway's list of \(things) does not end: the day is not reconciled")
    }
}
