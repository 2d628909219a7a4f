/// The references of an answer to replace by the objects: `expand[]`, at most four levels deep.
///
/// The paths are checked against the kinds of objects before anything is done; `ResourceContext.expand` then walks
/// the finished answer.
struct Expansion {
    static let none = Expansion()
    private static let maximumDepth = 4

    private(set) var paths: [[String]] = []

    private init() {}

    /// - Parameters:
    ///   - isPublishable: Whether a publishable key asks, which may expand the payment method and nothing else.
    ///   - showsLists: Whether the version shows the charges of an intent.
    init(
        _ texts: [String], of result: Operation.Result, isPublishable: Bool, showsLists: Bool
    ) throws(APIFailure) {
        for text in texts {
            guard !isPublishable || text == "payment_method" else { throw Self.refusal(text) }
            var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count <= Self.maximumDepth else {
                throw .invalid("You cannot expand more than 4 levels of a property.", param: "expand")
            }
            if case .list = result {
                guard parts.removeFirst() == "data", !parts.isEmpty else { throw Self.refusal(text) }
                paths.append(["data"] + parts)
            } else {
                paths.append(parts)
            }
            guard showsLists || !parts.contains("charges") else { throw Self.refusal(text) }
            guard Self.isExpandable(parts[...], of: result.object) else { throw Self.refusal(text) }
        }
    }

    private static func refusal(_ path: String) -> APIFailure {
        .invalid(
            "This property cannot be expanded (\(path)). You may want to try expanding a different property.",
            param: "expand")
    }

    /// Returns whether a path leads from reference to reference; below a reference of any kind, everything may follow.
    private static func isExpandable(_ parts: ArraySlice<String>, of object: String) -> Bool {
        guard object != Resource.anything, !parts.isEmpty else { return true }
        guard !object.hasPrefix(Resource.listMark) else {
            return parts.first == "data"
                && isExpandable(parts.dropFirst(), of: String(object.dropFirst(Resource.listMark.count)))
        }
        guard let fields = Resource.named(object)?.references else { return false }
        var name = ""
        for (index, part) in zip(parts.indices, parts) {
            name += name.isEmpty ? part : "." + part
            if let target = fields[name] { return isExpandable(parts[(index + 1)...], of: target) }
        }
        return false
    }

    /// Returns the kind of object that a field of `object` refers to; `nil` if it cannot be expanded.
    static func target(of field: String, in object: String) -> String? { Resource.named(object)?.references[field] }
}
