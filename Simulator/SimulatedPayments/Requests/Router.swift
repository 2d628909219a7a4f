/// An operation and the ids in the path.
struct Route {
    let operation: Operation
    let ids: [String]

    /// The first id; empty where the path has none.
    var id: String { ids.first ?? "" }

    init?(_ endpoint: Endpoint, id: String = "") {
        guard let operation = Operation.named[endpoint.rawValue] else { return nil }
        self.operation = operation
        ids = id.isEmpty ? [] : [id]
    }

    init?(_ request: APIRequest) {
        guard let method = Operation.Method(rawValue: request.method) else { return nil }
        var node = Router.root
        var ids: [String] = []
        for segment in request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = String(segment)
            if let next = node.names[name] {
                node = next
            } else if let next = node.id.first, !name.isEmpty {
                ids.append(name)
                node = next
            } else {
                return nil
            }
        }
        guard let operation = node.operations[method] else { return nil }
        self.operation = operation
        self.ids = ids
    }
}

/// The operations by the segments of their paths.
private enum Router {
    struct Node: Sendable {
        var names: [String: Node] = [:]
        /// The node of an id, when there is one.
        var id: [Node] = []
        var operations: [Operation.Method: Operation] = [:]

        mutating func add(_ operation: Operation, at path: ArraySlice<Substring>) {
            guard let segment = path.first else {
                operations[operation.method] = operation
                return
            }
            let rest = path.dropFirst()
            if segment.hasPrefix(":") {
                if id.isEmpty { id.append(Node()) }
                id[0].add(operation, at: rest)
            } else {
                names[String(segment), default: Node()].add(operation, at: rest)
            }
        }
    }

    static let root = Operation.all.reduce(into: Node()) { root, operation in
        root.add(operation, at: operation.path.split(separator: "/")[...])
    }
}
