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

    /// The route of a request; nil for none of the API's.
    ///
    /// No id is `search`: where that is no endpoint of ours it is one of the API that is not simulated.
    init?(_ request: APIRequest) {
        guard let method = Operation.Method(rawValue: request.method) else { return nil }
        var node = Router.root
        var ids: [String] = []
        let slash = UInt8(ascii: "/")
        for segment in request.path.utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst() {
            let name = Substring(segment)
            if let next = node.names[name] {
                node = next
            } else if let next = node.id, !name.isEmpty, name != "search" {
                ids.append(String(name))
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
    final class Node: Sendable {
        let names: [Substring: Node]
        /// The node of an id, when there is one.
        let id: Node?
        let operations: [Operation.Method: Operation]

        /// - Parameter rest: the operations from here on, with what is left of their paths.
        init(_ rest: [(path: ArraySlice<Substring>, operation: Operation)]) {
            let deeper = Dictionary(grouping: rest.filter { !$0.path.isEmpty }) { $0.path.first ?? "" }
                .mapValues { $0.map { (path: $0.path.dropFirst(), operation: $0.operation) } }
            names = deeper.filter { !$0.key.hasPrefix(":") }.mapValues { Node($0) }
            let behindIDs = deeper.filter { $0.key.hasPrefix(":") }.flatMap(\.value)
            id = behindIDs.isEmpty ? nil : Node(behindIDs)
            let ends = rest.filter(\.path.isEmpty).map { ($0.operation.method, $0.operation) }
            operations = Dictionary(ends) { $1 }
        }
    }

    static let root = Node(Operation.all.map { ($0.path.split(separator: "/")[...], $0) })
}
