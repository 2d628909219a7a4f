/// An operation and the ids in the path.
struct Route {
    let operation: Operation
    let ids: [String]

    /// The first id; empty where the path has none.
    var id: String { ids.first ?? "" }

    /// The path of the request, with the ids in it, for endpoints that call all of them `:id`.
    var path: String { ids.reduce(operation.path) { $0.replacing(":id", with: $1, maxReplacements: 1) } }

    init?(_ endpoint: Endpoint, id: String = "") {
        guard let operation = Operation.named[endpoint.rawValue] else { return nil }
        self.operation = operation
        ids = id.isEmpty ? [] : [id]
    }

    /// Finds the route of a request, or returns `nil` if the API has none.
    ///
    /// No id is `search`: where that is not an endpoint of ours, it is one of the API that is not simulated.
    init?(_ request: APIRequest) {
        guard let method = Operation.Method(rawValue: request.method) else { return nil }
        var path = request.path
        let found = path.withUTF8 { Router.find($0) }
        guard let found, let operation = found.node.operations[method] else { return nil }
        self.operation = operation
        ids = found.ids
    }
}

/// A tree of the operations by the segments of their paths.
private enum Router {
    final class Node: Sendable {
        let names: [String: Node]
        /// The node of an id, if there is one.
        let id: Node?
        let operations: [Operation.Method: Operation]

        /// - Parameter rest: The operations from here on, with the rest of their paths.
        init(_ rest: [(path: ArraySlice<Substring>, operation: Operation)]) {
            let deeper = Dictionary(grouping: rest.filter { !$0.path.isEmpty }) { $0.path.first ?? "" }
                .mapValues { $0.map { (path: $0.path.dropFirst(), operation: $0.operation) } }
            let named = deeper.filter { !$0.key.hasPrefix(":") }.map { (String($0.key), Node($0.value)) }
            names = Dictionary(uniqueKeysWithValues: named)
            let behindIDs = deeper.filter { $0.key.hasPrefix(":") }.flatMap(\.value)
            id = behindIDs.isEmpty ? nil : Node(behindIDs)
            let ends = rest.filter(\.path.isEmpty).map { ($0.operation.method, $0.operation) }
            operations = Dictionary(ends) { $1 }
        }
    }

    static let root = Node(Operation.all.map { ($0.path.split(separator: "/")[...], $0) })

    /// Returns the node of a path, and the ids on the way.
    static func find(_ path: UnsafeBufferPointer<UInt8>) -> (node: Node, ids: [String])? {
        var node = root
        var ids: [String] = []
        var slash = path.firstIndex(of: UInt8(ascii: "/"))
        while let start = slash {
            let rest = path[(start + 1)...]
            slash = rest.firstIndex(of: UInt8(ascii: "/"))
            let name = String(decoding: rest[..<(slash ?? rest.endIndex)], as: UTF8.self)
            if let next = node.names[name] {
                node = next
            } else if let next = node.id, !name.isEmpty, name != "search" {
                ids.append(name)
                node = next
            } else {
                return nil
            }
        }
        return (node, ids)
    }
}
