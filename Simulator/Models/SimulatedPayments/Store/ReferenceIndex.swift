/// The ids of the rows that contain a name, by that name; many dictionaries, since one that grows moves all of its
/// members at once.
struct ReferenceIndex: Sendable {
    private static let width = 256

    private var shards = [[String: [String]]](repeating: [:], count: width)

    subscript(name: String) -> [String] { shards[Self.shard(of: name)][name] ?? [] }

    mutating func insert(_ id: String, to name: String, at index: Int) {
        shards[Self.shard(of: name)][name, default: []].insert(id, at: index)
    }

    /// Adds the id of the newest row.
    mutating func append(_ id: String, to name: String) {
        func add(_ ids: inout [String]) { if ids.last != id { ids.append(id) } }
        add(&shards[Self.shard(of: name)][name, default: []])
    }

    /// Names may have the same ending, as email addresses do: all of their bytes count.
    static func shard(of name: String) -> Int { name.shard(of: width, byLast: name.utf8.count) }
}
