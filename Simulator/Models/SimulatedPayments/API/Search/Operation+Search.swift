extension Operation {
    /// The searches of all resources with searchable fields.
    static let searches = Resource.all.filter { !$0.search.isEmpty }.map { search($0.object) }

    private static func search(_ object: String) -> Operation {
        Operation("\(object)s.search", .get, "/v1/\(object)s/search", .list(object), .search) {
            (it, call) throws(APIFailure) in
            try it.search(object, call)
        }
    }
}

extension ParameterSpec.Members {
    fileprivate static let search: Self = ["limit": .integer, "page": .text, "query": .text.required]
}
