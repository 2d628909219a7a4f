import TenderModel

extension ListPage where Element: Identifiable, Element.ID == String {
    /// The maximum number of pages to read, and so of objects that fit in them.
    private static var maximumPages: Int { 100 }
    private static var pageSize: Int { 100 }

    /// Reads every page of a list, newest first.
    ///
    /// - Parameter page: Reads one page.
    /// - Throws: `GatewayError`: that of a page; `.responseNotUnderstood` for a list that does not end, because it has
    ///   more than 100 pages of 100, repeats an object, or continues after an empty page.
    public static func all(
        isolation: isolated (any Actor)? = #isolation,
        _ page: (ListQuery) async throws(GatewayError) -> ListPage
    ) async throws(GatewayError) -> [Element] {
        var all: [Element] = []
        var known: Set<String> = []
        for _ in 0..<maximumPages {
            let next = try await page(ListQuery(limit: pageSize, startingAfter: all.last?.id))
            guard next.data.count <= pageSize else { throw .endless("a page has more than was asked for") }
            for element in next.data where !known.insert(element.id).inserted {
                throw .endless("it lists '\(element.id.prefix(80))' twice")
            }
            all += next.data
            guard next.hasMore else { return all }
            guard !next.data.isEmpty else { throw .endless("it goes on after an empty page") }
        }
        throw .endless("it has more than \(maximumPages) pages")
    }
}

extension GatewayError {
    /// Returns the error for a list that was not read to its end: what is not in it is not known to be missing.
    fileprivate static func endless(_ reason: String) -> GatewayError {
        GatewayError(.responseNotUnderstood, fate: .unknown, message: "the gateway's list does not end: \(reason)")
    }
}
