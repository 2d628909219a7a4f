/// Which references of an answer are replaced by the objects.
struct Expansion {
    enum Object: String {
        case paymentIntent = "payment_intent"
        case charge, refund
        case paymentMethod = "payment_method"
        /// Something that is always null here.
        case absent
    }

    static let none = Expansion()
    private static let maximumDepth = 4

    private var children: [String: Expansion] = [:]

    private init() {}

    /// Reads `expand[]`; the paths of a list begin with `data`.
    init(_ paths: [String], of object: Object, inList: Bool = false) throws(APIFailure) {
        for path in paths {
            var parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count <= Self.maximumDepth else {
                throw .invalid("You cannot expand more than 4 levels of a property.", param: "expand")
            }
            if inList {
                guard parts.removeFirst() == "data", !parts.isEmpty else { throw Self.refusal(path) }
            }
            try add(parts[...], to: object, path: path)
        }
    }

    subscript(name: String) -> Expansion? { children[name] }

    private mutating func add(_ parts: ArraySlice<String>, to object: Object, path: String) throws(APIFailure) {
        guard let name = parts.first else { return }
        guard let target = Self.target(of: name, in: object) else { throw Self.refusal(path) }
        var child = children[name] ?? Expansion()
        try child.add(parts.dropFirst(), to: target, path: path)
        children[name] = child
    }

    private static func refusal(_ path: String) -> APIFailure {
        .invalid(
            "This property cannot be expanded (\(path)). You may want to try expanding a different property.",
            param: "expand")
    }

    private static func target(of name: String, in object: Object) -> Object? {
        switch (object, name) {
        case (.paymentIntent, "latest_charge"), (.refund, "charge"): .charge
        case (.paymentIntent, "payment_method"), (.refund, "payment_method"): .paymentMethod
        case (.charge, "payment_intent"), (.refund, "payment_intent"): .paymentIntent
        case (.paymentIntent, "application"), (.paymentIntent, "customer"), (.paymentIntent, "on_behalf_of"),
            (.paymentIntent, "review"), (.charge, "application"), (.charge, "balance_transaction"),
            (.charge, "customer"), (.charge, "on_behalf_of"), (.charge, "review"), (.refund, "balance_transaction"),
            (.paymentMethod, "customer"):
            .absent
        default: nil
        }
    }
}
